/** The words that have opposites, looked up by what a prompt says; and opposites that are so by their form. */
import { AXES } from './opposites-english.ts';
import { EVERYDAY_AXES } from './opposites-everyday.ts';
import { THING_AXES } from './opposites-of-things.ts';
import { REQUIREMENT_AXES } from './opposites-requirements.ts';

export type WordRole = 'adjective' | 'noun' | 'verb' | 'unsure' | 'act' | 'twin';

export interface Entry {
  readonly axis: string;
  readonly pole: number;
  readonly role: WordRole;
  readonly cosmetic: boolean;
  /** It counts only where both sides are plainly said of one thing. */
  readonly strict: boolean;
}

/** Looks alone, as seed 001 has it. */
const COSMETIC_AXES = new Set(['temperature']);

const ROLES: Readonly<Record<string, WordRole>> = {
  n: 'noun',
  v: 'verb',
  a: 'unsure',
  w: 'act',
  s: 'adjective',
  t: 'twin',
};

/** Show, shows, showing. What has been shown is a quality, and listed as one. */
function formsOf(verb: string): string[] {
  const [first, ...rest] = verb.split(' ');
  const stem = /[^e]e$/.test(first!) ? first!.slice(0, -1) : first!;
  const third = /(?:s|sh|ch|x)$/.test(first!) ? `${first}es` : first!.replace(/([^aeiou])y$/, '$1ie').concat('s');
  const doubled = /[^aeiou][aeiou][bdgmnpt]$/.test(first!) ? [`${first}${first!.at(-1)}ing`] : [];
  return [first!, third, `${stem}ing`, ...doubled].map((form) => [form, ...rest].join(' '));
}

/** Automatically of automatic, invisibility of invisible. What is as often a mere stress ("finally") is none of them. */
function derivedFrom(adjective: string): string[] {
  if (!/^(?!final|relative|exclusive|abs|local|global)\w{3,}(?:ic|al|ous|ive|[ae]nt|ful|less|ble)$/.test(adjective))
    return [];
  const adverb = adjective.endsWith('ic')
    ? `${adjective}ally`
    : adjective.endsWith('ble')
      ? `${adjective.slice(0, -1)}y`
      : `${adjective}ly`;
  return /(?:ble|al)$/.test(adjective) ? [adverb, `${adjective.replace(/ble$/, 'bil')}ity`] : [adverb];
}

/** By the words of an entry, blank-separated; hyphens make no difference. */
function tableOf(text: string): ReadonlyMap<string, readonly Entry[]> {
  const table = new Map<string, Entry[]>();
  for (const line of text.trim().split(/\n(?=\S)/)) {
    const [, axis, rest] = /^(\w+):([\s\S]*)$/.exec(line)!;
    for (const [pole, side] of rest!.split('|').entries()) {
      for (const word of side.trim().split(/\s+/)) {
        const [, mark, plain] = /^(?:([nvawst]):)?(.+)$/.exec(word)!;
        const key = plain!.replaceAll('-', ' ');
        const role = mark === undefined ? 'adjective' : ROLES[mark]!;
        const strict = mark === 'w' || mark === 's' || mark === 't';
        const entry: Entry = { axis: axis!, pole, role, cosmetic: COSMETIC_AXES.has(axis!), strict };
        for (const form of role === 'act' ? formsOf(key) : [key]) add(table, form, entry);
      }
    }
  }
  for (const [word, entries] of [...table])
    for (const form of derivedFrom(word))
      for (const entry of entries) if (entry.role === 'adjective') add(table, form, { ...entry, strict: true });
  return table;
}

function add(table: Map<string, Entry[]>, form: string, entry: Entry): void {
  const known = table.get(form);
  if (known === undefined) table.set(form, [entry]);
  else if (!known.some(({ axis, pole }) => axis === entry.axis && pole === entry.pole)) known.push(entry);
}

export const OPPOSITES = tableOf(AXES.trimEnd() + THING_AXES.trimEnd() + REQUIREMENT_AXES.trimEnd() + EVERYDAY_AXES);

/** How many words the longest entry has that begins with these two. */
const LONGEST_FROM: ReadonlyMap<string, ReadonlyMap<string, number>> = longestFrom(OPPOSITES);

function longestFrom(table: ReadonlyMap<string, unknown>): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const key of table.keys()) {
    const [first, second, ...rest] = key.split(' ');
    if (second === undefined) continue;
    const seconds = found.get(first!) ?? new Map<string, number>();
    seconds.set(second, Math.max(seconds.get(second) ?? 0, rest.length + 2));
    found.set(first!, seconds);
  }
  return found;
}

/** How many words an entry may have that begins with a word and the one behind it. Most words begin no entry of several. */
export const longestFor = (first: string, second: string | undefined): number =>
  second === undefined ? 1 : (LONGEST_FROM.get(first)?.get(second) ?? 1);

const NEGATING = /^(?:un|non|in|im|ir|il|dis|de)(?=.{4})/;
const QUALITY = /(?:able|ible|ed|al|ive|ic|ous|ant|ent|ing|ar|ful|ct|te|id|le|ure|en|own|ly|ess)$/;

const NONE: readonly string[] = [];
const MAY_NEGATE: ReadonlySet<string> = new Set('dniu');

/** What a word denies by its form: "editable" for "uneditable", "harmful" for "harmless". None where it denies nothing. */
export function basesOf(word: string): readonly string[] {
  if (!MAY_NEGATE.has(word[0]!) && !word.endsWith('less')) return NONE;
  const prefix = NEGATING.exec(word)?.[0];
  if (prefix !== undefined && QUALITY.test(word)) return [word.slice(prefix.length)];
  return word.length > 6 && word.endsWith('less') ? [`${word.slice(0, -4)}ful`] : NONE;
}

/** What "reversible" says can be done: to "cannot be reversed" it is the opposite. */
export const ableRoot = (text: string): string => (/^.{4,}[ai]ble$/.test(text) ? text.slice(0, -4) : '');
