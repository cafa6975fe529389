/**
 * What a task says, and what it leaves open, read by rules. Pure: the text and the project's files come in, a reading goes out.
 * It asks for little: a file that would be lost, a name that fits several files, a thing without an action, an action without a
 * thing. A missing file name alone is no reason to ask, and what the rules do not know they let pass.
 */
import { isJapanese, japaneseAction, japaneseThing, namesNothing } from './task-japanese.ts';
import { isMadeSo, isOrder, MAKES_SO, type ProjectFacts, type Target, targetsOf } from './task-targets.ts';
import { proseOf, type Token, tokensOf } from './task-tokens.ts';
import {
  ACTION_OF,
  ARTICLES,
  ASKS,
  FILLERS,
  NEGATIONS,
  NEW_ONE,
  POINTS_AT,
  PROBLEMS,
  SAYS_ENOUGH,
  STANDS_FOR,
  STATES,
  type TaskAction,
  THINGS,
  VAGUE,
  WHOLE_ALONE,
  WISHES,
} from './task-words.ts';

export type { ProjectFacts, Target } from './task-targets.ts';
export type { TaskAction } from './task-words.ts';

/** What has to be known before the task can be done; each is one question. */
export type Missing =
  | { readonly reason: 'target_file_exists'; readonly file: string }
  | { readonly reason: 'target_file_ambiguous'; readonly written: string; readonly candidates: readonly string[] }
  | { readonly reason: 'target_action_ambiguous'; readonly thing: string }
  | { readonly reason: 'missing_required_info'; readonly action: TaskAction | null };

export interface TaskReading {
  /** Null where the text does not say it, or not in words that are known. */
  readonly action: TaskAction | null;
  readonly targets: readonly Target[];
  readonly missing: readonly Missing[];
}

/**
 * Reads a task.
 * @param assume The action, where the person has said it elsewhere: then only the files are looked at.
 * @example
 * readTask('fix it', { files: [] }).missing; // [{ reason: 'missing_required_info', action: 'fix' }]
 * readTask('create notes.md', { files: ['notes.md'] }).missing; // [{ reason: 'target_file_exists', file: 'notes.md' }]
 */
export function readTask(text: string, facts: ProjectFacts, assume?: TaskAction): TaskReading {
  const prose = proseOf(typeof text === 'string' ? text : '');
  const tokens = tokensOf(prose);
  const targets = targetsOf(prose, tokens, facts, assume === 'create');
  const action = assume ?? actionOf(prose, tokens);
  const open = assume === undefined ? missingThing(prose, tokens, targets, action) : [];
  return { action, targets, missing: [...targets.flatMap(missingFile), ...open] };
}

function missingFile({ written, file, candidates, exists, made }: Target): Missing[] {
  if (file === null) return [{ reason: 'target_file_ambiguous', written, candidates }];
  return made && exists ? [{ reason: 'target_file_exists', file }] : [];
}

function actionOf(prose: string, tokens: readonly Token[]): TaskAction | null {
  const latin = latinAction(tokens);
  if (latin !== null || !isJapanese(prose)) return latin;
  return japaneseAction(wordsBeside(prose, tokens));
}

function latinAction(tokens: readonly Token[]): TaskAction | null {
  const at = tokens.findIndex((_, i) => isOrder(tokens, i));
  const order = tokens[at]?.text;
  if (order !== undefined) {
    const next = tokens[at + 1];
    // "Make sure", "make it better" and "make README.md shorter" work on what is there.
    const works =
      /^(?:sure|certain)$/.test(next?.text ?? '') || STANDS_FOR.has(next?.text ?? '') || isMadeSo(tokens, at + 1);
    return MAKES_SO.has(order) && works ? 'change' : ACTION_OF.get(order)!;
  }
  const words = tokens.filter(({ kind }) => kind === 'word');
  const [first] = words;
  const texts = words.map(({ text }) => text);
  // "A todo app" and "I need a logo" are things to be made, as "the login page" is not.
  const wished = texts.findIndex((text) => WISHES.has(text)) + 1;
  if (NEW_ONE.has(texts[wished] ?? '') && !texts.some((text) => STATES.has(text) && !WISHES.has(text))) return 'create';
  // "Don't touch it" forbids; it does not say that something is wrong.
  if (texts.some((text) => PROBLEMS.has(text)) && !NEGATIONS.has(first?.text ?? '')) return 'fix';
  return words.length > 3 && words.some(({ text }) => STATES.has(text)) ? 'change' : null;
}

