/**
 * What must be true, in the plainest form that can hold it: lists and loops, no keys, no hashes, nothing of src/. Each method takes
 * what was called and what AskOnce said, complains where the two cannot both be, and then remembers.
 */
import assert from 'node:assert/strict';
import type { AskResult, Outcome } from '../../../src/index.ts';
import { type AskCall, BEST_PRACTICE, factsOf, type PolicyFacts, type Wording } from './pool.ts';

type Status = 'pending' | 'answered' | 'declined' | 'revoked' | 'superseded' | 'withdrawn';

const LIVE: readonly Status[] = ['pending', 'answered', 'declined'];

export interface ModelQuestion {
  readonly id: string;
  readonly session: string;
  /** As it was first asked: an answer is read by this wording. */
  readonly wording: Wording;
  readonly succeeds: ModelQuestion | null;
  status: Status;
  answer: string | null;
  byPerson: boolean;
  /** The scope with a cap in which the person was asked; null where nobody was, or nothing is counted. */
  readonly paidIn: string | null;
  takenBackBy: 'agent' | 'person' | null;
}

interface ModelItem {
  readonly wording: Wording;
  readonly question: ModelQuestion | null;
  outcome: Outcome['outcome'];
  /** Where it is not the question's own: a default or a fallback text. */
  answer: string | null;
}

interface ModelAsk {
  readonly id: string;
  readonly job: string | undefined;
  readonly deadline: number | null;
  readonly onTimeout: string;
  readonly items: ModelItem[];
}

interface Fixed {
  readonly policy: PolicyFacts;
  readonly asker: string;
}

/** Where a question of an ask must end up; `anew` means that the person is asked. */
type Way =
  | {
      readonly to: 'known';
      readonly question: ModelQuestion | null;
      readonly told: Pick<ModelItem, 'outcome' | 'answer'>;
    }
  | {
      readonly to: 'anew';
      readonly stale: ModelQuestion | null;
      readonly succeeds: ModelQuestion | null;
      readonly free: boolean;
    }
  | { readonly to: 'cap' };

export class Model {
  readonly questions: ModelQuestion[] = [];
  readonly asks: ModelAsk[] = [];
  /** Answered questions after which the person said something in their session. */
  private readonly spokenSince = new Set<ModelQuestion>();
  private readonly sessions = new Map<string, Fixed & { heard: boolean }>();
  private readonly jobs = new Map<string, Fixed>();
  private readonly used = new Map<string, number>();

  /** The code the call must end with, or null. */
  askError(call: AskCall): string | null {
    const fixed = this.fixedFor(call);
    if (call.policy !== undefined && factsOf(call.policy).name !== fixed.policy.name) return 'policy_mismatch';
    if (call.asker !== undefined && call.asker !== fixed.asker) return 'asker_mismatch';
    if (call.rejects !== undefined && this.find(call.rejects)?.session !== call.session) return 'clarification_unknown';
    return null;
  }

  ask(call: AskCall, result: AskResult, now: number): void {
    const fixed = this.fixedFor(call);
    if (!this.sessions.has(call.session)) {
      this.sessions.set(call.session, { policy: factsOf(call.policy), asker: call.asker ?? 'agent', heard: false });
    }
    if (call.job !== undefined) this.jobs.set(call.job, fixed);
    assert.equal(result.items.length, call.wordings.length);
    const rejected = this.rejectedBy(call);
    // Only what people said is protected; an automatic answer may be rejected as often as there is one.
    const tooOften = rejected?.byPerson === true && depthOf(rejected) >= fixed.policy.maxRejects;
    const scope = scopeOf(call, fixed);
    const capUsed = this.used.get(scope) ?? 0;
    // A deadline of the job's own that has passed strikes before it is told anything.
    const own = tooOften ? [] : call.wordings.map((wording) => this.ownOf(wording, call, fixed, rejected));
    const late = (item: ModelItem | undefined) =>
      item?.outcome === 'parked' && this.asks.some((ask) => ask.items.includes(item) && isOverdue(ask, now));
    if (own.some(late)) this.sweep(now);
    const ways = call.wordings.map(
      (wording): Way => (tooOften ? { to: 'cap' } : this.wayOf(wording, call, fixed, rejected, capUsed)),
    );
    // An ask that may not be made takes nothing back.
    if (rejected && ways.every(({ to }) => to !== 'cap'))
      Object.assign(rejected, { status: 'revoked', takenBackBy: 'agent' });
    const items: ModelItem[] = [];
    for (const [at, way] of ways.entries()) {
      const wording = call.wordings[at]!;
      const twin = items.find((item) => item.wording.identity === wording.identity);
      const actual = result.items[at]!;
      items.push(twin ? { ...twin, wording } : this.follow(this.yielding(way, actual), wording, call, fixed, actual));
      this.agrees(items.at(-1)!, actual);
    }
    const costs = ways.some((way, at) => way.to === 'anew' && !way.free && items[at]!.outcome === 'parked');
    // What asks without a cap is not counted against those of the same session that have one.
    if (costs && fixed.policy.cap !== null) {
      this.used.set(scope, capUsed + 1);
      assert.ok(capUsed < fixed.policy.cap, 'the cap was exceeded');
    }
    this.keep(call, result, items, now);
  }

