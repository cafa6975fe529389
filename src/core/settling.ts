/** How a question ends: answered, declined, revoked, or left by those who waited. Pure, like asking.ts. */
import { checkAnswer, type PathFact, type RawAnswer } from './answer-check.ts';
import { afterQuestion, type QuestionEnd, type Reader, readingOf } from './asked-job.ts';
import type { Outcome } from './clarification.ts';
import type { Effect, ItemSettlement, Verdict } from './effects.ts';
import { AskOnceError } from './errors.ts';
import type { InterpretInput } from './interpretation.ts';
import { learn, unlearnt } from './learning.ts';
import type { AnswerData } from './outcomes.ts';
import type { AskRecord, ClarificationRecord, EventRecord, EventType, ItemRecord, JobRecord } from './records.ts';
import type { AskItemsState, ClarificationState, LeavingItem, Waiting } from './states.ts';

/** Who answers, and where; shown to everybody else who waits. */
export interface Answerer {
  readonly by: string | null;
  readonly surface: string | null;
}

export interface AnswerCommand extends Answerer {
  readonly id: string;
  readonly raw: RawAnswer;
  readonly path?: PathFact;
  /** Whoever sends it again with the same key is told what came of it, whatever it says then. */
  readonly key?: string | null;
}

/** `replayed`: this very answer was taken before, and nothing changed. */
export type AnswerVerdict =
  | {
      readonly status: 'accepted' | 'replayed';
      readonly clarification: ClarificationRecord;
      /** The jobs that this answer settled, as they are from now on. */
      readonly jobs?: readonly JobRecord[];
    }
  /** A file was named: look where it leads in this project, and decide again. */
  | { readonly needsPath: string; readonly project: string }
  /** It is about a job's prompt: have the model read the two together, and decide again. */
  | { readonly unread: InterpretInput }
  | { readonly error: AskOnceError };

export function decideAnswer(
  state: ClarificationState,
  command: AnswerCommand,
  now: number,
  read: Reader = () => null,
): Verdict<AnswerVerdict> {
  const { clarification } = state;
  if (!clarification) return failed(unknownClarification(command.id));
  const open = openFor(state, now);
  if (clarification.status !== 'pending' && clarification.status !== 'answered') return failed(closed(clarification));
  if (clarification.status === 'pending' && open.waiting.length === 0) {
    return { effects: open.effects, result: { error: closed({ ...clarification, status: 'withdrawn' }) } };
  }
  const { key = null } = command;
  if (clarification.status === 'answered' && key !== null && key === clarification.answerKey)
    return { effects: [], result: { status: 'replayed', clarification } };
  const checked = checkAnswer(clarification, command.raw, state.language, command.path);
  if ('needsPath' in checked) return { effects: [], result: { ...checked, project: clarification.project } };
  if (clarification.status === 'answered') {
    const same = 'accepted' in checked ? checked.accepted === clarification.answer : false;
    if (same) return { effects: [], result: { status: 'replayed', clarification } };
    return failed(beaten(clarification));
  }
  if ('refused' in checked) {
    return failed(
      new AskOnceError('answer_refused', `${checked.refused} The question is still open.`, { id: command.id }),
    );
  }
  const readings = readingsOf(open.waiting, checked.accepted, read);
  if (!Array.isArray(readings)) return { effects: [], result: readings };
  const evidence = `the person answered “${checked.accepted}”${command.surface ? ` (${command.surface})` : ''}`;
  const answered: ClarificationRecord = {
    ...clarification,
    status: 'answered',
    answer: checked.accepted,
    source: 'user',
    evidence,
    confidence: 1,
    by: command.by,
    surface: command.surface,
    answerKey: key,
    settledAt: now,
  };
  const { id } = answered;
  const told: AnswerData = { answer: checked.accepted, evidence, by: command.by, surface: command.surface };
  const after = readings.flatMap(({ asked, ask, end }) => afterQuestion(asked, end, ask, now));
  const effects: Effect[] = [
    ...open.effects,
    {
      do: 'settle_clarification',
      id,
      from: 'pending',
      to: 'answered',
      at: now,
      answer: checked.accepted,
      source: 'user',
      evidence,
      confidence: 1,
      by: command.by,
      surface: command.surface,
      answerKey: key,
    },
    { do: 'settle_waiting', clarification: id, outcome: 'answered' },
    event('clarification.answered', clarification, now, told),
    ...after,
    ...resumedJobs(state.waiting, clarification, now),
  ];
  // What settled nothing is nobody's preference.
  const settles = readings.every(({ end }) => end.reading.kind === 'spec');
  if (settles && !clarification.destructive && state.preference?.origin !== 'set') {
    const { project, key, subject, type, question } = clarification;
    const fresh = { project, key, subject, type, question, answer: checked.accepted };
    effects.push({ do: 'put_preference', preference: learn(state.preference, fresh, now) });
  }
  const jobs = after.flatMap((effect) => (effect.do === 'put_job' ? [effect.job] : []));
  return { effects, result: { status: 'accepted', clarification: answered, jobs } };
}

