/**
 * `ask_user`: asks through the engine, and also through the client if it can show the question. The first answer wins, on any surface; the
 * engine decides which that is.
 */

import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { whatWaits } from '../../adapters/asking.ts';
import type { NotShown } from '../../core/answer/not-shown.ts';
import { durationMs } from '../../core/model/duration.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AskResult } from '../../core/model/question.ts';
import type { Clarification } from '../../core/model/views.ts';
import type { AskHere, QuestionInput } from '../../library/ask-input.ts';
import type { WaitOptions } from '../../library/wait.ts';
import { agentOf, type Call, type Elicitation, wasTakenBack } from './call.ts';
import { formOf } from './form.ts';
import { FORM_ID } from './form-replies.ts';
import { endOf, longestWait, Telling } from './long-poll.ts';
import type { McpContext } from './mcp-context.ts';
import { canBeAsked, notAsked, type Reach, reachOf } from './reach.ts';
import { leave, type Taken, takeReply } from './reply.ts';
import type { AskUserInput } from './schemas.ts';
import { type AskState, digestOf } from './seal.ts';
import { placeOf } from './session-of-call.ts';
import { saysOutcomes } from './tool-texts.ts';

/** After three forms with invalid answers, the person is better served by the inbox. */
const MAX_FORMS = 3;

export interface Asking {
  readonly mcpContext: McpContext;
  readonly call: Call;
  readonly seal: (state: AskState) => Promise<string>;
}

/** A repeatable ask: its key identifies it, so that a call that returns, to any process, finds the same ask. */
type Ask = (how: WaitOptions) => Promise<AskResult>;

/** Where the ask belongs. */
type Place = Pick<AskHere, 'session' | 'job'> & { readonly agent: string | null };

export async function askUser(input: AskUserInput, asking: Asking): Promise<CallToolResult | InputRequiredResult> {
  const { mcpContext, call } = asking;
  const about = digestOf(input);
  const state = call.state as AskState | undefined;
  if (state !== undefined && state.about !== about) throw strayState();
  const key = state?.ask ?? randomUUID();
  const ask = askOf(input, key, { ...(await placeOf(mcpContext, call)), agent: agentOf(call.client) }, mcpContext);
  if (call.era === 'modern' && canBeAsked(call, mcpContext)) return inTurns({ ask, key, about, state, input }, asking);
  return waited(ask, input, asking);
}

interface Turn {
  readonly ask: Ask;
  readonly key: string;
  readonly about: string;
  /** The state that the client returns; undefined for a new call. */
  readonly state: AskState | undefined;
  readonly input: AskUserInput;
}

/** The 2026 era: the call returns with a form, and the client calls again with the person's reply. */
async function inTurns({ ask, key, about, state, input }: Turn, asking: Asking) {
  const { mcpContext, call } = asking;
  const before = await ask({ wait: false });
  const { faults, unseen } = state === undefined ? NOTHING_YET : await broughtBack(state, asking);
  const now = state === undefined ? before : await ask({ wait: false });
  if (now.status !== 'parked') return saysOutcomes(now, mcpContext);
  if (unseen !== null)
    return unseen.mayBeSeen ? saysOutcomes(now, mcpContext, unseen) : waited(ask, input, asking, unseen);
  const open = await parkedIn(now, mcpContext);
  const round = (state?.round ?? 0) + 1;
  const reach = round > MAX_FORMS || state?.by === 'page' ? 'inbox' : reachOf(call, mcpContext, open);
  if (reach === 'inbox') return waited(ask, input, asking);
  const shown = open.map(({ id }) => id);
  const requestState = await asking.seal({
    ask: key,
    about,
    shown,
    by: reach,
    round,
    at: mcpContext.askonce.clock.now(),
  });
  return inputRequired({ inputRequests: { person: embedded(shownBy(open, reach, faults, asking)) }, requestState });
}

const NOTHING_YET: Taken = { faults: [], unseen: null };

