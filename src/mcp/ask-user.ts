/**
 * `ask_user`: asks through the engine, and reaches for the person through the client as well, where it can be asked. The first
 * answer wins, wherever it is given; the engine decides which that is.
 */
import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { AskResult } from '../core/clarification.ts';
import { durationMs } from '../core/duration.ts';
import { AskOnceError } from '../core/errors.ts';
import type { ClarificationRecord } from '../core/records.ts';
import type { AskOptions, QuestionInput } from '../prepare.ts';
import type { Session, WaitOptions } from '../session.ts';
import { type Call, type Elicitation, wasTakenBack } from './call.ts';
import { placeOf } from './conversation.ts';
import type { Desk } from './desk.ts';
import { formOf } from './form.ts';
import { endOf, longestWait, Telling } from './patience.ts';
import { canBeAsked, type Reach, reachOf } from './reach.ts';
import { leave, takeReply } from './reply.ts';
import { saysOutcomes } from './says.ts';
import type { AskUserInput } from './schemas.ts';
import { type AskState, digestOf } from './seal.ts';

/** A person who has sent three forms that could not be taken is better served by the inbox. */
const MOST_FORMS = 3;

export interface Asking {
  readonly desk: Desk;
  readonly call: Call;
  readonly seal: (state: AskState) => Promise<string>;
}

/** The same ask, however often: it is known by a key, so that a call that comes back, to whichever process, finds its own. */
type Ask = (how: WaitOptions) => Promise<AskResult>;

export async function askUser(input: AskUserInput, asking: Asking): Promise<CallToolResult | InputRequiredResult> {
  const { desk, call } = asking;
  const about = digestOf(input);
  const state = call.state as AskState | undefined;
  if (state !== undefined && state.about !== about) throw strayState();
  const key = state?.ask ?? randomUUID();
  const place = { ...(await placeOf(desk, call)), caller: desk.caller };
  return desk.askonce.inSession(place, (session) => {
    const ask = askOf(input, key, session, desk);
    if (call.era === 'modern' && canBeAsked(call, desk)) return inTurns({ ask, key, about, state, input }, asking);
    return waited(ask, input, asking);
  });
}

interface Turn {
  readonly ask: Ask;
  readonly key: string;
  readonly about: string;
  /** What the client brings back; none where the call is new. */
  readonly state: AskState | undefined;
  readonly input: AskUserInput;
}

/** The 2026 era: the call returns with a form, and comes back with what the person did with it. */
async function inTurns({ ask, key, about, state, input }: Turn, asking: Asking) {
  const { desk, call } = asking;
  const before = await ask({ wait: false });
  const faults = state === undefined ? [] : await broughtBack(state, before, asking);
  const now = state === undefined ? before : await ask({ wait: false });
  if (now.status !== 'parked') return saysOutcomes(now, desk);
  const open = await parkedIn(now, desk);
  const round = (state?.round ?? 0) + 1;
  const reach = round > MOST_FORMS || state?.by === 'page' ? 'inbox' : reachOf(call, desk, open);
  if (reach === 'inbox') return waited(ask, input, asking);
  const requestState = await asking.seal({ ask: key, about, shown: open.map(({ id }) => id), by: reach, round });
  return inputRequired({ inputRequests: { person: embedded(shownBy(open, reach, faults, asking)) }, requestState });
}

async function broughtBack(state: AskState, before: AskResult, { desk, call }: Asking): Promise<readonly string[]> {
  const reply = inputResponse(call.responses, 'person');
  if (reply.kind !== 'elicit') return ['The form came back empty.'];
  const found = await Promise.all(state.shown.map((id) => desk.askonce.clarification(id)));
  const questions = found.filter((one) => one !== null);
  const shown = { questions, as: state.by, asks: asksOf(before), key: `${state.ask}/${state.round}` };
  return takeReply(reply, shown, desk);
}

