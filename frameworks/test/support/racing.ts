/** Two people decide at once, each through a connection of its own. */
import type { AskOnce } from 'askonce';
import { expect } from 'vitest';

/** Allows and denies a call at once. Returns what won; the other is refused. */
export async function decidedAtOnce(askonce: AskOnce, id: string): Promise<'allow' | 'deny'> {
  const decisions = ['allow', 'deny'] as const;
  const results = await Promise.allSettled(decisions.map((decision) => askonce.approvals.decide(id, { decision })));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  return decisions[results.findIndex(({ status }) => status === 'fulfilled')]!;
}