export type CloseVerdict =
  | { readonly status: 'accepted' | 'replayed'; readonly clarification: ClarificationRecord }
  | { readonly error: AskOnceError };

/** The person will not answer. The question stays in the index, so it is not put to them again in this session. */
export function decideDecline(
  state: ClarificationState,
  command: Answerer & { readonly id: string; readonly because: string | null },
  now: number,
): Verdict<CloseVerdict> {
  const { clarification } = state;
  const { because, by, surface } = command;
  if (!clarification) return failed(unknownClarification(command.id));
  if (clarification.status === 'declined') return { effects: [], result: { status: 'replayed', clarification } };
  if (clarification.status === 'answered') return failed(beaten(clarification));
  if (clarification.status !== 'pending') return failed(closed(clarification));
  const open = openFor(state, now);
  if (open.waiting.length === 0) {
    return { effects: open.effects, result: { error: closed({ ...clarification, status: 'withdrawn' }) } };
  }
  const { id } = clarification;
  const evidence = because ? `the person declined: “${because}”` : 'the person declined to answer';
  const settlement = { evidence, by, surface, because };
  const effects: Effect[] = [
    ...open.effects,
    { do: 'settle_clarification', id, from: 'pending', to: 'declined', at: now, ...settlement },
    { do: 'settle_waiting', clarification: id, outcome: 'declined' },
    event('clarification.declined', clarification, now, { because, by, surface }),
    ...open.waiting.flatMap((waits) => endedQuestion(waits, { outcome: 'declined', evidence }, now)),
    ...resumedJobs(state.waiting, clarification, now),
  ];
  return {
    effects,
    result: {
      status: 'accepted',
      clarification: { ...clarification, status: 'declined', ...settlement, settledAt: now },
    },
  };
}

/** Takes an answer back, whoever or whatever gave it. The question may then be asked anew; ask-path.ts says at what cost. */
export function decideRevoke(
  state: ClarificationState,
  command: Answerer & { readonly id: string; readonly because: string | null },
  now: number,
): Verdict<CloseVerdict> {
  const { clarification, preference } = state;
  const { because, by, surface } = command;
  if (!clarification) return failed(unknownClarification(command.id));
  const { id, status } = clarification;
  if (status === 'revoked') return { effects: [], result: { status: 'replayed', clarification } };
  if (status === 'pending' || status === 'superseded') {
    const what =
      status === 'pending' ? 'still waits for an answer; decline or cancel it' : 'was asked anew; revoke that one';
    return failed(new AskOnceError('not_revocable', `Clarification ${id} ${what}.`, { id, status }));
  }
  const effects: Effect[] = [
    { do: 'retire_clarification', id, from: status, to: 'revoked', at: now, because },
    event('clarification.revoked', clarification, now, {
      was: clarification.answer,
      source: clarification.source,
      because,
      by,
      surface,
    }),
  ];
  effects.push(...unlearnt(clarification, preference));
  return {
    effects,
    result: {
      status: 'accepted',
      clarification: { ...clarification, status: 'revoked', because: because ?? clarification.because, settledAt: now },
    },
  };
}

/** The asker leaves. Its questions are withdrawn where nobody else waits for them. */
export function decideCancel(
  state: AskItemsState,
  command: { readonly ask: string; readonly because: string | null },
  now: number,
): Verdict<{ readonly cancelled: number } | { readonly error: AskOnceError }> {
  if (!state.ask)
    return failed(
      new AskOnceError(
        'ask_unknown',
        `There is no ask ${command.ask}. An ask's id begins with a-; a question is closed by decline.`,
        { ask: command.ask },
      ),
    );
  const evidence = command.because ? `the asker cancelled: “${command.because}”` : 'the asker cancelled';
  const { effects, left } = leave(state, now, 'ask.cancelled', () => ({
    outcome: 'cancelled',
    evidence,
    confidence: 1,
  }));
  return { effects, result: { cancelled: left } };
}

/** Why a question takes no answer; null where it waits for one. */
export function noAnswerTaken(id: string, clarification: ClarificationRecord | null): AskOnceError | null {
  if (!clarification) return unknownClarification(id);
  if (clarification.status === 'pending') return null;
  return clarification.status === 'answered' ? beaten(clarification) : closed(clarification);
}