/** The text without the files it names. */
function wordsBeside(prose: string, tokens: readonly Token[]): string {
  let rest = prose;
  for (const { start, end } of tokens.filter(({ kind }) => kind === 'file').toReversed()) {
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  }
  return rest;
}

function missingThing(
  prose: string,
  tokens: readonly Token[],
  targets: readonly Target[],
  action: TaskAction | null,
): Missing[] {
  if (action === null) {
    const thing = isJapanese(prose) ? japaneseThingOf(prose, tokens, targets) : thingOf(prose, tokens, targets);
    if (thing !== null) return [{ reason: 'target_action_ambiguous', thing }];
  }
  return hasObject(prose, tokens) ? [] : [{ reason: 'missing_required_info', action }];
}

function hasObject(prose: string, tokens: readonly Token[]): boolean {
  if (tokens.some(({ kind }) => kind === 'file')) return true;
  if (isJapanese(prose)) {
    const orders = tokens.filter((_, i) => isOrder(tokens, i)).map(({ text }) => text);
    return !namesNothing(orders.reduce((rest, order) => rest.replace(order, ''), prose.toLowerCase()));
  }
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (words.some((word) => SAYS_ENOUGH.has(word))) return true;
  if (words.some((word) => WHOLE_ALONE.has(word)) && !words.some((word) => VAGUE.has(word))) return true;
  // "How do I run this?" is about running; in "fix and update it" no verb is what it is about.
  const asks = ASKS.has(words.find((word) => ACTION_OF.has(word)) ?? '');
  const isContent = (text: string, i: number) => !saysNothing(text) && (asks ? !ASKS.has(text) : !isOrder(tokens, i));
  return tokens.some(({ kind, text }, i) => kind === 'word' && isContent(text, i));
}

const saysNothing = (word: string): boolean => FILLERS.has(word) || VAGUE.has(word) || ARTICLES.has(word);

/** A thing that is named and of which nothing is said; only where that is plain. */
function thingOf(prose: string, tokens: readonly Token[], targets: readonly Target[]): string | null {
  const ends = tokens.findIndex(({ kind }) => kind === 'end');
  if (ends >= 0 && tokens.slice(ends).some(({ kind }) => kind !== 'end')) return null;
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (targets.length > 0) {
    return words.every((word) => saysNothing(word) || THINGS.has(word)) ? namesOf(targets) : null;
  }
  return words.length <= MOST_WORDS && isNamed(words) ? shown(prose) : null;
}

const MOST_WORDS = 6;
const namesOf = (targets: readonly Target[]): string => targets.map(({ written }) => written).join(' and ');
const shown = (prose: string): string =>
  prose
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.!?;:,\s]+$/, '');

function isNamed(words: readonly string[]): boolean {
  const [first, ...others] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || saysNothing(last)) return false;
  if (words.some((word) => PROBLEMS.has(word) || STATES.has(word))) return false;
  if (others.length === 0) return /^\p{Script=Latin}{2,}$/u.test(first) && !/(?:i[sz]e|ify)$/.test(first);
  if (!ARTICLES.has(first)) return THINGS.has(first) && words.every((word) => THINGS.has(word) || FILLERS.has(word));
  // "The header covers the logo" is a sentence: a second article without "of" or "in" before it.
  const sentence = others.some((word, i) => ARTICLES.has(word) && !POINTS_AT.has(words[i]!) && !POINTS_AT.has(word));
  if (sentence) return false;
  return THINGS.has(last) || (words.length <= 3 && !/(?:s|ed|ing|t)$/.test(last));
}

function japaneseThingOf(prose: string, tokens: readonly Token[], targets: readonly Target[]): string | null {
  if (targets.length === 0) return japaneseThing(prose);
  return namesNothing(wordsBeside(prose, tokens)) ? namesOf(targets) : null;
}
