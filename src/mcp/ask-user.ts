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
import { clip } from '../core/answer-check.ts';
import type { AskResult } from '../core/clarification.ts';
import { AskOnceError } from '../core/errors.ts';
import type { ClarificationRecord } from '../core/records.ts';
import type { AskOptions, AskWhat } from '../prepare.ts';
import type { Session } from '../session.ts';
import { type Call, wasTakenBack } from './call.ts';
import { conversationOf } from './conversation.ts';
import { type Desk, SILENT_MS } from './desk.ts';
import { answersIn, formOf } from './form.ts';
import { canBeAsked, type Reach, reachOf } from './reach.ts';
import { saysOutcomes } from './says.ts';
import type { AskUserInput } from './schemas.ts';
import { type AskState, digestOf } from './seal.ts';

/** A person who has sent three forms that could not be taken is better served by the inbox. */
const MOST_FORMS = 3;
const TELL_EVERY_MS = 10_000;

export interface Asking {
  readonly desk: Desk;
  readonly call: Call;
  readonly seal: (state: AskState) => Promise<string>;
}

type Reply = CallToolResult | InputRequiredResult;

export async function askUser(input: AskUserInput, asking: Asking): Promise<Reply> {
  const { desk, call } = asking;
  const about = digestOf(input);
  const state = call.state as AskState | undefined;
  if (state !== undefined && state.about !== about) throw strayState();
  const key = state?.ask ?? randomUUID();
  const session = desk.askonce.session(await conversationOf(desk, call));
  const ask = (how: Parameters<Session['ask']>[1]): Promise<AskResult> =>
    session.ask(whatOf(input), { ...howOf(input), ...(desk.job === null ? {} : { job: desk.job }), key, ...how });

  if (call.era === 'legacy' || !canBeAsked(call, desk)) return said(await waited(ask, asking), desk);
  const first = await ask({ wait: false });
  const faults = state === undefined ? [] : await takeInto(first, state, asking);
  const now = state === undefined ? first : await ask({ wait: false });
  const open = await parkedIn(now, desk);
  const round = (state?.round ?? 0) + 1;
  const reach = round > MOST_FORMS || state?.by === 'page' ? 'inbox' : reachOf(call, desk, open);
  if (reach === 'inbox') return said(now.status === 'parked' ? await waited(ask, asking) : now, desk);
  const shown = open.map(({ id }) => id);
  const requestState = await asking.seal({ ask: key, about, shown, by: reach, round });
  return inputRequired({ inputRequests: { person: embedded(open, reach, faults, asking) }, requestState });
}

/** Waits for an answer from anywhere, saying now and then that it does. */
async function waited(
  ask: (how: AskOptions & Parameters<Session['ask']>[1]) => Promise<AskResult>,
  { desk, call }: Asking,
): Promise<AskResult> {
  const { askonce } = desk;
  const gone = AbortSignal.any([call.signal, ...(desk.stopping ? [desk.stopping] : [])]);
  const settled = new AbortController();
  let parked: AskResult | undefined;
  let stopTelling = () => {};
  const onParked = (waits: AskResult) => {
    parked = waits;
    stopTelling();
    stopTelling = tell(waits, { desk, call });
    if (asksThere) void askThere(waits, { desk, call, ends: AbortSignal.any([gone, settled.signal]) });
  };
  const asksThere = call.era === 'legacy' && canBeAsked(call, desk);
  // A client whose person reads a form knows that it takes time.
  const wait = call.progress === null && !asksThere ? Math.min(SILENT_MS, desk.waitMs) : desk.waitMs;
  try {
    return await ask({ wait, signal: gone, onParked });
  } catch (error) {
    if (!gone.aborted || error !== gone.reason) throw error;
    if (call.signal.aborted && parked?.ask !== undefined && wasTakenBack(call.signal))
      await askonce.cancel(parked.ask, 'the agent no longer wants to know').catch(() => 0);
    return parked ?? (await ask({ wait: false }));
  } finally {
    stopTelling();
    settled.abort();
  }
}

/** Says every few seconds that the call still waits, so that no client takes it for dead. Returns the function that ends it. */
function tell({ items }: AskResult, { desk, call }: Pick<Asking, 'desk' | 'call'>): () => void {
  const { progress } = call;
  if (progress === null) return () => {};
  const { clock } = desk.askonce;
  const [first] = items.filter(({ outcome }) => outcome === 'parked');
  const message = `Waiting for a person to answer: ${clip(first!.question)}`;
  const since = clock.now();
  let stop = () => {};
  const next = () => {
    // A client that cannot be told is noticed by whoever waits.
    progress(Math.round((clock.now() - since) / 1000), message).catch(() => {});
    stop = clock.after(TELL_EVERY_MS, next);
  };
  next();
  return () => stop();
}

