/** Covers a cut text with known phrases, the longest first. */
import type { Language } from './languages.ts';
import type { Role } from './lexicon.ts';
import { unstretched } from './tokens.ts';

export type Reading = 'Yes' | 'No';

export interface Match {
  readonly role: Role;
  readonly end: number;
}

/** The longest phrase that begins at a place, and ends before another. */
export function longestAt(
  language: Language,
  tokens: readonly string[],
  from: number,
  before = tokens.length,
): Match | null {
  let node = language.tree;
  let best: Match | null = null;
  for (let i = from; i < before && node.next !== null; i += 1) {
    const child = node.next.get(tokens[i]!) ?? stretchedChild(language, node.next, tokens[i]!);
    if (child === undefined) break;
    node = child;
    if (node.role !== null) best = { role: node.role, end: i + 1 };
  }
  return best;
}

function stretchedChild<T>(language: Language, next: ReadonlyMap<string, T>, word: string): T | undefined {
  if (language.stretchable.size === 0 || !isStretched(word)) return undefined;
  const known = language.stretchable.get(unstretched(word));
  return known === undefined ? undefined : next.get(known);
}

/** Whether a letter stands three times in a row, or twice at the end: "noon" is a word of its own. */
function isStretched(word: string): boolean {
  let run = 1;
  for (let i = 1; i < word.length; i += 1) {
    run = word[i] === word[i - 1] ? run + 1 : 1;
    if (run > 2) return true;
  }
  return run > 1;
}

/**
 * The roles that cover the tokens from a place to the end, with shorter phrases where the longest leads nowhere: "no, thanks for
 * asking" is not "no thanks" and a rest. A doubtful phrase is never cut shorter.
 */
export function coverFrom(
  language: Language,
  tokens: readonly string[],
  from: number,
  dead: Set<number>,
): Role[] | null {
  if (from === tokens.length) return [];
  if (dead.has(from)) return null;
  let end = tokens.length;
  for (;;) {
    const match = longestAt(language, tokens, from, end);
    if (match === null) break;
    const rest = coverFrom(language, tokens, match.end, dead);
    if (rest !== null) {
      rest.push(match.role);
      return rest;
    }
    if (match.role === 'doubt') break;
    end = match.end - 1;
  }
  dead.add(from);
  return null;
}

/** What the phrases met so far amount to. */
export class Tally {
  yes = false;
  no = false;
  soft = false;
  leansYes = false;
  leansNo = false;
  doubt = false;

  add(role: Role): void {
    switch (role) {
      case 'yes':
        this.yes = true;
        break;
      case 'no':
        this.no = true;
        break;
      case 'softYes':
        this.soft = true;
        break;
      case 'leansYes':
        this.leansYes = true;
        break;
      case 'leansNo':
        this.leansNo = true;
        break;
      case 'doubt':
        this.doubt = true;
        break;
      case 'neutral':
        break;
    }
  }

  /** Yes and no that meet cancel each other: the person is asked. */
  get reading(): Reading | null {
    if (this.doubt || (this.yes && this.no)) return null;
    if (this.no) return this.leansYes ? null : 'No';
    return (this.yes || this.soft) && !this.leansNo ? 'Yes' : null;
  }
}