  /** The path of one question, as the design's picture has it. */
  private wayOf(wording: Wording, call: AskCall, fixed: Fixed, rejected: ModelQuestion | null, capUsed: number): Way {
    const { policy } = fixed;
    const own = this.ownOf(wording, call, fixed, rejected);
    if (own) return { to: 'known', question: own.question, told: { outcome: own.outcome, answer: own.answer } };
    const live = this.liveOf(call.session, wording);
    const standing = live === rejected ? null : live;
    if (standing?.status === 'pending') return known(standing, 'parked');
    if (standing?.status === 'declined') return known(standing, 'declined');
    if (standing && (wording.fits(standing.answer!) || sameOptions(wording, standing)))
      return known(standing, 'auto_resolved');
    const takenBack = rejected ?? this.lastRevoked(call.session, wording);
    const succeeds = this.questions.some((question) => question.succeeds === takenBack) ? null : takenBack;
    // This very scope has paid for the one it stands in for. An automatic answer cost nothing, and others' asks are theirs.
    const free = succeeds !== null && succeeds.paidIn !== null && succeeds.paidIn === scopeOf(call, fixed);
    // Whether a resolver knew the answer shows in what came back; `follow` says when it may.
    if (!free && policy.cap !== null && capUsed >= policy.cap && !this.mayResolve(wording, call, policy))
      return { to: 'cap' };
    return { to: 'anew', stale: standing, succeeds, free };
  }

  /** What the job was told before, and is told again. */
  private ownOf(wording: Wording, call: AskCall, fixed: Fixed, rejected: ModelQuestion | null): ModelItem | undefined {
    const items = this.itemsOf(call.job, wording);
    // The person took back what this scope had paid for, so it is asked anew, whatever was said at the cap since.
    const taken = this.lastRevoked(call.session, wording);
    const paid = fixed.policy.cap === null ? null : scopeOf(call, fixed);
    const owed = taken !== null && taken.paidIn === paid && !this.questions.some((one) => one.succeeds === taken);
    return (
      items.find((item) => item.question && item.question !== rejected && holds(wording, item, item.question)) ??
      (owed ? undefined : items.find(({ question }) => question === null))
    );
  }

  /** An answer yields, at no cost, to what the person said after it. Whether the words contradict it shows in what came back. */
  private yielding(way: Way, actual: Outcome): Way {
    if (way.to !== 'known' || way.question?.status !== 'answered' || actual.id === way.question.id) return way;
    return this.spokenSince.has(way.question) ? { to: 'anew', stale: way.question, succeeds: null, free: true } : way;
  }

  private follow(way: Way, wording: Wording, call: AskCall, fixed: Fixed, actual: Outcome): ModelItem {
    const { policy } = fixed;
    if (way.to === 'known') return { wording, question: way.question, ...way.told };
    const atCap = { wording, question: null, outcome: policy.atCap, answer: null } as const;
    if (way.to === 'cap') return atCap;
    const resolved = actual.outcome === 'auto_resolved' && actual.source !== 'history';
    if (resolved) assert.ok(this.mayResolve(wording, call, policy), `nothing may resolve “${actual.question}”`);
    const full = policy.cap !== null && (this.used.get(scopeOf(call, this.fixedFor(call))) ?? 0) >= policy.cap;
    if (!resolved && full && !way.free) return atCap;
    assert.ok(resolved || actual.outcome === 'parked', `“${actual.question}” should wait, and is ${actual.outcome}`);
    assert.equal(this.find(actual.id), undefined, 'a new question has an id of its own');
    if (resolved && actual.source === 'best_practice') assert.equal(wording.identity, BEST_PRACTICE);
    if (way.stale) way.stale.status = 'superseded';
    const question: ModelQuestion = {
      id: actual.id,
      session: call.session,
      wording,
      succeeds: way.succeeds,
      status: resolved ? 'answered' : 'pending',
      answer: resolved ? actual.answer : null,
      byPerson: false,
      paidIn: resolved || policy.cap === null ? null : scopeOf(call, fixed),
      takenBackBy: null,
    };
    this.questions.push(question);
    return { wording, question, outcome: resolved ? 'auto_resolved' : 'parked', answer: null };
  }

