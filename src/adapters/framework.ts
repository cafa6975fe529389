/**
 * What adapters for frameworks and engines share. They take AskOnce as the library or as a client of a server. A framework is only woken: its
 * adapter reads the outcome by asking again under the same key, so a wake-up that is early, doubled or lost does no harm.
 */
import type { AskOnce } from '../askonce.ts';
import { durationMs } from '../core/model/duration.ts';
import type { AskResult, Outcome } from '../core/model/question.ts';
import type { AuditEvent } from '../core/model/records.ts';
import type { AskHere, QuestionInput } from '../library/ask-input.ts';
import type { Asking } from './asking.ts';
import { type AskOnceClientLike, clientAsking } from './client-asking.ts';
import { libraryAsking } from './library-asking.ts';

/** The library, as `openAskOnce` returns it. */
export interface AskOnceLibrary {
  ask(what: readonly QuestionInput[], options: AskHere): Promise<AskResult>;
  readonly approve: AskOnce['approve'];
  readonly questions: Pick<AskOnce['questions'], 'cancel'>;
  readonly events: {
    list(query: { after: number; limit?: number }): Promise<readonly AuditEvent[]>;
    last(): Promise<number>;
    on(type: 'ask.settled', listener: (event: AuditEvent) => void): () => void;
    readonly closed: AbortSignal;
  };
}

/** AskOnce as adapters take it: what `openAskOnce` returns, or a client of a server. */
export type AskOnceHost = AskOnceLibrary | AskOnceClientLike;

/** AskOnce as the common core of all adapters uses it. `agent` is shown to people. */
export function askingOf(askonce: AskOnceHost, agent: string): Asking {
  return isLibrary(askonce)
    ? libraryAsking(async () => askonce, { agent, sameAsk: true })
    : clientAsking(askonce, agent);
}

function isLibrary(askonce: AskOnceHost): askonce is AskOnceLibrary {
  return 'questions' in askonce;
}

/** Milliseconds of a `wait` option: `false` is none, `true` and absent are without end. */
export function waitMsOf(wait: boolean | string | number | undefined): number {
  if (wait === undefined || wait === true) return Number.POSITIVE_INFINITY;
  return wait === false ? 0 : durationMs(wait);
}

/** An ask or approval with a `ref` that has its outcome. */
export interface Settlement {
  /** Pass it as `after` to continue behind this one. */
  readonly seq: number;
  readonly ref: string;
  readonly session: string | null;
  readonly job: string | null;
}

/**
 * The settlements after a sequence number, each once and in order, until the signal is aborted or the library is closed. Without `after`
 * only new ones. Keep the last `seq` that you handled, and nothing is missed while the bridge is down.
 */
export async function* settlements(
  askonce: AskOnceHost,
  { after, signal }: { after?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Settlement, void, undefined> {
  const events = isLibrary(askonce)
    ? libraryEvents(askonce.events, after, signal)
    : askonce.events({
        type: 'ask.settled',
        ...(after === undefined ? {} : { after }),
        ...(signal === undefined ? {} : { signal }),
      });
  try {
    for await (const { seq, session, job, data } of events) {
      if (typeof data.ref === 'string') yield { seq, session, job, ref: data.ref };
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

const PAGE = 1_000;

async function* libraryEvents(
  events: AskOnceLibrary['events'],
  after: number | undefined,
  signal: AbortSignal | undefined,
) {
  let changed = Promise.withResolvers<void>();
  const wake = () => changed.resolve();
  const off = events.on('ask.settled', wake);
  const ended = signal === undefined ? events.closed : AbortSignal.any([signal, events.closed]);
  ended.addEventListener('abort', wake);
  // The library lets the process end when nothing else holds it. A bridge that only listens must go on, until the library is closed.
  const alive = setInterval(() => {}, 2 ** 30);
  try {
    let last = after ?? (await events.last());
    while (!ended.aborted) {
      const page = await events.list({ after: last, limit: PAGE });
      for (const event of page) {
        if (ended.aborted) return;
        last = event.seq;
        if (event.type === 'ask.settled') yield { ...event, data: event.data as Record<string, unknown> };
      }
      if (page.length === PAGE) continue;
      await changed.promise;
      changed = Promise.withResolvers();
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    clearInterval(alive);
    off();
    ended.removeEventListener('abort', wake);
  }
}

/** The one question of the tool `ask_user`, in the shape that models know. */
export interface AskUserInput {
  question: string;
  options?: { label: string; description?: string | undefined }[] | undefined;
  multiSelect?: boolean | undefined;
  /** What the question is about, if its words do not say it. */
  context?: string | undefined;
}

/** The words that a model reads about the tool `ask_user`. */
export const ASK_USER = {
  name: 'ask_user',
  description:
    'Ask the person who gave you this task, when you cannot go on without their decision. What they have answered before is not asked ' +
    'again. Offer options where you can. Continue with the answer that is returned.',
  /** Of an {@link AskUserInput}, for frameworks that take JSON Schema. */
  schema: {
    type: 'object',
    properties: {
      question: { type: 'string' },
      options: {
        type: 'array',
        items: {
          type: 'object',
          properties: { label: { type: 'string' }, description: { type: 'string' } },
          required: ['label'],
          additionalProperties: false,
        },
      },
      multiSelect: { type: 'boolean' },
      context: { type: 'string' },
    },
    required: ['question'],
    additionalProperties: false,
  },
} as const;

/** What a tool returns to its model. `next` says what to do where there is no answer. */
export interface AskUserReply {
  [key: string]: string | undefined;
  status: Outcome['outcome'];
  answer?: string;
  /** How it was settled, if no person was asked. */
  evidence?: string;
  id?: string;
  next?: string;
}

export function questionOf({ question, options, multiSelect, context }: AskUserInput): QuestionInput {
  return {
    question,
    ...(options === undefined || options.length === 0
      ? {}
      : {
          options: options.map(({ label, description }) =>
            description === undefined ? { label } : { label, description },
          ),
        }),
    ...(multiSelect === undefined ? {} : { multiSelect }),
    ...(context === undefined ? {} : { context }),
  };
}

export function replyOf(outcome: Outcome): AskUserReply {
  const id = outcome.id === undefined ? {} : { id: outcome.id };
  switch (outcome.outcome) {
    case 'answered':
      return { status: outcome.outcome, answer: outcome.answer, ...id };
    case 'auto_resolved':
      return { status: outcome.outcome, answer: outcome.answer, evidence: outcome.evidence, ...id };
    case 'fallback':
      return { status: outcome.outcome, answer: outcome.answer, ...id };
    case 'parked':
      return {
        status: outcome.outcome,
        ...id,
        next: 'No answer yet. Do not guess. Go on with what does not depend on it, and ask the same again later.',
      };
    case 'failed':
      return { status: outcome.outcome, next: outcome.error, ...id };
    default:
      return {
        status: outcome.outcome,
        ...id,
        next: 'There is no answer. This is no consent: leave out what depends on it.',
      };
  }
}
