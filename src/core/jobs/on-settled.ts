/**
 * What happens to a job once the question about its prompt is over: it is built, or it fails. The prompt is never asked about again. Pure,
 * like answer/decide.ts.
 */
import type { Effect } from '../effects.ts';
import {
  type Conflict,
  type Interpretation,
  type InterpretInput,
  type JobSpec,
  resolvedPromptOf,
} from '../model/interpretation.ts';
import { CAP_FAILED_TEXT } from '../model/policy.ts';
import type { EventRecord, EventType, JobRecord } from '../model/records.ts';

/** Reads a prompt, with the answer to its question if there is one. Returns null if that needs a model that has not been asked yet. */
export type Reader = (input: InterpretInput) => Interpretation | null;

/** How the question ended. */
export type QuestionEnd =
  | { readonly outcome: 'answered'; readonly answer: string; readonly reading: Interpretation }
  | { readonly outcome: 'fallback'; readonly evidence: string }
  | { readonly outcome: 'declined' | 'cancelled' | 'expired'; readonly evidence: string };

/** What to read once there is an answer. */
export function readingOf({ prompt, conflict }: JobRecord, answer: string): InterpretInput {
  return {
    originalPrompt: prompt!,
    resolvedPrompt: resolvedPromptOf(prompt!, answer),
    answer,
    ...(conflict === null ? {} : { conflict }),
  };
}

/** Returns the new state of the job and its events. It is one step, so that no crash can come between the answer and the build. */
export function afterQuestion(job: JobRecord, end: QuestionEnd, ask: string, now: number): Effect[] {
  const [next, event] = nextOf(job, end, now);
  return [
    { do: 'put_job', job: next, was: { state: job.state, owner: job.owner } },
    { do: 'event', event: { ...event, at: now, session: job.session, job: job.id, ask, clarification: null } },
  ];
}

function nextOf(job: JobRecord, end: QuestionEnd, now: number): [JobRecord, Pick<EventRecord, 'type' | 'data'>] {
  const built = { ...job, state: 'RUNNING', updatedAt: now } as const;
  switch (end.outcome) {
    case 'answered': {
      const { answer, reading } = end;
      const answered = {
        clarificationStatus: 'answered',
        clarificationAnswer: answer,
        clarificationAnsweredAt: now,
      } as const;
      if (reading.kind === 'spec') return [{ ...built, ...answered, spec: reading.spec }, event('job.resumed', {})];
      return failed({ ...job, ...answered }, CAP_FAILED_TEXT, now);
    }
    case 'fallback': {
      const spec = assumedSpec(job.prompt!, job.conflict, end.evidence);
      return [{ ...built, clarificationStatus: 'skipped', spec }, event('job.resumed', {})];
    }
    default:
      return failed(job, `${ENDED[end.outcome]} ${sentence(end.evidence)} Please rephrase.`, now);
  }
}

const ENDED = {
  declined: 'The question about this job was declined:',
  cancelled: 'The question about this job was withdrawn:',
  expired: 'The question about this job was not answered in time:',
} as const;

function sentence(text: string): string {
  return /[.!?。！？]$/u.test(text) ? text : `${text}.`;
}

function failed(job: JobRecord, error: string, now: number): ReturnType<typeof nextOf> {
  return [{ ...job, state: 'ERROR', error, updatedAt: now, endedAt: now }, event('job.failed', { error })];
}

function event(type: EventType, data: EventRecord['data']): Pick<EventRecord, 'type' | 'data'> {
  return { type, data };
}

/** The spec to build if the conflict was not settled and the policy says to continue: the prompt as written, and the open points. */
export function assumedSpec(prompt: string, conflict: Conflict | null, because: string): JobSpec {
  const open = (conflict?.oppositions ?? []).map(({ sides: [one, other] }) => `“${one}” or “${other}”`);
  const what = open.length > 0 ? open.join(', ') : 'what exactly to build';
  return {
    version: 1,
    prompt,
    language: '',
    instructions: [prompt],
    settled: [],
    assumptions: [`Undecided: ${what} (${because}). The builder chooses and reports its choice.`],
  };
}

/** The spec to build if the prompt could not be read: its words, and the answer if there is one, unchanged. */
export function unreadSpec({ resolvedPrompt, answer }: InterpretInput): JobSpec {
  return {
    version: 1,
    prompt: resolvedPrompt,
    language: '',
    instructions: [resolvedPrompt],
    settled: answer === undefined ? [] : [{ about: 'the prompt', answer }],
    assumptions: ['The prompt could not be checked for contradictions, so none were asked about.'],
  };
}
