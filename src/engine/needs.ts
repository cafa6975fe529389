/**
 * The loop of every decision: passes it to the store, finds out the facts it needs in addition to the stored state, and decides again until
 * there is a result or an error. Facts are found out outside the store's transaction, so that only the caller waits for them.
 */
import { type Caller, signedBy } from '../core/access.ts';
import { isCorrected } from '../core/answer/evidence.ts';
import { mayBeJudged } from '../core/ask/judged.ts';
import { committable, type Verdict } from '../core/effects.ts';
import { parkedOutcome } from '../core/model/outcome.ts';
import { type AskResult, askResult } from '../core/model/question.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import { EMPTY_SCOPE, type Facts, type Need, NO_FACTS, type ScopeState } from '../core/needs.ts';
import { learned } from '../core/preferences.ts';
import type { Clock, Files, Look, SameQuestion, Sentinel, StateOf, Store } from '../ports.ts';
import type { ApprovalRules } from './approval-rules.ts';
import type { Deadlines } from './deadlines.ts';
import { InterpretationCache, type PromptReader } from './interpretation-cache.ts';
import type { Outcomes } from './outcomes.ts';
import type { SimilarAnswers } from './similar-answers.ts';
import type { Patience } from './waiters.ts';

/** `false`: return at once, even if something is waiting. */
export type Wait =
  | false
  | (Patience & { readonly onParked: ((result: AskResult) => void | Promise<void>) | undefined });

export type Decision<L extends Look, R> = (state: StateOf<L>, now: number, facts: Facts) => Verdict<R>;

export interface DecideOptions<R> {
  readonly caller?: Caller | null;
  /** Needs that are certain. They are satisfied first, which saves one round trip to the store. */
  readonly expects?: readonly Need[];
  /** Whether a model may be asked, if there is one. */
  readonly mayAskModel?: boolean;
  /** How long to wait if a question of the scope must be settled first. */
  readonly wait?: Wait;
  /** Called once, like the store's `committed`: when the effects are durable, and before any of their events is delivered. */
  readonly committed?: (result: R) => void;
}

export interface NeedsParts {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly model: Sentinel | null;
  readonly sameQuestion: SameQuestion | null;
  readonly similar: SimilarAnswers;
  readonly log: (line: string) => void;
  readonly promptReader: PromptReader;
  readonly deadlines: Deadlines;
  readonly outcomes: Outcomes;
  readonly rules: ApprovalRules;
}

export class Needs {
  private readonly parts: NeedsParts;

  constructor(parts: NeedsParts) {
    this.parts = parts;
  }

  /** Decides, as often as necessary. Errors of the decision are thrown here, and nowhere below. */
  async decide<L extends Look, R>(look: L, decision: Decision<L, R>, options: DecideOptions<R> = {}): Promise<R> {
    const { store, clock, model, sameQuestion, promptReader } = this.parts;
    const { caller, wait = false, committed } = options;
    const readings = new InterpretationCache(promptReader);
    const advice = model !== null && options.mayAskModel ? new Map() : null;
    const same = sameQuestion !== null && options.mayAskModel ? new Map() : null;
    let facts: Facts = { ...NO_FACTS, advice, same, read: readings.read };
    for (const need of options.expects ?? []) facts = await this.satisfy(need, facts, readings, wait);
    for (;;) {
      const verdict = await store.decide(
        look,
        (state) => committable(signedBy(caller, decision(state, clock.now(), facts))),
        (verdict) => 'result' in verdict && committed?.(verdict.result),
      );
      if ('result' in verdict) return verdict.result;
      if ('error' in verdict) throw verdict.error;
      facts = await this.satisfy(verdict.needs, facts, readings, wait);
    }
  }

