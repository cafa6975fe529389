/** Decisions as the engine makes them, on a bare store. */

import assert from 'node:assert/strict';
import { decideCancel, decideExpire } from '../core/answer/cancel.ts';
import type { Closing } from '../core/answer/closed-errors.ts';
import { decideCorrect } from '../core/answer/correct.ts';
import { decideAnswer, decideDecline, decideRevoke, type TakenAnswer } from '../core/answer/decide.ts';
import { decideReturn, decideSnooze } from '../core/answer/snooze.ts';
import type { AskCommand, Asked, Resolvers } from '../core/ask/command.ts';
import { decideAsk } from '../core/ask/decide.ts';
import { committable, type Effect, type Verdict } from '../core/effects.ts';
import { hasEnded } from '../core/model/job.ts';
import type { ItemRecord } from '../core/model/records.ts';
import type { Preference } from '../core/model/resolution.ts';
import { EMPTY_SCOPE, NO_FACTS } from '../core/needs.ts';
import { learned } from '../core/preferences.ts';
import type { KnownPreference } from '../core/states.ts';
import type { Look, StateOf, Store } from '../ports.ts';
import { NOW, newId } from './make.ts';

/** Every question needs the person. */
export const NOBODY_KNOWS: Resolvers = { input: () => null, preference: () => null, sentinel: () => null };

/** The outcome of a decision: its result, or an error or a missing fact. */
export type Told<R> = R | Exclude<Verdict<R>, { readonly result: R }>;

/** Makes a decision once. */
export async function decide<L extends Look, R>(
  store: Store,
  look: L,
  decision: (state: StateOf<L>) => Verdict<R>,
  committed: (result: R) => void = () => {},
): Promise<Told<R>> {
  const verdict = await store.decide(
    look,
    (state) => committable(decision(state)),
    (verdict) => 'result' in verdict && committed(verdict.result),
  );
  return 'result' in verdict ? verdict.result : verdict;
}

/** The state that a decision would be shown. */
export function shown<L extends Look>(store: Store, look: L): Promise<StateOf<L>> {
  return store.decide(look, (state) => ({ effects: [], result: state }));
}

/** What the project's people usually answer, as a decision would be shown it. */
export async function preferred(
  store: Store,
  { project, key, subject }: Pick<KnownPreference, 'project' | 'key' | 'subject'>,
): Promise<Preference | null> {
  const { preference } = await shown(store, { of: 'preference', project, key, subject });
  return preference && learned(preference);
}

/** Commits the given effects. As in the core, the effects of one verdict touch no row twice. */
export async function write(store: Store, effects: readonly Effect[], session?: string): Promise<void> {
  const made = effects.find((effect) => effect.do === 'insert_session')?.session.id;
  const look = { of: 'session', id: session ?? made ?? 'nobody' } as const;
  await store.decide(look, () => ({ effects, result: undefined }));
}

export async function ask(
  store: Store,
  command: AskCommand,
  given: { now?: number; resolvers?: Partial<Resolvers>; committed?: (asked: Asked) => void } = {},
): Promise<Asked> {
  const resolvers = { ...NOBODY_KNOWS, ...given.resolvers };
  const facts = { ...NO_FACTS, scope: EMPTY_SCOPE };
  const asked = await decide(
    store,
    { of: 'ask', command },
    (state) => decideAsk(state, command, resolvers, given.now ?? NOW, facts),
    given.committed,
  );
  if ('error' in asked) throw asked.error;
  assert.ok('items' in asked, `the ask was not decided: ${JSON.stringify(asked)}`);
  return asked;
}

/** Asks, and returns the id of the one waiting question; fails if there is none. */
export async function park(store: Store, command: AskCommand, now = NOW): Promise<string> {
  const { items } = await ask(store, command, { now });
  const [item] = items;
  assert.ok(item?.outcome === 'parked', `expected a question that waits, got ${JSON.stringify(items)}`);
  return item.id;
}