async function broughtBack(state: AskState, { mcpContext, call }: Asking): Promise<Taken> {
  const reply = inputResponse(call.responses, 'person');
  if (reply.kind !== 'elicit') return { faults: ['The form came back empty.'], unseen: null };
  const found = await Promise.all(state.shown.map((id) => mcpContext.askonce.questions.get(id)));
  const questions = found.filter((one) => one !== null);
  const afterMs = mcpContext.askonce.clock.now() - (state.at ?? Number.NEGATIVE_INFINITY);
  const shown = { questions, as: state.by, client: call.client, afterMs, key: `${state.ask}/${state.round}` };
  return takeReply(reply, shown, mcpContext);
}

/**
 * Waits for an answer from any surface; a client of the 2025 era is asked meanwhile, if possible.
 * @param already Why its person has not seen the question; null if that is not known.
 */
async function waited(
  ask: Ask,
  input: AskUserInput,
  { mcpContext, call }: Asking,
  already: NotShown | null = null,
): Promise<CallToolResult> {
  const enough = new AbortController();
  const ends = AbortSignal.any([endOf(mcpContext, call), enough.signal]);
  const telling = new Telling(mcpContext, call);
  const showsForm = call.era === 'legacy' && canBeAsked(call, mcpContext);
  const asks = new Set<string>();
  const alone = notAsked(call, mcpContext);
  let unseen = already ?? alone;
  let stopTimer = () => {};
  let form = new AbortController();
  // Without a form the call waits only as long as for a client that cannot show one. If the person closed the form, it stops waiting.
  const wasNotShown = (why: NotShown) => {
    unseen = why;
    stopTimer();
    stopTimer = mcpContext.askonce.clock.after(why.mayBeSeen ? 0 : longestWait(mcpContext, call), () => enough.abort());
  };
  const onParked = async (waits: AskResult) => {
    for (const one of asksOf(waits)) asks.add(one);
    if (ends.aborted) return;
    telling.about(waits.items.find(({ outcome }) => outcome === 'parked')!.question);
    // A repeated question gets a new form.
    form.abort();
    form = new AbortController();
    if (alone !== null) await noted(waits, alone, { mcpContext, call });
    if (showsForm) {
      const there = { mcpContext, call, ends: AbortSignal.any([ends, form.signal]) };
      void askThere(waits, there).then((why) => why && wasNotShown(why));
    }
  };
  try {
    const wait = Math.min(longestWait(mcpContext, call, showsForm), patienceIn(input));
    return saysOutcomes(await ask({ wait, signal: ends, onParked }), mcpContext, unseen);
  } catch (error) {
    if (!ends.aborted) throw error;
    if (call.signal.aborted && wasTakenBack(call.signal)) {
      await leave(mcpContext, asks, 'the agent no longer needs an answer');
      throw error;
    }
    return saysOutcomes(await ask({ wait: false }), mcpContext, unseen);
  } finally {
    telling.stop();
    stopTimer();
    form.abort();
  }
}

/**
 * Asks the person through a client of the 2025 era, while the call waits. If that fails, the question is still in the inbox. Returns why
 * the person was not shown the question, if that is known.
 */
async function askThere(
  result: AskResult,
  { mcpContext, call, ends }: Pick<Asking, 'mcpContext' | 'call'> & { ends: AbortSignal },
): Promise<NotShown | null> {
  const { clock } = mcpContext.askonce;
  let faults: readonly string[] = [];
  try {
    for (let round = 1; round <= MAX_FORMS; round += 1) {
      const open = await parkedIn(result, mcpContext);
      const reach = reachOf(call, mcpContext, open);
      if (reach === 'inbox') return null;
      const { client } = call;
      const form = { shown: open.map(({ id }) => id), as: reach, client, at: clock.now(), key: randomUUID() };
      const id = await mcpContext.signForm?.(form);
      const toShow = shownBy(open, reach, faults, { mcpContext, call });
      const sent = id === undefined ? toShow : { ...toShow, _meta: { [FORM_ID]: id } };
      const reply = await call.elicit(sent, ends, mcpContext.waitMs);
      const shown = { ...form, questions: open, afterMs: clock.now() - form.at };
      const taken = await takeReply(reply, shown, mcpContext);
      if (taken.unseen !== null || taken.faults.length === 0) return taken.unseen;
      faults = taken.faults;
    }
  } catch (error) {
    if (!ends.aborted) mcpContext.log(`[mcp] ${call.client} could not show the question: ${String(error)}`);
  }
  return null;
}