/** What the asker of a question is told who leaves it: that it has, or that it had, or that the question had ended by then. */
export function leftQuestion(left: number, outcome: Outcome, clarification: ClarificationRecord): CloseVerdict {
  if (left > 0) return { status: 'accepted', clarification };
  if (outcome.outcome === 'cancelled') return { status: 'replayed', clarification };
  const { id, status } = clarification;
  if (status === 'answered') return { error: beaten(clarification) };
  const text = `Nobody need leave clarification ${id}: this ask of it has ended as ${outcome.outcome}.`;
  return { error: new AskOnceError('clarification_closed', text, { id, status, outcome: outcome.outcome }) };
}

/** A deadline has passed. `wait` changes nothing, ever: silence is never consent. */
export function decideExpire(state: AskItemsState, now: number): Verdict<{ readonly expired: number }> {
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
  const evidence = `nobody answered by ${new Date(ask.deadline!).toISOString()}`;
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

/** Settles every waiting item of one ask, and lets its job go on where it waits for nothing else. */
function leave(state: AskItemsState, now: number, type: EventType, settle: (item: ItemRecord) => ItemSettlement) {
  const leaving = state.items.filter(({ item }) => item.outcome === 'parked');
  const effects = leaveItems(leaving, now, type, settle);
  const [first] = leaving;
  if (first?.asked) effects.push(...endedQuestion(first, settle(first.item), now));
  else if (first?.item.job && first.jobWaits === leaving.length)
    effects.push(...resume(first.item.job, first.item, now));
  return { effects, left: leaving.length };
}

/** Settles waiting items for those who leave, and withdraws what nobody waits for any more. */
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
    effects.push(...itemEvents(type, item, now, settlement));
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

/** Who still waits for a question, once those whose deadline has passed are gone. */
function openFor(state: ClarificationState, now: number): { effects: Effect[]; waiting: readonly Waiting[] } {
  const waiting = state.waiting.filter(({ ask }) => !isOverdue(ask, now));
  const effects: Effect[] = [];
  for (const { item, ask, asked } of state.waiting) {
    if (!isOverdue(ask, now)) continue;
    const settlement = expiry(ask, item);
    effects.push({ do: 'settle_item', ask: item.ask, position: item.position, ...settlement });
    effects.push(...itemEvents(expiryEvent(ask.onTimeout), item, now, settlement));
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
    event('clarification.withdrawn', clarification, now, {}),
  ];
}

/** The jobs that wait for nothing else once these items are settled. */
function resumedJobs(settled: readonly Waiting[], clarification: ClarificationRecord, now: number): Effect[] {
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

interface AnsweredJob {
  readonly asked: JobRecord;
  readonly ask: string;
  readonly end: Extract<QuestionEnd, { outcome: 'answered' }>;
}

/** What an answer makes of each job whose prompt it is about; or what has to be read first. */
function readingsOf(
  waiting: readonly Waiting[],
  answer: string,
  read: Reader,
): AnsweredJob[] | { unread: InterpretInput } {
  const ends: AnsweredJob[] = [];
  for (const { asked, item } of waiting) {
    if (!asked) continue;
    const reading = read(readingOf(asked, answer));
    if (!reading) return { unread: readingOf(asked, answer) };
    ends.push({ asked, ask: item.ask, end: { outcome: 'answered', answer, reading } });
  }
  return ends;
}

/** A job whose prompt was asked about, when its question ends without an answer. */
function endedQuestion(
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

/** What became of an item; a default is told as an automatic answer besides, which it is. */
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

function event(type: EventType, { id, session }: ClarificationRecord, at: number, data: object): Effect {
  return { do: 'event', event: { type, at, session, job: null, ask: null, clarification: id, data: { ...data } } };
}

function failed(error: AskOnceError): Verdict<{ readonly error: AskOnceError }> {
  return { effects: [], result: { error } };
}

export function unknownClarification(id: string): AskOnceError {
  const text = id.startsWith('a-')
    ? `${id} is an ask. Name one of its questions (q-…); inbox lists what waits.`
    : `There is no clarification ${id}. Use inbox to list what waits, or history to list what was answered.`;
  return new AskOnceError('clarification_unknown', text, { id });
}

function closed({ id, status, because }: ClarificationRecord): AskOnceError {
  return new AskOnceError('clarification_closed', `Clarification ${id} is ${status} and takes no answer any more.`, {
    id,
    status,
    ...(because ? { because } : {}),
  });
}

function beaten({ id, answer, by, surface, source }: ClarificationRecord): AskOnceError {
  const who = source === 'user' ? (by ?? 'somebody') : 'AskOnce';
  return new AskOnceError('already_answered', `Clarification ${id} was already answered by ${who}: “${answer}”.`, {
    id,
    winner: { answer, by, surface, source },
  });
}
