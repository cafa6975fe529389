/** Stores that go wrong with what agents assumed, and with what was put to people at a scope's cost. */
import type { Effect } from '../../../../src/core/effects.ts';
import { type Broken, broken, deciding } from './wrapping.ts';

export const BROKEN_ASSUMPTIONS: readonly Broken[] = [
  broken('forgets that nobody answered in time', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map(
          (effect): Effect =>
            effect.do === 'insert_assumption'
              ? { ...effect, assumption: { ...effect.assumption, timeoutAssumed: false } }
              : effect,
        ),
    }),
  ),
  broken('keeps the assumptions of all ids apart', (inner) => {
    let said = 0;
    return deciding(inner, {
      effects: (effects) =>
        effects.map((effect): Effect => {
          if (effect.do !== 'insert_assumption') return effect;
          said += 1;
          return { ...effect, assumption: { ...effect.assumption, id: `${effect.assumption.id}-${said}` } };
        }),
    });
  }),
  broken('pages through assumptions by their moment alone', (inner) => ({
    assumptions: async (session, query) => {
      const page = await inner.assumptions(session, query);
      return { ...page, next: page.next && `${page.items.at(-1)!.createdAt}/\uffff` };
    },
  })),
  broken('reads what was asked as its question stands, not as its ask is told', (inner) => ({
    asked: async (session) =>
      (await inner.asked(session)).map((one) => ({ ...one, item: { ...one.item, outcome: 'parked' as const } })),
  })),
  broken('takes whatever was asked for asked at a cost', (inner) => ({
    asked: async (session) => {
      const { items } = await inner.list({ session, limit: 100 });
      return Promise.all(
        items.map(async (clarification) => ({
          asker: 'agent',
          item: (await inner.items(clarification.ask))[0]!.item,
          clarification,
        })),
      );
    },
  })),
  broken('takes every job for one that was sent back', () => ({ sentBack: async () => true })),
];
