/** The words by which a task is read, and its text in parts. English is read word by word; Japanese by patterns, since it has no blanks. */
import { isFileName } from '../text/subject.ts';
import { LETTERS } from '../text/words.ts';
import { isIn, listNamed } from './data.ts';
import { MAX_READ } from './prose.ts';

/** What a task does with its object. */
export type TaskAction = 'create' | 'change' | 'fix' | 'delete' | 'explain';
const ACTIONS: readonly TaskAction[] = ['create', 'change', 'fix', 'delete', 'explain'];
/** For Japanese the first match counts: 作り直して means change. */
const JAPANESE_ACTIONS: readonly TaskAction[] = ['fix', 'delete', 'change', 'create', 'explain'];

export const actionNamed = (word: string): TaskAction | undefined => ACTIONS.find((action) => isIn(word, action));

const NOT = '(?:し|ら|か|さ)?(?:ない|なく|ず(?:に)?|ません)';
const NEGATED = new RegExp(`^${NOT}`);
let anyAction: RegExp | undefined;

/** The first action in the text; null if it names none. */
export function japaneseAction(text: string): TaskAction | null {
  anyAction ??= new RegExp(JAPANESE_ACTIONS.map((action) => `(${listNamed(`ja-${action}`)})`).join('|'), 'g');
  for (const match of text.matchAll(anyAction))
    if (!NEGATED.test(text.slice(match.index + match[0].length)))
      return JAPANESE_ACTIONS[match.slice(1).findIndex((group) => group !== undefined)]!;
  return null;
}

const MADE = new RegExp(
  `^[」』\`"”]?\\s*(?:(?:という|って)(?:名前の|名の)?\\s*(?:ファイル)?|ファイル)?\\s*[を、]?\\s*(?:新規|新しく|新たに)?に?(?:作成|生成|作っ|作る|作れ|作り(?!直)|つく[っる]|書い|書く|書き(?!換|直|込|足))(?!${NOT})`,
);
/** Whether the words after a file create it: 「notes.md」を作って, but not notes.mdに追加して. */
export const isMadeHere = (after: string): boolean => MADE.test(after);
/** Whether the words after a file exclude it from the work: x.tsは触らないで. */
export const isLeftAlone = (after: string): boolean =>
  /^[^。\n]{0,12}?(?:触ら|変え|変更し|編集し|消さ|削除し)(?:ない|ず)/.test(after);

export interface Part {
  /** A word in lower case, a file as it is written, or the end of a sentence. */
  readonly kind: 'word' | 'file' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PARTS = new RegExp(
  `https?:\\/\\/\\S+|[${LETTERS}_]+(?:['’][${LETTERS}]+)+|[\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u9fff]+|[\\w./~@+\\\\-]+|[${LETTERS}]+|[!?;。！？\\n]`,
  'gu',
);
const WORDS = new RegExp(`[${LETTERS}_]+(?:['’][${LETTERS}]+)*`, 'gu');

/** What the person says, without the code they show. */
export const withoutCode = (text: string): string => text.slice(0, MAX_READ).replace(/```[\s\S]*?(?:```|$)/g, '\n');

/** @example partsOf('Fix src/a.ts.').map(({ text }) => text); // ['fix', 'src/a.ts', '.'] */
export function partsOf(prose: string): Part[] {
  return Array.from(prose.matchAll(PARTS), ({ 0: text, index }): Part[] => {
    const name = text.replace(/(?<=.)\.+$/, '');
    const end = index + name.length;
    const ends: Part[] = name === text ? [] : [{ kind: 'end', text: '.', start: end, end: index + text.length }];
    if (isFileName(name)) return [{ kind: 'file', text: name, start: index, end }, ...ends];
    if (/^[!?;。！？\n.]/.test(text)) return [{ kind: 'end', text, start: index, end: index + text.length }];
    const words = name.startsWith('http') ? [] : (name.match(WORDS) ?? []);
    const folded = words.map((word) => word.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
    return [...folded.map((word): Part => ({ kind: 'word', text: word, start: index, end })), ...ends];
  }).flat();
}
