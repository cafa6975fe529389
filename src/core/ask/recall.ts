/**
 * What is known of a person's wishes about something: preferences and earlier answers that share words with it, best first. It
 * decides nothing, so words may meet loosely here; whoever reads it sees the question that was answered.
 */

import { looksSecret } from '../../text/secret-shape.ts';
import { namesSecret } from '../../text/secrets.ts';
import { sketchOf } from '../../text/similarity.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Preference } from '../model/resolution.ts';
import { ENOUGH } from '../preferences.ts';

export interface Recalled {
  readonly question: string;
  readonly answer: string;
  /** A preference holds for the whole project from now on; an answer was given once. */
  readonly from: 'preference' | 'answer';
  /** By whom or by what it came about; of a preference, whether it was set by hand or learnt. */
  readonly source: string;
  readonly by: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The clarification, of an answer. */
  readonly id?: string;
}

/** What agents may be reminded of: no secret, and no leave that was given to destroy something. */
export function memories(
  preferences: readonly Preference[],
  answers: readonly ClarificationRecord[],
  project: string,
): readonly Recalled[] {
  const usual = preferences
    .filter(({ origin, times }) => origin === 'set' || times >= ENOUGH)
    .map(
      ({ question, answer, origin, updatedAt }): Recalled => ({
        ...{ question, answer, from: 'preference', source: origin, by: null, at: updatedAt },
      }),
    );
  const given = answers
    .filter((one) => one.project === project && one.status === 'answered' && !one.destructive)
    .filter(({ header, context, reason }) => !namesSecret([header, context, reason].join('\n')))
    .map(
      ({ id, question, answer, source, by, settledAt, createdAt }): Recalled => ({
        ...{ question, answer: answer ?? '', from: 'answer', source: source ?? 'user', by },
        ...{ at: settledAt ?? createdAt, id },
      }),
    );
  return [...usual, ...given].filter(
    ({ question, answer }) => !namesSecret(question) && !looksSecret(question) && !looksSecret(answer),
  );
}

/**
 * Those that are about it, best first, and of equals preferences and then the newest first. Rare words count for more: among a
 * hundred questions of a test suite "test" says little.
 * @param about Words of any kind; none: the newest of all.
 */
export function recall(about: string, known: readonly Recalled[], most: number): readonly Recalled[] {
  const wanted = new Set(sketchOf(about).stems);
  const newest = known.toSorted((a, b) => rank(a) - rank(b) || b.at - a.at);
  if (wanted.size === 0) return newest.slice(0, most);
  const words = newest.map(({ question, answer }) => new Set(sketchOf(`${question} ${answer}`).stems));
  const weight = (stem: string) => Math.log(1 + words.length / (1 + words.filter((one) => one.has(stem)).length));
  const weights = new Map([...wanted].map((stem) => [stem, weight(stem)]));
  const score = (stems: ReadonlySet<string>) =>
    [...wanted].reduce((n, stem) => n + (stems.has(stem) ? weights.get(stem)! : 0), 0);
  return newest
    .map((one, at) => ({ one, score: score(words[at]!) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one);
}

function rank({ from }: Recalled): number {
  return from === 'preference' ? 0 : 1;
}
