/**
 * What every host needs of AskOnce: put a host's questions, get a host's call approved, and leave both. Questions are mapped by position,
 * because an outcome carries the words that were asked first. The outcome is always read by asking again under the same key, so a wake-up
 * that is doubled, lost or early does no harm.
 */
import { createHash } from 'node:crypto';
import type { AskResult, Outcome } from '../core/model/question.ts';
import type { Approval, CallInput } from '../library/approve.ts';
import type { QuestionInput } from '../library/ask-input.ts';
import { LIMITS } from '../util/arguments.ts';

/** Where a call of the host belongs. */
export interface Place {
  readonly session: string;
  /** The AskOnce job that runs the host, if there is one. Its session is used. */
  readonly job: string | null;
}

/** One attempt to get an outcome. */
export interface Attempt extends Place {
  /** Names the ask: the same key is the same ask. */
  readonly key: string;
  readonly waitMs: number;
  /** The event `ask.settled` carries it, so that a bridge knows what to wake. */
  readonly ref?: string;
  readonly signal?: AbortSignal;
  readonly onParked: (parked: Parked) => void;
}

type Result = Pick<AskResult, 'status' | 'ask' | 'asks' | 'items'>;

/** AskOnce as adapters see it; made from the library or from the client. */
export interface Asking {
  ask(questions: readonly QuestionInput[], how: Attempt): Promise<Result>;
  approve(call: CallInput, how: Attempt): Promise<Approval>;
  /** Ends the wait of these asks and approvals. What has already ended stays as it is. */
  leave(parked: Parked, because: string): Promise<void>;
}

/** What waits, and how to leave it. */
export interface Parked {
  readonly ids: readonly string[];
  readonly asks: readonly string[];
}

/** A rest too short to wait for: timers are not exact. */
const SHORTEST_WAIT_MS = 20;

export interface Asked {
  /** One for each question, in the order of the questions. */
  readonly outcomes: readonly Outcome[];
  /** What still waits; empty once everything is settled. */
  readonly parked: Parked;
}

export interface Waiting extends Place {
  /** The host's id of the call. */
  readonly callId: string | null;
  readonly waitMs: number;
  /** The event `ask.settled` carries it. */
  readonly ref?: string;
  readonly signal?: AbortSignal;
  /** Called with what is stored and waits, before the wait begins. */
  readonly onParked?: (parked: Parked) => void;
}

/** Asks a host's questions. There may be more than one ask can hold; the outcomes are in their order. */
export async function askQuestions(
  asking: Asking,
  questions: readonly QuestionInput[],
  waiting: Waiting,
): Promise<Asked> {
  const parts = Array.from({ length: Math.ceil(questions.length / LIMITS.questions) }, (_, at) =>
    questions.slice(at * LIMITS.questions, (at + 1) * LIMITS.questions),
  );
  const results = await Promise.all(
    parts.map((part) => settled(waiting, keyOf(waiting, part), (how) => asking.ask(part, how), whatWaits)),
  );
  const all = results.map(whatWaits);
  return {
    outcomes: results.flatMap(({ items }) => items),
    parked: { ids: all.flatMap(({ ids }) => ids), asks: all.flatMap(({ asks }) => asks) },
  };
}

/**
 * Gets one call of a host approved. Anything but `allow` is not an approval. Without a call id it is asked once: asked again, a decision of
 * the meantime would not be found.
 */
export function askApproval(asking: Asking, call: CallInput, waiting: Waiting): Promise<Approval> {
  const { callId } = waiting;
  const input = callId === null ? call : { ...call, callId: takenId(callId) };
  const waits = callId === null ? () => NOTHING_WAITS : approvalWaits;
  return settled(waiting, keyOf(waiting, input), (how) => asking.approve(input, how), waits);
}

/** For a host that runs a call as it stands: there an edited input is no approval of the call. */
export function allowsAsItStands(approval: Approval): boolean {
  return approval.decision === 'allow' && approval.updatedInput === undefined;
}

/** What a model reads about a decision. */
export function why({ message, evidence }: Exclude<Approval, { decision: 'parked' }>): string {
  return message ?? evidence;
}

/** Waits by asking the same again, until it is settled or the time is up. */
async function settled<R>(
  { session, job, waitMs, ref, signal, onParked = () => {} }: Waiting,
  key: string,
  attempt: (how: Attempt) => Promise<R>,
  waits: (result: R) => Parked,
): Promise<R> {
  const until = performance.now() + waitMs;
  const how = {
    session,
    job,
    key,
    onParked,
    ...(ref === undefined ? {} : { ref }),
    ...(signal === undefined ? {} : { signal }),
  };
  let result = await attempt({ ...how, waitMs });
  while (waits(result).ids.length > 0 && until - performance.now() > SHORTEST_WAIT_MS) {
    signal?.throwIfAborted();
    result = await attempt({ ...how, waitMs: until - performance.now() });
  }
  return result;
}

/** What waits of an ask. */
export function whatWaits({ ask, asks, items }: Result): Parked {
  const ids = items.flatMap((item) => (item.outcome === 'parked' ? [item.id] : []));
  return { ids, asks: ids.length === 0 ? [] : (asks ?? (ask === undefined ? [] : [ask])) };
}

export function approvalWaits(result: Approval): Parked {
  if (result.decision !== 'parked') return NOTHING_WAITS;
  return { ids: [result.id], asks: [] };
}

export const NOTHING_WAITS: Parked = { ids: [], asks: [] };

/**
 * The content is part of the key: a call id that is used again, or forged, for other content does not get the first one's answers. Without a
 * call id, the process that asks is the call.
 */
function keyOf({ session, callId }: Waiting, content: unknown): string {
  return idOf(session, callId ?? crypto.randomUUID(), content);
}

/** A host's id as AskOnce takes it: unchanged where it can be. */
export function takenId(id: string): string {
  return id.length <= LIMITS.id && /^[\x21-\x7e]+$/.test(id) ? id : idOf(id);
}

/** One id for everything that tells a call of a host from its others. Stores of hosts may change the order of fields, so it does not matter. */
export function idOf(...parts: readonly unknown[]): string {
  return `id-${createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('hex')}`;
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
