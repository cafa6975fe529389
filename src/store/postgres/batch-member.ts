/** A decision on its way to the database, with its plan for writing. */
import type { Decided } from '../../core/effects.ts';
import type { AskState, ClarificationState, PreferenceState } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import type { PreferenceKey, SeenPreference } from './changes.ts';
import { type Guards, guardsOf, preferenceName } from './guards.ts';
import type { Guess } from './guesses.ts';
import type { Seen } from './look.ts';

export interface Member {
  readonly look: Look;
  readonly decide: (state: never) => Decided<unknown>;
  readonly committed: ((result: unknown) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
  /** What to write; null if it has to read first. */
  plan: Plan | null;
  /** How often it was undone with its statement, or left out of one. */
  refusals: number;
  misses: number;
}

export interface Plan {
  readonly seen: Seen;
  readonly guess: Guess | null;
  readonly verdict: Decided<unknown>;
  /** The session it writes in; null if it is in none. */
  readonly session: string | null;
  readonly guards: Guards;
  /** What the statement checks without a lock. */
  readonly checks: Pick<Guess, 'asked' | 'facts' | 'repeats'>;
}

export function planOf(look: Look, seen: Seen, guess: Guess | null, verdict: Decided<unknown>): Plan {
  const { effects } = verdict;
  const made = effects.find((effect) => effect.do === 'insert_session')?.session;
  const session = made?.id ?? seen.session?.id ?? null;
  const checks = guess ?? checksOf(look, seen, verdict);
  return { seen, guess, verdict, session, guards: guardsOf(look, seen, effects), checks };
}

const NOTHING_TO_CHECK: Plan['checks'] = { asked: [], facts: [], repeats: [] };

/**
 * An answer that is given without the person is given only if it was not revoked, and nothing was said, since it was read. Whatever is
 * committed while the statement runs came later.
 */
function checksOf(look: Look, { state, session, versions }: Seen, { effects }: Decided<unknown>): Plan['checks'] {
  const isSettled = effects.some(
    (effect) => effect.do === 'event' && effect.event.type === 'clarification.auto_resolved',
  );
  if (look.of !== 'ask' || !session || !isSettled) return NOTHING_TO_CHECK;
  const repeats = (state as AskState).questions.flatMap(({ live }) =>
    live && live.status !== 'pending' ? [{ id: live.id, version: versions.clarifications.get(live.id)! }] : [],
  );
  return { asked: [], facts: [{ session: session.id, version: versions.heard, used: 0 }], repeats };
}

/** What a decision saw of a preference; undefined if it did not read it. */
export function preferenceIn(look: Look, { state }: Seen, key: PreferenceKey): SeenPreference {
  const of = (one: PreferenceKey | null | undefined, seen: SeenPreference): SeenPreference =>
    one && preferenceName(one) === preferenceName(key) ? seen : undefined;
  switch (look.of) {
    case 'clarification': {
      const { clarification, preference } = state as ClarificationState;
      return of(clarification, preference);
    }
    case 'preference':
      return of(look, (state as PreferenceState).preference?.stored ?? null);
    default:
      return undefined;
  }
}
