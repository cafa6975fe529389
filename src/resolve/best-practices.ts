/**
 * Questions with one answer that is standard practice, as data. A pattern is matched against the whole question in its readable form
 * (question-key.ts: lower case, no "the", "do you want me to" is "should i") and must cover all of it, because one more clause may change
 * the answer. What depends on the project or on taste (framework, library, database, priorities) has no row.
 */

import { lazy, rowsOf } from '../text/lists.ts';

/** One question and its standard answer. */
export interface BestPractice {
  readonly id: string;
  /** Strings, separated by blanks, of which every such question contains at least one: without them its pattern is not tried. */
  readonly about?: string;
  /** Matched against the readable form and the normalised text of the question; anchor it with ^ and $. */
  readonly pattern: RegExp;
  /** 'Yes' or 'No' for a yes-or-no question, else the answer itself. */
  readonly answer: string;
  /** One sentence for people. */
  readonly reason: string;
  /** Which option label, in lower case, means the same as `answer`; exactly one of a question's options must match. */
  readonly fits?: RegExp;
}

const USE = 'should (?:i|we) (?:use|enable|turn on|set up|follow|adopt)';
const PUT = '(?:where should (?:i|we) (?:put|place|store|keep)|which (?:directory|folder) should i use for)';
const HERE = '(?: (?:in|for) (?:this|my|your|our)? ?(?:project|repo|repository|codebase))?';

/** The rows of `text/data/practices.tsv`. */
export const bestPractices = lazy((): readonly BestPractice[] =>
  rowsOf('practices').map(([id = '', about = '', forms = '', answer = '', reason = '', fits = '']) => ({
    id,
    about,
    pattern: new RegExp(`^(?:${forms.replaceAll('{USE}', USE).replaceAll('{PUT}', PUT).replaceAll('{HERE}', HERE)})$`),
    answer,
    reason,
    ...(fits === '' ? {} : { fits: new RegExp(fits) }),
  })),
);