export function answer(store: Store, id: string, raw: string, now = NOW): Promise<Told<TakenAnswer>> {
  const command = { id, raw, by: 'ann', surface: 'suite' };
  return decide(store, { of: 'clarification', id }, (state) => decideAnswer(state, command, now));
}

export function decline(store: Store, id: string, because: string | null = null): Promise<Told<Closing>> {
  const command = { id, because, by: 'ann', surface: 'suite' };
  return decide(store, { of: 'clarification', id }, (state) => decideDecline(state, command, NOW));
}

export function revoke(store: Store, id: string, because: string | null = null): Promise<Told<Closing>> {
  const command = { id, because, by: 'ann', surface: 'suite' };
  return decide(store, { of: 'clarification', id }, (state) => decideRevoke(state, command, NOW));
}

/** The person replaces an answer. Returns the id of the successor. */
export async function correct(store: Store, id: string, raw: string, now = NOW): Promise<Told<Closing>> {
  const command = { id, raw, because: 'changed my mind', successor: newId('q'), by: 'ann', surface: 'suite' };
  return decide(store, { of: 'clarification', id }, (state) => decideCorrect(state, command, now));
}

export function snooze(store: Store, id: string, until: number | null, now = NOW): Promise<Told<Closing>> {
  const command = { id, until, by: 'ann', surface: 'suite' };
  return decide(store, { of: 'clarification', id }, (state) => decideSnooze(state, command, now));
}

/** What the engine does once the time has come. */
export function bringBack(store: Store, id: string, now: number): Promise<boolean> {
  return store.decide({ of: 'clarification', id }, (state) => decideReturn(state, now));
}

export function cancel(store: Store, id: string): Promise<Told<{ readonly cancelled: number }>> {
  const command = { ask: id, because: null };
  return decide(store, { of: 'ask_items', ask: id }, (state) => decideCancel(state, command, NOW));
}

export function expire(store: Store, id: string, now: number): Promise<{ readonly expired: number }> {
  return store.decide({ of: 'ask_items', ask: id }, (state) => decideExpire(state, now));
}

/** Fails unless the verdict accepted the answer. */
export function mustBeAccepted(verdict: Told<Closing>): void {
  const status = 'status' in verdict ? verdict.status : verdict;
  assert.equal(status, 'accepted');
}

/** The outcomes of an ask's items, as any opening reads them. */
export async function outcomesOf(store: Store, id: string): Promise<readonly ItemRecord['outcome'][]> {
  return (await store.items(id)).map(({ item }) => item.outcome);
}

/**
 * The invariants between any two decisions: an item waits only for a waiting question, a question waits only while an item waits for it, a
 * job awaits a response exactly while one of its items waits, and an ended job has no worker.
 */
export async function mustBeSound(store: Store, asks: readonly string[], jobs: readonly string[] = []): Promise<void> {
  const all = (await Promise.all(asks.map((one) => store.items(one)))).flat();
  for (const { item, clarification } of all) {
    if (item.outcome === 'parked') {
      assert.equal(clarification?.status, 'pending', `an item of ${item.ask} waits for what can no longer be answered`);
    }
    if (clarification?.status === 'pending') {
      const { waiting } = await shown(store, { of: 'clarification', id: clarification.id });
      assert.notEqual(waiting.length, 0, `${clarification.id} waits for the person, and nobody waits for it`);
    }
  }
  for (const id of jobs) {
    const waits = all.some(({ item }) => item.job === id && item.outcome === 'parked');
    const job = await store.job(id);
    assert.ok(job, `there is no job ${id}`);
    const { state, owner, endedAt } = job;
    assert.equal(hasEnded(state), endedAt !== null, `job ${id} is ${state} and ended at ${endedAt}`);
    if (hasEnded(state) || state === 'QUEUED') assert.equal(owner, null, `job ${id} is ${state} and has a worker`);
    else assert.equal(state, waits ? 'AWAITING_RESPONSE' : 'RUNNING', `job ${id}, ${waits ? '' : 'not '}waiting`);
    if (state !== 'AWAITING_RESPONSE') assert.equal(waits, false, `job ${id} is ${state}, and an item of it waits`);
  }
}
