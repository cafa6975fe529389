/**
 * What becomes of a job whose prompt was asked about, once that question is over: it is built, or it fails. Never is it asked about
 * again. Pure, like settling.ts.
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

/** Reads a prompt, with the answer to its question where there is one. Null: that takes a model, which has not been asked yet. */
export type Reader = (input: InterpretInput) => Interpretation | null;

/** How the question ended. */
export type QuestionEnd =
  | { readonly outcome: 'answered'; readonly answer: string; readonly reading: Interpretation }
  | { readonly outcome: 'fallback'; readonly evidence: string }
  | { readonly outcome: 'declined' | 'cancelled' | 'expired'; readonly evidence: string };

/** What is to be read once an answer is there. */
export function readingOf({ prompt, conflict }: JobRecord, answer: string): InterpretInput {
  return {
    originalPrompt: prompt!,
    resolvedPrompt: resolvedPromptOf(prompt!, answer),
    answer,
    ...(conflict === null ? {} : { conflict }),
  };
}

/** The job as it is from now on, and what is told of it. One step, so that no crash comes between the answer and the building. */
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

/** What is built where nobody settled the conflict and the policy says to go on: the prompt as it stands, and what is not known. */
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

/** What is built where nobody could read the prompt: its words, and the answer where there is one, as they are. */
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
