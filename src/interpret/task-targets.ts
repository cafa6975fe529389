/** The files a task names: which file of the project each is, and whether the task would make it anew. */
import { isJapanese, isLeftAlone, isMadeHere } from './task-japanese.ts';
import type { Token } from './task-tokens.ts';
import {
  ACTION_OF,
  ADDS,
  ARTICLES,
  FILE_ENDING,
  FILLERS,
  MAKES_FILE,
  NEGATIONS,
  NEW_ONE,
  NO_FILE,
  POINTS_AT,
  WRITES_TO,
} from './task-words.ts';

/** What the rim knows of the project's files. */
export interface ProjectFacts {
  /** Files of the project, from its root on and with forward slashes. */
  readonly files: readonly string[];
  /** Where a path that the text names leads, seen from the root: for absolute ones, and for links. */
  readonly paths?: ReadonlyMap<string, string>;
}

export interface Target {
  /** The file as the person wrote it. */
  readonly written: string;
  /** The file that is meant, from the root on; null while it may be several. */
  readonly file: string | null;
  /** The project's files it may be. */
  readonly candidates: readonly string[];
  readonly exists: boolean;
  /** The task makes the file, rather than working on it: one that exists would be overwritten. */
  readonly made: boolean;
}

/** Whether the word at `at` tells what to do. "The test page" has no order in it, "test the page" has one. */
export function isOrder(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || !ACTION_OF.has(token.text)) return false;
  const before = tokens[at - 1];
  if (token.text === 'new') return before === undefined || before.kind === 'end';
  return !(before?.kind === 'word' && ARTICLES.has(before.text)) && !isNegatedAt(tokens, at, 3);
}

/** Whether a word that turns things round stands up to `reach` words before, in the same sentence. */
function isNegatedAt(tokens: readonly Token[], at: number, reach: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - reach) && tokens[i]!.kind !== 'end'; i--) {
    if (tokens[i]!.kind === 'word' && NEGATIONS.has(tokens[i]!.text)) return true;
  }
  return false;
}

/** What may follow a file that is made; any other word says how it shall become, and then it is there already. */
const FOLLOWS_MADE = new Set(['from', 'using', 'containing', 'that', 'which', 'where', 'based', 'file', 'listing']);
const LIKENS = new Set(['like', 'as', 'up', 'more']);
/** With a quality behind the file they change it: "make README.md shorter". */
export const MAKES_SO = new Set([
  'make',
  'makes',
  'making',
  'mach',
  'mache',
  'machen',
  'fais',
  'faire',
  'haz',
  'hacer',
]);

function pointsAt(words: readonly string[]): boolean {
  return words.some((word, i) => POINTS_AT.has(word) && !(word === 'de' && words[i + 1]?.startsWith('config')));
}

/** Whether the file at `at` is what an order brings about. */
function isMade(tokens: readonly Token[], at: number, assumed: boolean): boolean {
  const between: string[] = [];
  for (let i = at - 1; i >= 0 && tokens[i]!.kind !== 'end'; i--) {
    const { kind, text } = tokens[i]!;
    if (kind === 'file') continue;
    if (isOrder(tokens, i)) {
      if (MAKES_FILE.has(text) && !pointsAt(between)) return !(MAKES_SO.has(text) && isMadeSo(tokens, at));
      if (ADDS.has(text)) return between.some((word) => NEW_ONE.has(word)) && !pointsAt(between);
      if (WRITES_TO.has(text)) return leadsTo(between);
      const before = tokens[i - 1];
      if (before === undefined || before.kind !== 'word' || FILLERS.has(before.text)) return false;
    }
    between.unshift(text);
  }
  if (assumed) return !pointsAt(between);
  const next = tokens.slice(at + 1, at + 3).find(({ text }) => !/^(?:neu|und|please|bitte)$/.test(text));
  return next?.kind === 'word' && /^(?:erstellen|anlegen|schreiben|generieren)$/.test(next.text) && !pointsAt(between);
}

/** Whether the words behind the file at `at` say what shall become of it. */
export function isMadeSo(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (tokens[at]?.kind !== 'file') return false;
  if (next?.kind !== 'word' || LIKENS.has(next.text)) return next?.kind === 'word';
  return !FILLERS.has(next.text) && !FOLLOWS_MADE.has(next.text);
}

/** "Save it as x", "write the list to the file x". */
function leadsTo(between: readonly string[]): boolean {
  const near = between.filter((word) => word !== 'file' && !ARTICLES.has(word)).at(-1);
  return near === 'to' || near === 'as';
}

const plain = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/$/, '');

/** The files of the project that a name fits: the one at that very place, else those that end with it. */
function fitting(name: string, files: readonly string[]): readonly string[] {
  if (files.includes(name)) return [name];
  const ends = files.filter((file) => file.endsWith(`/${name}`));
  if (ends.length > 0) return ends;
  const lower = name.toLowerCase();
  return files.filter((file) => file.toLowerCase() === lower || file.toLowerCase().endsWith(`/${lower}`));
}

/** "If there is none" keeps the one there is. */
const IF_MISSING =
  /^[^.\n]{0,40}\b(?:if (?:it )?(?:does(?: not|n['’]t) (?:yet )?exist|is missing|isn['’]t there|not there|missing|absent|there is none)|unless (?:it|one) exists)|^[^。\n]{0,20}(?:なければ|無ければ|ない場合)/i;
const JOINS = /^\s*(?:と|、|や|・|および|及び)\s*$/;

/** The places of the files that the text makes. From the last on, for in Japanese a list has its verb at its end. */
function madeIn(prose: string, tokens: readonly Token[], assumed: boolean): ReadonlySet<number> {
  const made = new Set<number>();
  for (let at = tokens.length - 1, next = -1; at >= 0; at--) {
    const token = tokens[at]!;
    if (token.kind !== 'file') continue;
    const after = prose.slice(token.end, token.end + 60);
    const joined = made.has(next) && JOINS.test(prose.slice(token.end, tokens[next]!.start));
    const orders = isMade(tokens, at, assumed && !isJapanese(after)) || isMadeHere(after);
    if ((orders || joined) && !IF_MISSING.test(after)) made.add(at);
    next = at;
  }
  return made;
}

/**
 * The files a task names, each once.
 * @param assumed The person has said that it is about making something, so no word for that is needed.
 */
export function targetsOf(
  prose: string,
  tokens: readonly Token[],
  { files, paths }: ProjectFacts,
  assumed: boolean,
): Target[] {
  const found = new Map<string, Target>();
  const madeAt = madeIn(prose, tokens, assumed);
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'file') continue;
    const name = plain(paths?.get(token.text) ?? token.text);
    const fits = fitting(name, files);
    const known = (FILE_ENDING.test(name) || !name.includes('.')) && !NO_FILE.test(name);
    if (fits.length === 0 && !known) continue;
    const after = prose.slice(token.end, token.end + 60);
    if (isNegatedAt(tokens, at, 4) || isLeftAlone(after)) continue;
    const made = madeAt.has(at);
    const earlier = found.get(name);
    // Making wins: a file that is first made and then worked on is made.
    if (earlier !== undefined && (earlier.made || !made)) continue;
    const exact = fits.length === 1 && fits[0] === name;
    const open = !made && fits.length > 1;
    found.set(name, {
      written: token.text,
      file: open ? null : made ? name : (fits[0] ?? name),
      candidates: made && !exact ? [] : fits,
      exists: made ? exact : fits.length > 0,
      made,
    });
  }
  return [...found.values()];
}
