/** A decision on its way to the database, with its plan for writing. */
import type { Decided } from '../../core/effects.ts';
import type { AskState, ClarificationState, PreferenceState } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import type { PreferenceKey, SeenPreference } from './changes.ts';
import type { Guess } from './guesses.ts';
import type { Seen } from './look.ts';

export interface Member {
  readonly look: Look;
  readonly decide: (state: never) => Decided<unknown>;
  readonly committed: ((result: unknown) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
  /** Decisions with the same line are processed one after the other. */
  readonly line: string;
  /** What to write; null if it has to read first. */
  plan: Plan | null;
  /** How often a constraint of the schema rejected it. */
  refusals: number;
}

export interface Plan {
  readonly seen: Seen;
  readonly guess: Guess | null;
  readonly verdict: Decided<unknown>;
  readonly session: string | null;
  /** The session it writes to and the preferences it changes: no two members of one statement may share any. */
  readonly names: readonly string[];
}

export function planOf(seen: Seen, guess: Guess | null, verdict: Decided<unknown>): Plan {
  let session = seen.session?.id ?? null;
  const names: string[] = [];
  for (const effect of verdict.effects) {
    if (effect.do === 'insert_session') session = effect.session.id;
    if (effect.do === 'put_preference') names.push(preferenceName(effect.preference));
    if (effect.do === 'drop_preference') names.push(preferenceName(effect));
  }
  if (session !== null) names.push(session);
  return { seen, guess, verdict, session, names };
}

export function preferenceName({ project, key, subject }: PreferenceKey): string {
  return JSON.stringify([project, key, subject]);
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
      return of(look, (state as PreferenceState).preference);
    case 'ask': {
      const { rejected } = state as AskState;
      return of(rejected?.clarification, rejected?.preference ?? null);
    }
    default:
      return undefined;
  }
}
