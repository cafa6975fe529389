/** What both stores must agree on when they look. */
import type { KnownQuestion } from '../core/states.ts';

/** How many of a job's own earlier items for one question are looked at; more would mean as many changes of its options. */
export const OWN_ITEMS = 20;
/** How many revoked clarifications of one question are looked at; a person rarely takes back more. */
export const REVOKED = 20;

type TakenBack = Pick<KnownQuestion, 'revoked' | 'successor'>;

export const NOTHING_TAKEN_BACK: TakenBack = { revoked: null, successor: null };

/** The revoked one that nothing stands in for yet, whichever clock made its id; else the newest, with what stands in for it. */
export function takenBackAmong(newestFirst: readonly TakenBack[]): TakenBack {
  return newestFirst.find(({ successor }) => successor === null) ?? newestFirst[0] ?? NOTHING_TAKEN_BACK;
}
