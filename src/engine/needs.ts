/**
 * The one loop of every decision: hands it to the store, finds out what it needs beside what is stored, and decides again until it comes
 * to a result or an error. Facts are found out outside the store's transaction, so that nobody waits for them but the caller.
 */
import { type Caller, signedBy } from '../core/access.ts';
import { committable, type Verdict } from '../core/effects.ts';
import { parkedOutcome } from '../core/model/outcome.ts';
import { type AskResult, askResult } from '../core/model/question.ts';
import { EMPTY_SCOPE, type Facts, type Need, NO_FACTS, type ScopeState } from '../core/needs.ts';
import type { Clock, Files, Look, Sentinel, StateOf, Store } from '../ports.ts';
import type { Deadlines } from './deadlines.ts';
import { InterpretationCache, type PromptReader } from './interpretation-cache.ts';
import type { Outcomes } from './outcomes.ts';
import type { Patience } from './waiters.ts';

/** `false`: return at once, whatever waits. */
export type Wait =
  | false
  | (Patience & { readonly onParked: ((result: AskResult) => void | Promise<void>) | undefined });

export type Decision<L extends Look, R> = (state: StateOf<L>, now: number, facts: Facts) => Verdict<R>;

export interface DecideOptions<R> {
  readonly caller?: Caller | null;
  /** What the decision is sure to need. It is found out first, so that the store is asked once less. */
  readonly expects?: readonly Need[];
  /** Whether a model may be asked, where there is one. */
  readonly mayAskModel?: boolean;
  /** How long to wait where a question of the scope must be settled first. */
  readonly wait?: Wait;
  /** Called once, as the store's `committed`: when the effects are durable, and before any event of them is told. */
  readonly committed?: (result: R) => void;
}

export interface NeedsParts {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly model: Sentinel | null;
  readonly interpreting: PromptReader;
  readonly deadlines: Deadlines;
  readonly outcomes: Outcomes;
}

export class Needs {
  private readonly parts: NeedsParts;

  constructor(parts: NeedsParts) {
    this.parts = parts;
  }

  /** Decides, as often as it takes. Errors of the decision are thrown here, and nowhere below. */
  async decide<L extends Look, R>(look: L, decision: Decision<L, R>, options: DecideOptions<R> = {}): Promise<R> {
    const { store, clock, model, interpreting } = this.parts;
    const { caller, wait = false, committed } = options;
    const readings = new InterpretationCache(interpreting);
    const advice = model !== null && options.mayAskModel ? new Map() : null;
    let facts: Facts = { ...NO_FACTS, advice, read: readings.read };
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

  /** The facts, and the one that was needed. A kind of need that is not handled here does not compile. */
  private async satisfy(need: Need, facts: Facts, readings: InterpretationCache, wait: Wait): Promise<Facts> {
    switch (need.kind) {
      case 'path': {
        const fact = this.parts.files.locate(need.path, need.project);
        return { ...facts, paths: new Map([...facts.paths, [need.path, fact]]) };
      }
      case 'preference': {
        const { project, key } = need;
        const look = { of: 'preference', project, key, subject: '' } as const;
        const found = await this.parts.store.decide(look, (state) => ({ effects: [], result: state.preference }));
        return { ...facts, preferences: new Map([...facts.preferences, [key, found]]) };
      }
      case 'model': {
        const { question, language } = need;
        const said = await this.parts.model!(question, language, wait ? wait.signal : undefined);
        return { ...facts, advice: new Map([...facts.advice!, [question.id, said]]) };
      }
      case 'scope':
        return { ...facts, scope: await this.scopeState(need) };
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

  /** Looked up only where nobody may be asked, so that no other ask pays for it. */
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

  /** Waits for the scope's own question: until it is settled, or the caller's patience or its own deadline ends. */
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
