/** Stores that keep or show something else than what answers teach. */
import type { KnownPreference, PreferenceState } from '../../../../src/core/states.ts';
import type { Store } from '../../../../src/ports.ts';
import { type Broken, broken, changing, deciding } from './wrapping.ts';

/** Shows something else of a preference that is looked up. */
function knowing(change: (known: KnownPreference) => Partial<KnownPreference>): (inner: Store) => Partial<Store> {
  const shown = (state: never, of: string) => {
    const { preference } = state as PreferenceState;
    return of === 'preference' && preference ? { preference: { ...preference, ...change(preference) } } : state;
  };
  return (inner) => deciding(inner, { state: (state, look) => shown(state, look.of) });
}

export const BROKEN_LESSONS: readonly Broken[] = [
  broken(
    'forgets that an answer teaches',
    changing('settle_clarification', (effect) => ({ ...effect, teaches: false })),
  ),
  broken(
    'learns nothing where the answer of a preference is revoked',
    changing('retire_clarification', (effect) => ({ ...effect, teaches: false })),
  ),
  broken(
    'shows the oldest lessons first',
    knowing(({ lessons }) => ({ lessons: lessons.toReversed() })),
  ),
  broken(
    'shows the newest lesson twice',
    knowing(({ lessons }) => ({ lessons: lessons.length > 0 ? [lessons[0]!, ...lessons] : lessons })),
  ),
  broken(
    'shows lessons as of now',
    knowing(({ lessons }) => ({ lessons: lessons.map((lesson) => ({ ...lesson, at: lesson.at + 1_000 })) })),
  ),
  broken(
    'shows no stored preference beside lessons',
    knowing(({ lessons }) => (lessons.length > 0 ? { stored: null } : {})),
  ),
];
