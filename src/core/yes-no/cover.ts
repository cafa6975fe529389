/** Covers a cut text with known phrases, the longest first. */
import type { Language } from './languages.ts';
import type { Role } from './lexicon.ts';
import { unstretched } from './tokens.ts';

export type Reading = 'Yes' | 'No';

export interface Match {
  readonly role: Role;
  readonly end: number;
}

/** The longest phrase that begins at a place. */
export function longestAt(language: Language, tokens: readonly string[], from: number): Match | null {
  let node = language.tree;
  let best: Match | null = null;
  for (let i = from; i < tokens.length && node.next !== null; i += 1) {
    const child = node.next.get(tokens[i]!) ?? stretchedChild(language, node.next, tokens[i]!);
    if (child === undefined) break;
    node = child;
    if (node.role !== null) best = { role: node.role, end: i + 1 };
  }
  return best;
}

function stretchedChild<T>(language: Language, next: ReadonlyMap<string, T>, word: string): T | undefined {
  if (language.stretchable.size === 0) return undefined;
  const short = unstretched(word);
  const known = short === word ? undefined : language.stretchable.get(short);
  return known === undefined ? undefined : next.get(known);
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