/** Asks the person through a client of the 2025 era, while the call waits. Whatever goes wrong there, the inbox is still there. */
async function askThere(
  result: AskResult,
  { desk, call, ends }: Pick<Asking, 'desk' | 'call'> & { ends: AbortSignal },
): Promise<void> {
  let faults: readonly string[] = [];
  try {
    for (let round = 1; round <= MOST_FORMS; round += 1) {
      const open = await parkedIn(result, desk);
      const reach = reachOf(call, desk, open);
      if (reach === 'inbox') return;
      const reply = await call.elicit(elicitationOf(open, reach, faults, { desk, call }), ends, desk.waitMs);
      faults = await take({ ...reply, kind: 'elicit' }, open, { ask: result.ask!, key: randomUUID(), by: reach, desk });
      if (faults.length === 0) return;
    }
  } catch (error) {
    if (!ends.aborted) desk.log(`[mcp] ${call.client} could not ask its person: ${String(error)}`);
  }
}

/** Takes what a client of the 2026 era brings back. */
async function takeInto(result: AskResult, state: AskState, { desk, call }: Asking): Promise<readonly string[]> {
  const view = inputResponse(call.responses, 'person');
  const found = await Promise.all(state.shown.map((id) => desk.askonce.clarification(id)));
  const shown = found.filter((one) => one !== null);
  if (view.kind !== 'elicit') return ['The form came back empty.'];
  // Sent twice, it is the same answer, whatever it says the second time.
  return take(view, shown, { ask: result.ask!, key: `${state.ask}/${state.round}`, by: state.by, desk });
}

interface Taking {
  readonly ask: string;
  readonly key: string;
  readonly by: 'form' | 'page';
  readonly desk: Desk;
}

/** Gives what the person did to the engine; returns why some of it was not taken, in words for the person. */
async function take(
  {
    action,
    content,
  }: { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> | undefined; kind: 'elicit' },
  shown: readonly ClarificationRecord[],
  { ask, key, by, desk }: Taking,
): Promise<readonly string[]> {
  const { askonce } = desk;
  const who = { ...(desk.by === undefined ? {} : { by: desk.by }), surface: 'mcp' };
  if (action === 'cancel') {
    await askonce.cancel(ask, 'the person closed the question without an answer');
    return [];
  }
  if (action === 'decline') {
    for (const { id } of shown) await unlessClosed(askonce.decline(id, undefined, who));
    return [];
  }
  // That a page was opened is no answer yet.
  if (by === 'page') return [];
  const answers = answersIn(content ?? {}, shown);
  const faults: string[] = [];
  for (const question of shown) {
    const answer = answers.get(question.id);
    if (answer === undefined) faults.push(`“${clip(question.question)}” was left open.`);
    else faults.push(...(await unlessClosed(askonce.answer(question.id, answer, { ...who, key }))));
  }
  return faults;
}

/** Why an answer was refused. That somebody else was first is no fault: the asker is told who, and what they said. */
async function unlessClosed(given: Promise<unknown>): Promise<readonly string[]> {
  try {
    await given;
    return [];
  } catch (error) {
    if (!(error instanceof AskOnceError)) throw error;
    if (error.code === 'already_answered' || error.code === 'clarification_closed') return [];
    if (!['answer_refused', 'answer_empty', 'answer_too_long'].includes(error.code)) throw error;
    return [error.message];
  }
}

function elicitationOf(
  open: readonly ClarificationRecord[],
  reach: Exclude<Reach, 'inbox'>,
  faults: readonly string[],
  { desk, call }: Pick<Asking, 'desk' | 'call'>,
) {
  if (reach === 'form') return formOf(open, { titled: call.hasTitledChoices, faults });
  const message = `This needs something secret, which is typed where only AskOnce reads it: ${open.map(({ question }) => question).join(' ')}`;
  return { mode: 'url' as const, message, url: desk.inbox!, elicitationId: open[0]!.id };
}

function embedded(
  open: readonly ClarificationRecord[],
  reach: Exclude<Reach, 'inbox'>,
  faults: readonly string[],
  asking: Asking,
) {
  const asked = elicitationOf(open, reach, faults, asking);
  return asked.mode === 'url'
    ? inputRequired.elicitUrl({ message: asked.message, url: asked.url })
    : inputRequired.elicit(asked);
}

/** The questions of an ask that still wait, as the person sees them. */
async function parkedIn({ items }: AskResult, { askonce }: Desk): Promise<readonly ClarificationRecord[]> {
  const ids = items.flatMap((item) => (item.outcome === 'parked' ? [item.id] : []));
  const found = await Promise.all([...new Set(ids)].map((id) => askonce.clarification(id)));
  return found.filter((one) => one?.status === 'pending').map((one) => one!);
}

function said(result: AskResult, { inbox }: Desk): CallToolResult {
  return saysOutcomes(result, { inbox });
}

function whatOf({ questions, reason, destructive, subject }: AskUserInput): AskWhat {
  const all = {
    ...(reason ? { reason } : {}),
    ...(destructive ? { destructive } : {}),
    ...(subject ? { subject } : {}),
  };
  return { questions: questions.map((one) => ({ ...all, ...one })) as never };
}

function howOf({ timeout, onTimeout, fallback }: AskUserInput): AskOptions {
  const deadline = typeof timeout === 'number' ? `${timeout}ms` : timeout;
  return { deadline, onTimeout, fallback } as AskOptions;
}

function strayState(): AskOnceError {
  return new AskOnceError('argument_invalid', 'The requestState belongs to another question.');
}
