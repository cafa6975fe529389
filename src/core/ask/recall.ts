/**
 * What is known about a person's wishes on a topic: preferences and earlier answers that share words with it, best match first. It decides
 * nothing, so the match may be loose; the reader sees the question that was answered.
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
  /** A preference holds for the whole project; an answer was given once. */
  readonly from: 'preference' | 'answer';
  /** Where it came from; for a preference, whether it was set by hand or learned. */
  readonly source: string;
  readonly by: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The clarification, for an answer. */
  readonly id?: string;
}

/** What agents may recall: no secrets, and no permission to do something. */
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
    .filter((one) => one.project === project && one.status === 'answered' && !one.destructive && !one.call)
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
 * Returns the entries about a topic, best match first; among equals, preferences come first, then the newest. Rare words count more: among
 * a hundred questions of a test suite, "test" says little.
 * @param about Any words; without words, the newest entries are returned.
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