  /** Rule 6 and rule 7: never for what destroys, never for what was taken back, and only from what there is to know. */
  private mayResolve(wording: Wording, call: AskCall, policy: PolicyFacts): boolean {
    if (wording.destructive || !policy.resolves || this.lastRevoked(call.session, wording) || call.rejects)
      return false;
    const answers = this.questions.filter((q) => q.wording.identity === wording.identity && q.byPerson).length;
    return wording.identity === BEST_PRACTICE || answers >= 3 || this.sessions.get(call.session)!.heard;
  }

  private agrees(item: ModelItem, actual: Outcome): void {
    assert.equal(actual.outcome, item.outcome, `“${actual.question}” is ${actual.outcome}, not ${item.outcome}`);
    if (item.question) assert.equal(actual.id, item.question.id, 'another question than the one that stands');
    if (actual.outcome === 'answered' || actual.outcome === 'auto_resolved') {
      assert.equal(actual.answer, item.answer ?? item.question!.answer, 'another answer than the one that was given');
    }
    if (actual.outcome === 'answered') assert.ok(item.question!.byPerson, 'only a person answers');
    if (actual.outcome === 'auto_resolved')
      assert.notEqual(actual.evidence, '', 'what nobody answered has its evidence');
  }

  private keep(call: AskCall, result: AskResult, items: ModelItem[], now: number): void {
    const waits = items.some((item) => item.outcome === 'parked');
    assert.ok(!waits || result.ask !== undefined, 'what waits can be cancelled');
    if (result.ask === undefined || this.asks.some((ask) => ask.id === result.ask)) return;
    const deadline = call.deadlineMs === undefined ? null : now + call.deadlineMs;
    const onTimeout = deadline === null ? 'wait' : (call.onTimeout ?? 'wait');
    this.asks.push({ id: result.ask, job: call.job, deadline, onTimeout, items });
  }

  /** What an answer must be told: the status of its receipt, or the code of its error. */
  answer(id: string, raw: string, now: number): string {
    const question = this.find(id);
    if (raw.trim() === '') return 'answer_empty';
    if (!question) return 'clarification_unknown';
    const kept = question.wording.read(raw);
    if (question.status === 'answered') return kept === question.answer ? 'replayed' : 'already_answered';
    if (question.status !== 'pending') return 'clarification_closed';
    if (this.waiters(question).every(({ ask }) => isOverdue(ask, now))) {
      this.expire(question, now);
      return 'clarification_closed';
    }
    if (kept === null) return 'answer_refused';
    this.expire(question, now);
    question.status = 'answered';
    question.answer = kept;
    question.byPerson = true;
    this.settle(question, 'answered');
    return 'accepted';
  }

  decline(id: string, now: number): string {
    const question = this.find(id);
    if (!question) return 'clarification_unknown';
    if (question.status === 'declined') return 'replayed';
    if (question.status === 'answered') return 'already_answered';
    if (question.status === 'pending') this.expire(question, now);
    if (question.status !== 'pending') return 'clarification_closed';
    question.status = 'declined';
    this.settle(question, 'declined');
    return 'accepted';
  }

  revoke(id: string): string {
    const question = this.find(id);
    if (!question) return 'clarification_unknown';
    if (question.status === 'revoked') return 'replayed';
    if (question.status === 'pending' || question.status === 'superseded') return 'not_revocable';
    Object.assign(question, { status: 'revoked', takenBackBy: 'person' });
    return 'accepted';
  }

  /** How many questions still waited. */
  cancel(id: string): number {
    return this.leave(this.asks.find((one) => one.id === id)!, () => ({ outcome: 'cancelled', answer: null }));
  }

  heard(session: string): void {
    const fixed = this.sessions.get(session) ?? { policy: factsOf(undefined), asker: 'agent' };
    this.sessions.set(session, { ...fixed, heard: true });
    for (const question of this.questions)
      if (question.session === session && question.status === 'answered') this.spokenSince.add(question);
  }

  sweep(now: number): void {
    for (const ask of this.asks) if (isOverdue(ask, now)) this.leave(ask, (item) => expiryOf(ask, item));
  }

  pending(): string[] {
    return this.questions.filter((question) => question.status === 'pending').map(({ id }) => id);
  }

