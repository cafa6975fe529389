/** Stores that go wrong with approvals and the rules that answers made. */
import { type Broken, broken, changing } from './wrapping.ts';

export const BROKEN_APPROVALS: readonly Broken[] = [
  broken(
    'forgets what was decided beside the answer',
    changing('settle_clarification', ({ decision: _forgotten, ...effect }) => effect),
  ),
  broken(
    'forgets the ref of an asker',
    changing('insert_item', (effect) => ({ ...effect, item: { ...effect.item, ref: null } })),
  ),
  broken('lists the rules of all sessions', (inner) => ({
    rules: async (project) => {
      const { items } = await inner.list({ limit: 100 });
      const all = await Promise.all(items.map(({ session }) => inner.rules(project, session)));
      return [...new Map(all.flat().map((rule) => [rule.id, rule])).values()];
    },
  })),
  broken('lists the rules of one project for another', (inner) => ({
    rules: async (project, session) => {
      const { items } = await inner.list({ limit: 1 });
      return inner.rules(items[0]?.project ?? project, session);
    },
  })),
  broken(
    'takes a dangerous call for a harmless one',
    changing('insert_clarification', (effect) => ({
      ...effect,
      clarification: { ...effect.clarification, destructive: false },
    })),
  ),
];