  /** Returns the facts with the needed one added. An unhandled kind of need is a compile error. */
  private async satisfy(need: Need, facts: Facts, readings: InterpretationCache, wait: Wait): Promise<Facts> {
    switch (need.kind) {
      case 'path': {
        const fact = this.parts.files.locate(need.path, need.folder);
        return { ...facts, paths: new Map([...facts.paths, [need.path, fact]]) };
      }
      case 'preference': {
        const { project, key } = need;
        const look = { of: 'preference', project, key, subject: '' } as const;
        const found = await this.parts.store.decide(look, ({ preference }) => ({
          effects: [],
          result: preference && learned(preference),
        }));
        return { ...facts, preferences: new Map([...facts.preferences, [key, found]]) };
      }
      case 'model': {
        const { question, language } = need;
        const said = await this.parts.model!(question, language, wait ? wait.signal : undefined);
        return { ...facts, advice: new Map([...facts.advice!, [question.id, said]]) };
      }
      case 'same': {
        const found = await this.sameEarlier(need, wait ? wait.signal : undefined);
        return { ...facts, same: new Map([...facts.same!, [need.question.id, found]]) };
      }
      case 'correction': {
        const found = await this.correctionOf(need.id);
        return { ...facts, corrections: new Map([...facts.corrections, [need.id, found]]) };
      }
      case 'scope':
        return { ...facts, scope: await this.scopeState(need) };
      case 'rules':
        return { ...facts, rules: await this.parts.rules.of(need.project, need.session) };
      case 'interpretation':
        await readings.of(need.input);
        return facts;
      case 'overdue':
        await this.parts.deadlines.sweep();
        return facts;
      case 'pending':
        return wait ? this.afterPending(need, facts, wait) : { ...facts, hasWaited: true };
      default:
        return need satisfies never;
    }
  }

  /** The earlier question that would be offered, if a model says that it asks the same. A failure leaves the question to the person. */
  private async sameEarlier({ question, session, language }: Extract<Need, { kind: 'same' }>, signal?: AbortSignal) {
    const { store, sameQuestion, similar, log } = this.parts;
    const earlier = await similar.to(question, session);
    if (!earlier || !mayBeJudged(earlier)) return null;
    try {
      if (!(await sameQuestion!(question, earlier, language, signal))) return null;
    } catch (error) {
      log(`[askonce] cannot compare two questions; asking the person instead: ${String(error)}`);
      return null;
    }
    // A model takes seconds. What the person has revoked or corrected meanwhile no longer answers.
    const now = await store.clarification(earlier.id);
    return now?.status === 'answered' ? now : null;
  }

  /** Follows the corrections of an answer to the one that holds. */
  private async correctionOf(id: string): Promise<ClarificationRecord | null> {
    const look = { of: 'clarification', id } as const;
    const next = await this.parts.store.decide(look, ({ successor }) => ({ effects: [], result: successor }));
    if (!next || !isCorrected(next.evidence)) return null;
    return next.status === 'revoked' ? this.correctionOf(next.id) : next.status === 'answered' ? next : null;
  }

  /** Read only if no person may be asked, so that other asks do not pay for it. */
  private async scopeState({ session, scope, job }: Extract<Need, { kind: 'scope' }>): Promise<ScopeState> {
    const { store } = this.parts;
    const asked = scope === null ? [] : await store.asked(session);
    const own = asked.filter(({ clarification }) => clarification.capScope === scope);
    return {
      waits: own.find(({ item }) => item.outcome === 'parked')?.clarification ?? null,
      answered: own.some(({ clarification }) => clarification.status === 'answered'),
      sentBack: job !== null && (await store.sentBack(job)),
    };
  }

  /** Waits for the scope's own question until it is settled, the caller's wait ends, or the caller's own deadline passes. */
  private async afterPending(
    { clarification, until: ends }: Extract<Need, { kind: 'pending' }>,
    facts: Facts,
    wait: Exclude<Wait, false>,
  ): Promise<Facts> {
    const { id, session, ask } = clarification;
    await wait.onParked?.(askResult({ session, ask, items: [parkedOutcome(clarification)] }));
    const until = ends === null || wait.until === null ? (ends ?? wait.until) : Math.min(ends, wait.until);
    const now = await this.parts.outcomes.clarification(id, ask, { until, signal: wait.signal });
    if (now.outcome !== 'parked') return { ...facts, scope: null };
    const isOver = ends !== null && this.parts.clock.now() >= ends;
    return isOver ? { ...facts, scope: EMPTY_SCOPE } : { ...facts, hasWaited: true };
  }
}