  find(id: string): ModelQuestion | undefined {
    return this.questions.find((question) => question.id === id);
  }

  private fixedFor({ session, job, policy, asker }: AskCall): Fixed {
    const ofSession = this.sessions.get(session);
    const fresh = {
      policy: policy === undefined && ofSession ? ofSession.policy : factsOf(policy),
      asker: asker ?? ofSession?.asker ?? 'agent',
    };
    if (job !== undefined) return this.jobs.get(job) ?? fresh;
    return ofSession ?? fresh;
  }

  private rejectedBy({ rejects }: AskCall): ModelQuestion | null {
    const question = rejects === undefined ? undefined : this.find(rejects);
    return question?.status === 'answered' ? question : null;
  }

  private liveOf(session: string, wording: Wording): ModelQuestion | null {
    const live = this.versionsOf(session, wording).filter(({ status }) => LIVE.includes(status));
    assert.ok(live.length <= 1, 'a question lives once in its session');
    return live[0] ?? null;
  }

  private lastRevoked(session: string, wording: Wording): ModelQuestion | null {
    return this.versionsOf(session, wording).findLast((question) => question.status === 'revoked') ?? null;
  }

  private versionsOf(session: string, { identity }: Wording): ModelQuestion[] {
    return this.questions.filter((question) => question.session === session && question.wording.identity === identity);
  }

  /** A job's own items for a question, newest first. */
  private itemsOf(job: string | undefined, wording: Wording): ModelItem[] {
    const items = this.asks.filter((ask) => job !== undefined && ask.job === job).flatMap((ask) => ask.items);
    return items.filter((item) => item.wording.identity === wording.identity).reverse();
  }

  private waiters(question: ModelQuestion): { ask: ModelAsk; item: ModelItem }[] {
    return this.asks.flatMap((ask) =>
      ask.items
        .filter((item) => item.question === question && item.outcome === 'parked')
        .map((item) => ({ ask, item })),
    );
  }

  private settle(question: ModelQuestion, outcome: 'answered' | 'declined'): void {
    for (const { item } of this.waiters(question)) item.outcome = outcome;
  }

  /** Those whose deadline has passed leave this one question; it is withdrawn where nobody stays. */
  private expire(question: ModelQuestion, now: number): void {
    for (const { ask, item } of this.waiters(question))
      if (isOverdue(ask, now)) Object.assign(item, expiryOf(ask, item));
    if (this.waiters(question).length === 0) question.status = 'withdrawn';
  }

  private leave(ask: ModelAsk, settle: (item: ModelItem) => Pick<ModelItem, 'outcome' | 'answer'>): number {
    const waiting = ask.items.filter((item) => item.outcome === 'parked');
    for (const item of waiting) Object.assign(item, settle(item));
    for (const { question } of waiting) if (this.waiters(question!).length === 0) question!.status = 'withdrawn';
    return waiting.length;
  }
}

function known(question: ModelQuestion, outcome: ModelItem['outcome']): Way {
  return { to: 'known', question, told: { outcome, answer: null } };
}

/** A job's own outcome is given back until its answer is taken back, or no longer fits. A default is the item's own answer. */
function holds(wording: Wording, item: ModelItem, question: ModelQuestion): boolean {
  if (question.status === 'revoked') return false;
  const answer = item.outcome === 'auto_resolved' ? (item.answer ?? question.answer) : question.answer;
  return answer === null || wording.fits(answer) || sameOptions(wording, question);
}

function sameOptions(wording: Wording, { wording: asked }: ModelQuestion): boolean {
  return JSON.stringify(wording.input.options) === JSON.stringify(asked.input.options);
}

function depthOf(question: ModelQuestion): number {
  return question.succeeds === null ? 0 : 1 + depthOf(question.succeeds);
}

function scopeOf({ session, job }: AskCall, { policy, asker }: Fixed): string {
  if (policy.scope === 'asker') return `${session} asker ${asker}`;
  return policy.scope === 'job' && job !== undefined ? `job ${job}` : session;
}

/** Rule 5: without a word about what silence means, it means nothing. */
function isOverdue(ask: ModelAsk, now: number): boolean {
  return ask.onTimeout !== 'wait' && ask.deadline !== null && ask.deadline <= now;
}

function expiryOf(ask: ModelAsk, item: ModelItem): Pick<ModelItem, 'outcome' | 'answer'> {
  if (ask.onTimeout === 'default') return { outcome: 'auto_resolved', answer: item.wording.default };
  return { outcome: ask.onTimeout === 'fallback' ? 'fallback' : 'expired', answer: null };
}
