/** A prompt as words: what the person says, without the code, quotations and links that they show. Pure, and linear in the text. */

import { LETTERS } from '../text/words.ts';

/** Where one word stands. A mark ends what a phrase may reach over. */
export interface Token {
  readonly kind: 'word' | 'mark';
  /** In lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Beyond this a prompt is read by nobody before the work begins: it is logs, sources and reference. */
export const MAX_READ = 20_000;

export const isJapanese = (text: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);
export const languageOf = (text: string): 'en' | 'ja' => (isJapanese(text) ? 'ja' : 'en');

/** Shown, not said. Each is replaced by marks of its own length, so that places in the text stay what they are. */
const SHOWN =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|"[^"\n]{0,200}"|“[^”\n]{0,200}”|(?<!\w)'[^'\n]{1,80}'(?!\w)/g;

export function proseOf(text: string): string {
  return text.slice(0, MAX_READ).replace(SHOWN, (shown) => '|'.repeat(shown.length));
}

const TOKENS = new RegExp(`([${LETTERS}_]+(?:[-'’][${LETTERS}_]+)*)|\\n|[^\\s${LETTERS}]`, 'gu');

/** As long as the text: of all letters only İ grows when it is made small. */
const lowerCase = (text: string): string => text.replaceAll('İ', 'I').toLowerCase().replaceAll('’', "'");

/**
 * @example
 * tokensOf('A read-only file.').map(({ text }) => text); // ['a', 'read-only', 'file', '.']
 */
export function tokensOf(prose: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, 1: word, index } of lowerCase(prose).matchAll(TOKENS)) {
    tokens.push({ kind: word === undefined ? 'mark' : 'word', text, start: index, end: index + text.length });
    if (tokens.length === MAX_TOKENS) break;
  }
  return tokens;
}

/** A text of more words than this is not read to its end. */
const MAX_TOKENS = 4_000;
