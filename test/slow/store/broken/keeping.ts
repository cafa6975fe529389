/** Stores that keep something else than they are given. */
import type { Effect } from '../../../../src/core/effects.ts';
import { FALLBACK_TEXT } from '../../../../src/core/model/policy.ts';
import type { Store } from '../../../../src/ports.ts';
import { type Broken, broken, changing, deciding, deeply } from './wrapping.ts';

/** Changes every text. */
function writing(change: (text: string) => string): (inner: Store) => Partial<Store> {
  const changeLeaf = (leaf: unknown) => (typeof leaf === 'string' ? change(leaf) : leaf);
  return (inner) => deciding(inner, { effects: (effects) => deeply(effects, changeLeaf) });
}

export const BROKEN_KEEPING: readonly Broken[] = [
  broken(
    'forgets who answered',
    changing('settle_clarification', (effect) => ({ ...effect, by: null })),
  ),
  broken(
    'forgets why something was declined when it is retired',
    changing('retire_clarification', (effect) => ({ ...effect, because: effect.because ?? '' })),
  ),
  broken('takes a confidence of 0 for none', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) => {
          const none = (of: object) => ('confidence' in of && of.confidence === 0 ? { ...of, confidence: null } : of);
          if (effect.do === 'insert_item') return { ...effect, item: none(effect.item) } as Effect;
          if (effect.do === 'insert_clarification')
            return { ...effect, clarification: none(effect.clarification) } as Effect;
          return none(effect) as Effect;
        }),
    }),
  ),
  broken(
    'settles none of those who wait',
    changing('settle_waiting', () => null),
  ),
  broken(
    'forgets when a job moved',
    changing('move_job', (effect) => ({ ...effect, at: 0 })),
  ),
  broken('forgets the files that the person named', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) => {
          if (effect.do === 'hear') return { ...effect, heard: { ...effect.heard, paths: [] } };
          if (effect.do !== 'insert_session' || !effect.session.heard) return effect;
          return { ...effect, session: { ...effect.session, heard: { ...effect.session.heard, paths: [] } } };
        }),
    }),
  ),
  broken(
    'counts every preference once at least',
    changing('put_preference', ({ preference, ...effect }) => ({
      ...effect,
      preference: { ...preference, times: preference.times || 1 },
    })),
  ),
  broken(
    'takes an empty fallback for none',
    changing('insert_ask', ({ ask, ...effect }) => ({
      ...effect,
      ask: { ...ask, fallback: ask.fallback || FALLBACK_TEXT },
    })),
  ),
  broken('keeps times in 32 bits', (inner) =>
    deciding(inner, {
      effects: (effects) => deeply(effects, (leaf) => (typeof leaf === 'number' && leaf > 4e12 ? leaf | 0 : leaf)),
    }),
  ),
  broken(
    'takes an empty text for none',
    changing('insert_item', ({ item, ...effect }) => ({
      ...effect,
      item: { ...item, evidence: item.evidence || null },
    })),
  ),
  broken(
    'makes all jobs run',
    changing('insert_job', ({ job, ...effect }) => ({ ...effect, job: { ...job, state: 'RUNNING' } })),
  ),
  broken(
    'brings text into a normal form',
    writing((text) => text.normalize('NFC')),
  ),
  broken(
    'cuts text at 255 characters',
    writing((text) => text.slice(0, 255)),
  ),
  broken(
    'cuts blanks from the end of text',
    writing((text) => text.trimEnd()),
  ),
];
