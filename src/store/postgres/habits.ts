/**
 * Whether a project may have a preference for a question, in JavaScript and in SQL. If it cannot, an ask that guesses that there is none is
 * decided as if it had read the lessons: fewer than `ENOUGH` equal answers among them are no habit. The database does not compare all texts
 * as `sameAnswer` does, so an answer that is not plain may always be part of a habit.
 */
import { ENOUGH, LESSONS } from '../../core/preferences.ts';
import type { KnownPreference } from '../../core/states.ts';

/** ASCII and Japanese: two such texts are the same answer only if they differ in nothing but outer blanks and the case of ASCII letters. */
const PLAIN = '^[ -~\\u3001\\u3002\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff]*$';
const plain = new RegExp(PLAIN);

export function mayBeHabit({ stored, lessons }: KnownPreference): boolean {
  if (stored) return true;
  const times = new Map<string, number>();
  return lessons.some(({ answer }) => {
    const choice = answer.trim().toLowerCase();
    times.set(choice, (times.get(choice) ?? 0) + 1);
    return !plain.test(answer) || times.get(choice)! >= ENOUGH;
  });
}

/** The same as a scalar subquery: null if no stored preference and no habit is possible. */
export function possibleHabit(project: string, key: string, subject: string): string {
  const of = `x.project = ${project} AND x.canonical_key = ${key} AND x.subject = ${subject}`;
  const choice = `CASE WHEN l.answer ~ '${PLAIN}' THEN lower(btrim(l.answer) COLLATE "C") END`;
  return `coalesce((SELECT 1 FROM preferences x WHERE ${of}),
    (SELECT 1 FROM (SELECT x.answer FROM clarifications x WHERE ${of} AND x.taught_at IS NOT NULL
        ORDER BY x.taught_at DESC, x.id DESC LIMIT ${LESSONS}) l
      GROUP BY ${choice} HAVING ${choice} IS NULL OR count(*) >= ${ENOUGH} LIMIT 1))`;
}
