/**
 * How waiting askers leave a question: they cancel, or their deadline passes. A question that no ask waits for is withdrawn, and a job that
 * waits for nothing else resumes. Pure, like answer/decide.ts.
 */
import { type Caller, ownerOnly } from '../access.ts';
import type { Decided, Effect, ItemSettlement, Verdict } from '../effects.ts';
import { afterQuestion } from '../jobs/on-settled.ts';
import { AskOnceError } from '../model/errors.ts';
import type { AskRecord, ClarificationRecord, EventRecord, EventType, ItemRecord } from '../model/records.ts';
import type { AskItemsState, ClarificationState, LeavingItem, Waiting } from '../states.ts';

/** The asker cancels. Its questions are withdrawn unless another ask waits for them. */
export function decideCancel(
  state: AskItemsState,
  command: { readonly ask: string; readonly because: string | null; readonly caller?: Caller | null },
  now: number,
): Verdict<{ readonly cancelled: number }> {
  if (!state.ask) return { error: unknownAsk(command.ask) };
  const refused = ownerOnly(command.caller ?? null, state.ask.token, `Ask ${command.ask}`);
  if (refused) return { error: refused };
  const evidence = command.because ? `the asker cancelled: “${command.because}”` : 'the asker cancelled';
  const { effects, left } = leave(state, now, 'ask.cancelled', () => ({
    outcome: 'cancelled',
    evidence,
    confidence: 1,
  }));
  return { effects, result: { cancelled: left } };
}

/** A deadline has passed. `wait` never changes anything: silence is never consent. */
export function decideExpire(state: AskItemsState, now: number): Decided<{ readonly expired: number }> {
  const { ask } = state;
  if (!ask || !isOverdue(ask, now)) return { effects: [], result: { expired: 0 } };
  const { effects, left } = leave(state, now, expiryEvent(ask.onTimeout), (item) => expiry(ask, item));
  return { effects, result: { expired: left } };
}

function isOverdue(ask: AskRecord | null, now: number): ask is AskRecord {
  return ask !== null && ask.deadline !== null && ask.deadline <= now && ask.onTimeout !== 'wait';
}

function expiryEvent(onTimeout: AskRecord['onTimeout']): EventType {
  return onTimeout === 'fallback' ? 'ask.fallback' : 'ask.expired';
}

function expiry(ask: AskRecord, item: ItemRecord): ItemSettlement {
  const evidence = `no answer by ${new Date(ask.deadline!).toISOString()}`;
  if (ask.onTimeout === 'default') {
    return {
      outcome: 'auto_resolved',
      answer: item.default,
      source: 'default',
      evidence: `${evidence}; the default applies`,
      confidence: 0,
    };
  }
  if (ask.onTimeout === 'fallback') {
    return { outcome: 'fallback', answer: ask.fallback, source: 'fallback', evidence, confidence: 0 };
  }
  return { outcome: 'expired', evidence, confidence: 1 };
}

/** Settles every waiting item of one ask, and resumes its job if it waits for nothing else. */
function leave(state: AskItemsState, now: number, type: EventType, settle: (item: ItemRecord) => ItemSettlement) {
  const leaving = state.items.filter(({ item }) => item.outcome === 'parked');
  const effects = leaveItems(leaving, now, type, settle);
  const [first] = leaving;
  if (first?.asked) effects.push(...endedQuestion(first, settle(first.item), now));
  else if (first?.item.job && first.jobWaits === leaving.length)
    effects.push(...resume(first.item.job, first.item, now));
  return { effects, left: leaving.length };
}

/** Settles the waiting items of those who leave, and withdraws the questions that no ask waits for any more. */
export function leaveItems(
  leaving: readonly LeavingItem[],
  now: number,
  type: EventType,
  settle: (item: ItemRecord) => ItemSettlement,
): Effect[] {
  const effects: Effect[] = [];
  for (const { item } of leaving) {
    const settlement = settle(item);
    effects.push({ do: 'settle_item', ask: item.ask, position: item.position, ...settlement });
    effects.push(...itemEvents(type, item, now, settlement), ...settledEvents([item], settlement.outcome, now));
  }
  const withdrawn = new Set<string>();
  for (const { clarification, waiters } of leaving) {
    if (!clarification || withdrawn.has(clarification.id)) continue;
    const mine = leaving.filter((other) => other.clarification?.id === clarification.id).length;
    if (mine < waiters) continue;
    withdrawn.add(clarification.id);
    effects.push(...withdraw(clarification, now));
  }
  return effects;
}

