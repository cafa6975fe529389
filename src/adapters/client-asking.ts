/** A client of a server as adapters use it. */
import type { AskResult, Outcome } from '../core/model/question.ts';
import type { Approval, CallInput } from '../library/approve.ts';
import type { QuestionInput } from '../library/ask-input.ts';
import { type Asking, type Attempt, approvalWaits, type Parked, whatWaits } from './asking.ts';

interface SentPlace {
  sessionId?: string;
  job?: string;
  agent?: string;
  ref?: string;
  wait?: number;
}

/** A client of a server: `AskOnceClient` of `askonce/client`, or a stand-in. */
export interface AskOnceClientLike {
  ask(
    body: SentPlace & { questions: QuestionBody[] },
    options: { wait: false; idempotencyKey: string; signal?: AbortSignal },
  ): Promise<{ status: AskResult['status']; ask?: string | undefined; items: readonly object[] }>;
  approve(
    body: SentPlace & CallBody,
    options: { wait: false; idempotencyKey: string; signal?: AbortSignal },
  ): Promise<object>;
  cancel(id: string, body: { ask?: string; because?: string }): Promise<unknown>;
  events(options: {
    after?: number;
    type: 'ask.settled';
    signal?: AbortSignal;
  }): AsyncIterable<{ seq: number; session: string | null; job: string | null; data: Record<string, unknown> }>;
}

type QuestionBody = Pick<QuestionInput, 'question' | 'header' | 'context' | 'multiSelect'> & {
  options?: { label: string; description?: string }[];
};
type CallBody = Omit<CallInput, 'suggestions'> & { suggestions?: string[] };
type Asked = Pick<AskResult, 'status' | 'ask' | 'items'>;

/** A server holds a request for a minute at most. */
const LONGEST_REQUEST_MS = 30_000;

export function clientAsking(client: AskOnceClientLike, agent: string): Asking {
  return {
    async ask(questions, how) {
      const options = { wait: false, idempotencyKey: how.key, ...signalOf(how.signal) } as const;
      const sent = questions.map(sentQuestion);
      const ask = async (waitMs: number) =>
        (await client.ask({ ...sentPlace({ ...how, waitMs }, agent), questions: sent }, options)) as Asked;
      const asked = await thenWaited(how, ask, whatWaits);
      const items = asked.items.map((item, at) => checked(item, questions[at]!.schema));
      return { ...asked, items: await Promise.all(items) };
    },
    async approve(call, how) {
      const body = {
        ...call,
        ...(call.suggestions === undefined ? {} : { suggestions: [...call.suggestions] }),
      } as CallBody;
      const options = { wait: false, idempotencyKey: how.key, ...signalOf(how.signal) } as const;
      const approve = async (waitMs: number) =>
        (await client.approve({ ...body, ...sentPlace({ ...how, waitMs }, agent) }, options)) as Approval;
      return thenWaited(how, approve, approvalWaits);
    },
    async leave({ ids, asks }, because) {
      // A question is left for the ask that put it. Which of several did is not known, and the others reject it.
      const whose = asks.length === 0 ? [{}] : asks.map((ask) => ({ ask }));
      const left = ids.flatMap((id) => whose.map((ask) => client.cancel(id, { because, ...ask })));
      await Promise.allSettled(left);
    },
  };
}

/** The first request does not wait: its reply says what is stored before the wait begins. */
async function thenWaited<R>(
  { waitMs, onParked }: Pick<Attempt, 'waitMs' | 'onParked'>,
  attempt: (waitMs: number) => Promise<R>,
  waits: (result: R) => Parked,
): Promise<R> {
  const first = await attempt(0);
  const parked = waits(first);
  if (parked.ids.length === 0) return first;
  onParked(parked);
  return waitMs === 0 ? first : attempt(waitMs);
}

function sentPlace(
  { session, job, ref, waitMs }: { session: string; job: string | null; ref?: string; waitMs: number },
  agent: string,
): SentPlace {
  return {
    ...(job === null ? { sessionId: session } : { job }),
    agent,
    ...(ref === undefined ? {} : { ref }),
    ...(waitMs === 0 ? {} : { wait: Math.min(waitMs, LONGEST_REQUEST_MS) }),
  };
}

/** A schema is code, so it stays here. */
function sentQuestion({ options, schema: _, ...question }: QuestionInput): QuestionBody {
  const sent = options?.map((option) => (typeof option === 'string' ? { label: option } : option));
  return { ...(question as QuestionBody), ...(sent === undefined ? {} : { options: sent as { label: string }[] }) };
}

/** What a schema rejects is no answer. The server has closed the question, so it cannot ask again as the library does. */
async function checked(item: Outcome, schema: QuestionInput['schema']): Promise<Outcome> {
  if (schema === undefined || (item.outcome !== 'answered' && item.outcome !== 'auto_resolved')) return item;
  const result = await schema['~standard'].validate(item.answer);
  if (!result.issues) return { ...item, value: result.value };
  const { id, question, type, answer } = item;
  const error = `The answer “${answer}” was rejected: ${result.issues.map(({ message }) => message).join('; ')}`;
  const evidence = 'the answer does not match the schema of the asker';
  return { outcome: 'failed', id, question, type, evidence, confidence: 1, error, code: 'answer_refused' };
}

function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
