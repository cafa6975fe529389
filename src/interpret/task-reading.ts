/**
 * Reads what a task says and what it leaves open, by rules. Pure: takes the text and the project's files, returns a reading. It asks for
 * little: a file that would be lost, a name that matches several files, a thing without an action, an action without a thing. A missing
 * file name alone is no reason to ask, and the rules accept what they do not know.
 */
import { isIn, listNamed } from './data.ts';
import { isJapanese } from './prose.ts';
import { isMadeSo, isOrder, type ProjectFacts, type Target, targetsOf } from './task-files.ts';
import { actionNamed, japaneseAction, type Part, partsOf, type TaskAction, withoutCode } from './task-words.ts';

export type { ProjectFacts, Target } from './task-files.ts';
export type { TaskAction } from './task-words.ts';

/** What must be known before the task can be done; each is one question. */
export type Missing =
  | { readonly reason: 'target_file_exists'; readonly file: string }
  | { readonly reason: 'target_file_ambiguous'; readonly written: string; readonly candidates: readonly string[] }
  | { readonly reason: 'target_action_ambiguous'; readonly thing: string }
  | { readonly reason: 'missing_required_info'; readonly action: TaskAction | null };

export interface TaskReading {
  /** Null if the text does not name an action, or not in known words. */
  readonly action: TaskAction | null;
  readonly targets: readonly Target[];
  readonly missing: readonly Missing[];
}

/**
 * Reads a task.
 * @param assume The action, if the person has named it elsewhere: then only the files are read.
 * @example
 * readTask('fix it', { files: [] }).missing; // [{ reason: 'missing_required_info', action: 'fix' }]
 * readTask('create notes.md', { files: ['notes.md'] }).missing; // [{ reason: 'target_file_exists', file: 'notes.md' }]
 */
export function readTask(text: string, facts: ProjectFacts, assume?: TaskAction): TaskReading {
  const prose = withoutCode(typeof text === 'string' ? text : '');
  const parts = partsOf(prose);
  const targets = targetsOf(prose, parts, facts, assume === 'create');
  const action = assume ?? actionOf(prose, parts);
  const open = assume === undefined ? missingThing(prose, parts, targets, action) : [];
  return { action, targets, missing: [...targets.flatMap(missingFile), ...open] };
}

function missingFile({ written, file, candidates, exists, made }: Target): Missing[] {
  if (file === null) return [{ reason: 'target_file_ambiguous', written, candidates }];
  return made && exists ? [{ reason: 'target_file_exists', file }] : [];
}

function actionOf(prose: string, parts: readonly Part[]): TaskAction | null {
  return englishAction(parts) ?? (isJapanese(prose) ? japaneseAction(wordsOf(parts).join(' ')) : null);
}

function englishAction(parts: readonly Part[]): TaskAction | null {
  const at = parts.findIndex((_, i) => isOrder(parts, i));
  const order = parts[at]?.text;
  if (order !== undefined) {
    const next = parts[at + 1]?.text ?? '';
    // "Make sure", "make it better" and "make README.md shorter" change something that exists.
    const works = /^(?:sure|certain)$/.test(next) || isIn(next, 'stands-for') || isMadeSo(parts, at + 1);
    return isIn(order, 'makes-so') && works ? 'change' : actionNamed(order)!;
  }
  const words = wordsOf(parts);
  // "A todo app" and "I need a logo" are things to create; "the login page" is not.
  const wished = words.findIndex((word) => isIn(word, 'wishes')) + 1;
  const says = words.some((word) => isIn(word, 'states') && !isIn(word, 'wishes'));
  if (isIn(words[wished] ?? '', 'new-one') && !says) return 'create';
  // "Don't touch it" forbids something; it does not report a problem.
  if (words.some((word) => isIn(word, 'problems')) && !isIn(words[0]!, 'keeps-off')) return 'fix';
  return words.length > 3 && words.some((word) => isIn(word, 'states')) ? 'change' : null;
}

const wordsOf = (parts: readonly Part[]): string[] =>
  parts.filter(({ kind }) => kind === 'word').map(({ text }) => text);

function missingThing(
  prose: string,
  parts: readonly Part[],
  named: readonly Target[],
  action: TaskAction | null,
): Missing[] {
  const thing = action === null ? thingOf(prose, parts, named) : null;
  if (thing !== null) return [{ reason: 'target_action_ambiguous', thing }];
  return hasObject(prose, parts, action) ? [] : [{ reason: 'missing_required_info', action }];
}

function hasObject(prose: string, parts: readonly Part[], action: TaskAction | null): boolean {
  if (parts.some(({ kind }) => kind === 'file')) return true;
  if (isJapanese(prose)) return !namesNothing(prose);
  const words = wordsOf(parts);
  const has = (...names: string[]) => words.some((word) => isIn(word, ...names));
  if (has('says-enough') || (has('whole-alone') && !has('vague', 'kinds'))) return true;
  // "How do I run this?" is about running; in "fix and update it" no verb is the subject.
  const asks = isIn(words.find((word) => actionNamed(word) !== undefined) ?? '', 'asks');
  // "Make me a cool game" names a kind of thing, and nothing about it.
  const isKind = (word: string) => action === 'create' && isIn(word, 'kinds');
  return parts.some(
    ({ kind, text }, i) =>
      kind === 'word' && !saysNothing(text) && !isKind(text) && (asks ? !isIn(text, 'asks') : !isOrder(parts, i)),
  );
}

const saysNothing = (word: string): boolean => isIn(word, 'fillers', 'vague', 'articles');

const JAPANESE_LISTS = 'ja-change ja-fix ja-delete ja-create ja-explain ja-vague ja-manners'.split(' ');
/** A longer text names something. */
const MAX_NOTHING = 40;

/** Whether nothing remains of a Japanese text without its action, polite phrases and placeholder words. */
function namesNothing(text: string): boolean {
  if (text.length > MAX_NOTHING) return false;
  const isWish = /作|つく|欲し|ほし|お願|頼/.test(text);
  const lists = [...(isWish ? ['ja-kinds'] : []), ...JAPANESE_LISTS];
  const rest = lists.reduce((left, name) => left.replace(new RegExp(listNamed(name), 'gi'), ''), text);
  return !/[\p{L}\p{N}]/u.test(rest);
}

const MAX_WORDS = 6;

/** A thing that is named without saying anything about it; only if that is clear. */
function thingOf(prose: string, parts: readonly Part[], targets: readonly Target[]): string | null {
  const words = wordsOf(parts);
  const name = prose
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.!?;:,。！？\s]+$/, '');
  const inJapanese = isJapanese(prose);
  if (targets.length > 0) {
    const isBare = inJapanese
      ? namesNothing(words.join(' '))
      : words.every((word) => saysNothing(word) || isIn(word, 'things'));
    return isBare ? targets.map(({ written }) => written).join(' and ') : null;
  }
  if (inJapanese)
    return name.length <= 24 && !/[\sを、]/.test(name) && new RegExp(listNamed('ja-things'), 'i').test(name)
      ? name
      : null;
  // "The header covers the logo" is a sentence: it has a second article without "of" or "in" before it.
  const isSentence = words.some((word, i) => i > 0 && isIn(word, 'articles') && !isIn(words[i - 1]!, 'points-at'));
  const isPlain = words.length <= MAX_WORDS && isIn(words.at(-1) ?? '', 'things') && !/[.!?;\n]/.test(name);
  if (!isPlain || isSentence || words.some((word) => isIn(word, 'problems', 'states'))) return null;
  return isIn(words[0]!, 'articles') || words.every((word) => isIn(word, 'things', 'fillers')) ? name : null;
}
