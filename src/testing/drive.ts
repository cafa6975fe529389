/** Decisions as the engine makes them, on a bare store. */

import assert from 'node:assert/strict';
import { decideCancel, decideExpire } from '../core/answer/cancel.ts';
import type { CloseVerdict } from '../core/answer/closed-errors.ts';
import { type AnswerVerdict, decideAnswer, decideDecline, decideRevoke } from '../core/answer/decide.ts';
import type { AskCommand, AskVerdict, Resolvers } from '../core/ask/command.ts';
import { decideAsk } from '../core/ask/decide.ts';
import type { Effect } from '../core/effects.ts';
import type { AskOnceError } from '../core/model/errors.ts';
import { hasEnded } from '../core/model/job.ts';
import type { ItemRecord } from '../core/model/records.ts';
import type { Look, StateOf, Store } from '../ports.ts';
import { NOW } from './make.ts';

/** Every question is for the person. */
export const NOBODY_KNOWS: Resolvers = { input: () => null, preference: () => null, sentinel: () => null };

/** What a decision would be shown. */
export function shown<L extends Look>(store: Store, look: L): Promise<StateOf<L>> {
  return store.decide(look, (state) => ({ effects: [], result: state }));
}

/** Commits effects that were decided by hand. Like the core's own, those of one verdict touch no row twice. */
export async function write(store: Store, effects: readonly Effect[], session?: string): Promise<void> {
  const made = effects.find((effect) => effect.do === 'insert_session')?.session.id;
  const look = { of: 'session', id: session ?? made ?? 'nobody' } as const;
  await store.decide(look, () => ({ effects, result: undefined }));
}

export function ask(
  store: Store,
  command: AskCommand,
  given: { now?: number; resolvers?: Partial<Resolvers>; committed?: (verdict: AskVerdict) => void } = {},
): Promise<AskVerdict> {
  const resolvers = { ...NOBODY_KNOWS, ...given.resolvers };
  return store.decide(
    { of: 'ask', command },
    (state) => decideAsk(state, command, resolvers, given.now ?? NOW),
    given.committed,
  );
}

/** Asks, and returns the id of the one question that waits then; fails where none does. */
export async function park(store: Store, command: AskCommand, now = NOW): Promise<string> {
  const { items } = await ask(store, command, { now });
  const [item] = items;
  assert.ok(item?.outcome === 'parked', `expected a question that waits, got ${JSON.stringify(items)}`);
  return item.id;
}

export function answer(store: Store, id: string, raw: string, now = NOW): Promise<AnswerVerdict> {
  const command = { id, raw, by: 'ann', surface: 'suite' };
  return store.decide({ of: 'clarification', id }, (state) => decideAnswer(state, command, now));
}

export function decline(store: Store, id: string, because: string | null = null): Promise<CloseVerdict> {
  const command = { id, because, by: 'ann', surface: 'suite' };
  return store.decide({ of: 'clarification', id }, (state) => decideDecline(state, command, NOW));
}

export function revoke(store: Store, id: string, because: string | null = null): Promise<CloseVerdict> {
  const command = { id, because, by: 'ann', surface: 'suite' };
  return store.decide({ of: 'clarification', id }, (state) => decideRevoke(state, command, NOW));
}

export function cancel(
  store: Store,
  id: string,
): Promise<{ readonly cancelled: number } | { readonly error: AskOnceError }> {
  return store.decide({ of: 'ask_items', ask: id }, (state) => decideCancel(state, { ask: id, because: null }, NOW));
}

export function expire(store: Store, id: string, now: number): Promise<{ readonly expired: number }> {
  return store.decide({ of: 'ask_items', ask: id }, (state) => decideExpire(state, now));
}

/** Fails unless the verdict took the answer. */
export function mustBeAccepted(verdict: AnswerVerdict | CloseVerdict): void {
  const status = 'status' in verdict ? verdict.status : verdict;
  assert.equal(status, 'accepted');
}

/** The outcomes of an ask's items, as any opening reads them. */
export async function outcomesOf(store: Store, id: string): Promise<readonly ItemRecord['outcome'][]> {
  return (await store.items(id)).map(({ item }) => item.outcome);
}

/**
 * What holds between any two decisions, whoever made them: an item waits only for a question that waits, a question waits only
 * while an item waits for it, a job awaits a response exactly while an item of its own waits, and one that has ended is
 * nobody's.
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