/** Records that a client did not get the questions to show. The ask continues even if this cannot be recorded. */
async function noted(
  waits: AskResult,
  { because }: NotShown,
  { mcpContext, call }: Pick<Asking, 'mcpContext' | 'call'>,
) {
  try {
    for (const { id } of await parkedIn(waits, mcpContext))
      await mcpContext.askonce.questions.notShown(id, call.client, because);
  } catch (error) {
    mcpContext.log(`[mcp] could not record that ${call.client} did not show the question: ${String(error)}`);
  }
}

/** The form or page that the client is to show. */
function shownBy(
  open: readonly Clarification[],
  reach: Exclude<Reach, 'inbox'>,
  faults: readonly string[],
  { mcpContext, call }: Pick<Asking, 'mcpContext' | 'call'>,
): Elicitation {
  if (reach === 'form') return formOf(open, { titled: call.hasTitledChoices, faults });
  const questions = open.map(({ question }) => question).join(' ');
  const message = `The answer may be secret, so enter it where only AskOnce can read it: ${questions}`;
  return { mode: 'url', message, url: mcpContext.inbox, elicitationId: open[0]!.id };
}

/** The same as a part of a 2026-era result. */
function embedded(shown: Elicitation) {
  return shown.mode === 'url'
    ? inputRequired.elicitUrl({ message: shown.message, url: shown.url })
    : inputRequired.elicit(shown);
}

/** The questions of an ask that still wait, as the person sees them. */
async function parkedIn({ items }: AskResult, { askonce }: McpContext): Promise<readonly Clarification[]> {
  const ids = new Set(items.flatMap((item) => (item.outcome === 'parked' ? [item.id] : [])));
  const found = await Promise.all([...ids].map((id) => askonce.questions.get(id)));
  return found.filter((one) => one !== null).filter(({ status }) => status === 'pending');
}

function asksOf({ ask, asks }: AskResult): readonly string[] {
  return asks ?? (ask === undefined ? [] : [ask]);
}

function askOf(input: AskUserInput, key: string, place: Place, { askonce, caller, job, parked }: McpContext): Ask {
  const { questions, reason, subject, destructive, timeout, onTimeout, fallback } = input;
  const what = questions.map((one) => ({
    ...{ reason, subject, ...one },
    destructive: one.destructive === true || destructive === true,
  })) as QuestionInput[];
  // The engine ignores null and undefined.
  const how = { ...place, caller, timeout, onTimeout, fallback, job } as AskHere;
  return async (wait) => {
    const onParked = (waits: AskResult) => {
      parked?.(whatWaits(waits).ids);
      return wait.onParked?.(waits);
    };
    const result = await askonce.ask(what, { ...how, idempotencyKey: key, ...wait, onParked });
    if (wait.wait === false && result.status === 'parked') parked?.(whatWaits(result).ids);
    return result;
  };
}

/** A timeout alone limits how long the agent waits; together with `onTimeout`, it is the question's own deadline. */
function patienceIn({ timeout, onTimeout }: AskUserInput): number {
  return timeout === undefined || (onTimeout ?? 'wait') !== 'wait' ? Number.POSITIVE_INFINITY : durationMs(timeout);
}

function strayState(): AskOnceError {
  return new AskOnceError('argument_invalid', 'The requestState belongs to another question.');
}
