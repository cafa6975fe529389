/** Stores whose decisions go wrong. */
import type { Decided, Effect } from '../../../../src/core/effects.ts';
import type { Store } from '../../../../src/ports.ts';
import { type Broken, broken, changed, deciding } from './wrapping.ts';

/** Reads and decides in one transaction, and writes in another. */
function apart(inner: Store, tries: number): Pick<Store, 'decide'> {
  return {
    async decide(look, decide, committed) {
      for (let left = tries; ; left -= 1) {
        const verdict = await inner.decide(look, (state) => ({ effects: [], result: decide(state) }));
        try {
          return await inner.decide(look, () => verdict, committed);
        } catch (error) {
          if (left <= 1) throw error;
        }
      }
    },
  };
}

const isStoreError = (error: unknown) => String((error as { code?: string }).code).startsWith('store_');

export const BROKEN_DECISIONS: readonly Broken[] = [
  broken('decides on what it read before, and does not decide again', (inner) => apart(inner, 1)),
  broken('decides again where it is refused, but writes what was decided on an older state', (inner) =>
    apart(inner, 30),
  ),
  broken('writes the effects of a verdict one by one', (inner) => ({
    async decide(look, decide, committed) {
      const { effects, result } = await inner.decide(look, (state) => ({ effects: [], result: decide(state) }));
      for (const effect of effects) await inner.decide(look, () => ({ effects: [effect], result: null }));
      return inner.decide(look, () => ({ effects: [], result }), committed);
    },
  })),
  broken('returns before anything is written', (inner) => ({
    async decide(look, decide, committed) {
      const verdict = await inner.decide(look, (state) => ({ effects: [], result: decide(state) }));
      setTimeout(() => {
        inner.decide(look, () => verdict, committed).catch(() => {});
      }, 20);
      return verdict.result;
    },
  })),
  broken('takes whatever breaks a rule for done', (inner) => ({
    decide: (look, decide, committed) => {
      let verdict: Decided<unknown> | undefined;
      const deciding = inner.decide(
        look,
        (state) => {
          const decided = decide(state);
          verdict = decided;
          return decided;
        },
        committed,
      );
      return deciding.catch((error: unknown) => {
        if (verdict && isStoreError(error)) return verdict.result as never;
        throw error;
      });
    },
  })),
  broken('keeps the events of what it refuses', (inner) => ({
    async decide(look, decide, committed) {
      let events: readonly Effect[] = [];
      try {
        return await inner.decide(
          look,
          (state) => {
            const verdict = decide(state);
            events = verdict.effects.filter((effect) => effect.do === 'event');
            return verdict;
          },
          committed,
        );
      } catch (error) {
        if (isStoreError(error)) await inner.decide(look, () => ({ effects: events, result: null }));
        throw error;
      }
    },
  })),
  broken('wraps the error of a decision in one of its own', (inner) => ({
    decide: (look, decide, committed) =>
      inner.decide(look, decide, committed).catch((error: unknown) => {
        throw isStoreError(error) ? error : new Error('the decision failed', { cause: error });
      }),
  })),
  broken('gives back a copy of the result', (inner) => ({
    decide: async (look, decide, committed) => {
      const result = await inner.decide(look, decide, committed);
      return result === undefined ? result : JSON.parse(JSON.stringify(result));
    },
  })),
  broken('remembers what it once read', (inner) => {
    const known = new Map<string, unknown>();
    return deciding(inner, {
      state: (state, look) => {
        const key = JSON.stringify(look);
        if (!known.has(key)) known.set(key, state);
        return known.get(key);
      },
    });
  }),
  broken('writes an event of its own with every verdict', (inner) =>
    deciding(inner, {
      effects: (effects) => [
        ...effects,
        {
          do: 'event',
          event: { type: 'job.created', at: 0, session: null, job: null, ask: null, clarification: null, data: {} },
        },
      ],
    }),
  ),
  changed('does not mind a second live question', 'DROP INDEX IF EXISTS clarifications_once'),
  changed(
    'keeps the types of a question apart',
    `DROP INDEX IF EXISTS clarifications_once;
     CREATE UNIQUE INDEX clarifications_once ON clarifications (session_id, canonical_key, type, subject) WHERE live = 1`,
  ),
  changed('does not mind two that stand in for one', 'DROP INDEX IF EXISTS clarifications_succeeds'),
  changed('does not mind an ask number given twice', 'DROP INDEX IF EXISTS asks_cap'),
  changed(
    'takes the same words for one question, whatever their subject',
    'CREATE UNIQUE INDEX IF NOT EXISTS narrow ON clarifications (session_id, canonical_key) WHERE live = 1',
  ),
  changed(
    'takes capital letters for small ones',
    `CREATE UNIQUE INDEX IF NOT EXISTS narrow ON clarifications
       (session_id, canonical_key COLLATE NOCASE, subject COLLATE NOCASE) WHERE live = 1`,
  ),
];
