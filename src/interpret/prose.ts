/** The words of a prompt: what the person says, without the code, quotations and links that they show. Pure, and linear in the text. */

import { LETTERS } from '../text/words.ts';

/** The position of one word. A mark limits how far a phrase extends. */
export interface Token {
  readonly kind: 'word' | 'mark';
  /** In lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longer prompts are not read further: the rest is logs, sources and reference. */
export const MAX_READ = 20_000;

export const isJapanese = (text: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);
export const languageOf = (text: string): 'en' | 'ja' => (isJapanese(text) ? 'ja' : 'en');

/** Shown text, not the person's own words. Each part is replaced by marks of the same length, so that positions stay the same. */
const SHOWN =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|"[^"\n]{0,200}"|“[^”\n]{0,200}”|(?<!\w)'[^'\n]{1,80}'(?!\w)/g;

export function proseOf(text: string): string {
  return text.slice(0, MAX_READ).replace(SHOWN, (shown) => '|'.repeat(shown.length));
}

const TOKENS = new RegExp(`([${LETTERS}_]+(?:[-'’][${LETTERS}_]+)*)|\\n|[^\\s${LETTERS}]`, 'gu');

/** Keeps the length of the text: İ is the only letter that grows in lower case. */
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

/** A text with more words than this is not read to its end. */
const MAX_TOKENS = 4_000;