/** Waits for an answer from anywhere; a client of the 2025 era is asked meanwhile, where it can be. */
async function waited(ask: Ask, input: AskUserInput, { desk, call }: Asking): Promise<CallToolResult> {
  const ends = endOf(desk, call);
  const telling = new Telling(desk, call);
  const showsForm = call.era === 'legacy' && canBeAsked(call, desk);
  const asks = new Set<string>();
  let form = new AbortController();
  const onParked = (waits: AskResult) => {
    for (const one of asksOf(waits)) asks.add(one);
    if (ends.aborted) return;
    telling.about(waits.items.find(({ outcome }) => outcome === 'parked')!.question);
    // What is asked anew has a form of its own.
    form.abort();
    form = new AbortController();
    if (showsForm) void askThere(waits, asks, { desk, call, ends: AbortSignal.any([ends, form.signal]) });
  };
  try {
    const wait = Math.min(longestWait(desk, call, showsForm), patienceIn(input));
    return saysOutcomes(await ask({ wait, signal: ends, onParked }), desk);
  } catch (error) {
    if (!ends.aborted) throw error;
    if (call.signal.aborted && wasTakenBack(call.signal)) {
      await leave(desk, asks, 'the agent no longer wants to know');
      throw error;
    }
    return saysOutcomes(await ask({ wait: false }), desk);
  } finally {
    telling.stop();
    form.abort();
  }
}

/** Asks the person through a client of the 2025 era, while the call waits. Whatever goes wrong there, the inbox is still there. */
async function askThere(
  result: AskResult,
  asks: ReadonlySet<string>,
  { desk, call, ends }: Pick<Asking, 'desk' | 'call'> & { ends: AbortSignal },
): Promise<void> {
  let faults: readonly string[] = [];
  try {
    for (let round = 1; round <= MOST_FORMS; round += 1) {
      const open = await parkedIn(result, desk);
      const reach = reachOf(call, desk, open);
      if (reach === 'inbox') return;
      const reply = await call.elicit(shownBy(open, reach, faults, { desk, call }), ends, desk.waitMs);
      faults = await takeReply(reply, { questions: open, as: reach, asks: [...asks], key: randomUUID() }, desk);
      if (faults.length === 0) return;
    }
  } catch (error) {
    if (!ends.aborted) desk.log(`[mcp] ${call.client} could not ask its person: ${String(error)}`);
  }
}

/** What the client is to show. */
function shownBy(
  open: readonly ClarificationRecord[],
  reach: Exclude<Reach, 'inbox'>,
  faults: readonly string[],
  { desk, call }: Pick<Asking, 'desk' | 'call'>,
): Elicitation {
  if (reach === 'form') return formOf(open, { titled: call.hasTitledChoices, faults });
  const questions = open.map(({ question }) => question).join(' ');
  const message = `This may need something secret, which is typed where only AskOnce reads it: ${questions}`;
  return { mode: 'url', message, url: desk.inbox, elicitationId: open[0]!.id };
}

/** The same as a part of a result of the 2026 era. */
function embedded(shown: Elicitation) {
  return shown.mode === 'url'
    ? inputRequired.elicitUrl({ message: shown.message, url: shown.url })
    : inputRequired.elicit(shown);
}

/** The questions of an ask that still wait, as the person sees them. */
async function parkedIn({ items }: AskResult, { askonce }: Desk): Promise<readonly ClarificationRecord[]> {
  const ids = new Set(items.flatMap((item) => (item.outcome === 'parked' ? [item.id] : [])));
  const found = await Promise.all([...ids].map((id) => askonce.clarification(id)));
  return found.filter((one) => one !== null).filter(({ status }) => status === 'pending');
}

function asksOf({ ask, asks }: AskResult): readonly string[] {
  return asks ?? (ask === undefined ? [] : [ask]);
}

function askOf(input: AskUserInput, key: string, session: Session, { job, parked }: Desk): Ask {
  const { questions, reason, subject, destructive, timeout, onTimeout, fallback } = input;
  const what = questions.map((one) => ({
    ...{ reason, subject, ...one },
    destructive: one.destructive === true || destructive === true,
  })) as QuestionInput[];
  const deadline = typeof timeout === 'number' ? `${timeout}ms` : timeout;
  // What is not given is left out by the engine, null or undefined.
  const how = { deadline, onTimeout, fallback, job } as AskOptions;
  return async (wait) => {
    const onParked = (waits: AskResult) => {
      parked?.(waits);
      return wait.onParked?.(waits);
    };
    const result = await session.ask(what, { ...how, key, ...wait, onParked });
    if (wait.wait === false && result.status === 'parked') parked?.(result);
    return result;
  };
}

/** A time alone is how long the agent wants to wait; with something to happen then, it is the question's own. */
function patienceIn({ timeout, onTimeout }: AskUserInput): number {
  return timeout === undefined || (onTimeout ?? 'wait') !== 'wait' ? Number.POSITIVE_INFINITY : durationMs(timeout);
}

function strayState(): AskOnceError {
  return new AskOnceError('argument_invalid', 'The requestState belongs to another question.');
}