/** Returns the items that still wait for a question, after settling those whose deadline has passed. */
export function openFor(state: ClarificationState, now: number): { effects: Effect[]; waiting: readonly Waiting[] } {
  const waiting = state.waiting.filter(({ ask }) => !isOverdue(ask, now));
  const effects: Effect[] = [];
  for (const { item, ask, asked } of state.waiting) {
    if (!isOverdue(ask, now)) continue;
    const settlement = expiry(ask, item);
    effects.push({ do: 'settle_item', ask: item.ask, position: item.position, ...settlement });
    effects.push(...itemEvents(expiryEvent(ask.onTimeout), item, now, settlement));
    effects.push(...settledEvents([item], settlement.outcome, now));
    effects.push(...endedQuestion({ item, asked }, settlement, now));
  }
  if (state.clarification?.status === 'pending' && waiting.length === 0) {
    effects.push(...withdraw(state.clarification, now), ...resumedJobs(state.waiting, state.clarification, now));
  }
  return { effects, waiting };
}

function withdraw(clarification: ClarificationRecord, now: number): Effect[] {
  return [
    { do: 'retire_clarification', id: clarification.id, from: 'pending', to: 'withdrawn', at: now },
    clarificationEvent('clarification.withdrawn', clarification, now, {}),
  ];
}

/** The jobs that wait for nothing else once these items are settled. */
export function resumedJobs(settled: readonly Waiting[], clarification: ClarificationRecord, now: number): Effect[] {
  const perJob = new Map<string, Waiting[]>();
  for (const waiting of settled) {
    if (waiting.item.job && !waiting.asked)
      perJob.set(waiting.item.job, [...(perJob.get(waiting.item.job) ?? []), waiting]);
  }
  return [...perJob].flatMap(([job, waiting]) =>
    waiting.length === waiting[0]!.jobWaits
      ? resume(job, { session: clarification.session, ask: waiting[0]!.item.ask }, now)
      : [],
  );
}

/** What happens to a job whose prompt was asked about, when its question ends without an answer. */
export function endedQuestion(
  { item, asked }: Pick<Waiting, 'item' | 'asked'>,
  settlement: ItemSettlement,
  now: number,
): Effect[] {
  if (!asked) return [];
  const { outcome, evidence } = settlement;
  const ended = outcome === 'fallback' || outcome === 'declined' || outcome === 'expired' ? outcome : 'cancelled';
  return afterQuestion(asked, { outcome: ended, evidence: evidence ?? '' }, item.ask, now);
}

function resume(job: string, from: { session: string; ask: string }, now: number): Effect[] {
  const record: EventRecord = {
    type: 'job.resumed',
    at: now,
    session: from.session,
    job,
    ask: from.ask,
    clarification: null,
    data: {},
  };
  return [
    { do: 'move_job', id: job, from: 'AWAITING_RESPONSE', to: 'RUNNING', at: now },
    { do: 'event', event: record },
  ];
}

/** The events of a settled item. A default is an automatic answer, so it is also reported as one. */
function itemEvents(type: EventType, item: ItemRecord, at: number, settlement: ItemSettlement): Effect[] {
  const { session, job, ask, clarification, question } = item;
  const { outcome, answer, source, evidence, confidence } = settlement;
  const of = { at, session, job, ask, clarification };
  const data = { question, outcome, ...(answer ? { answer } : {}), evidence };
  const ended: Effect = { do: 'event', event: { ...of, type, data } };
  if (outcome !== 'auto_resolved') return [ended];
  const resolved = { question, answer, source, evidence, confidence };
  return [ended, { do: 'event', event: { ...of, type: 'clarification.auto_resolved', data: resolved } }];
}

/** One event for each asker with a `ref`: a bridge finds by it what to wake. The outcome itself is read by asking again. */
export function settledEvents(items: readonly ItemRecord[], outcome: ItemRecord['outcome'], at: number): Effect[] {
  return items.flatMap(({ ref, session, job, ask, clarification, position }): Effect[] => {
    if (ref === null) return [];
    const data = { ref, position, outcome };
    return [{ do: 'event', event: { type: 'ask.settled', at, session, job, ask, clarification, data } }];
  });
}

export function clarificationEvent(
  type: EventType,
  { id, session }: ClarificationRecord,
  at: number,
  data: object,
): Effect {
  return { do: 'event', event: { type, at, session, job: null, ask: null, clarification: id, data: { ...data } } };
}

function unknownAsk(ask: string): AskOnceError {
  const text = `No ask ${ask}. Ask ids begin with a-; to close a question (q-…), use decline.`;
  return new AskOnceError('ask_unknown', text, { ask });
}
