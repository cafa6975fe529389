/** Which answers in free text name a choice, so that a preference may be learnt from them. */
import { fold } from './fold.ts';
import { wordList } from './lists.ts';

const MAX_NAME = 60;

/**
 * Whether a free answer is a name, written as one word: "pnpm", "100", "initials/topic", "日本語". A sentence may postpone the choice, hand
 * it back or ask in return, in ways without end, so no sentence counts; in Japanese, nothing that contains hiragana.
 * @example
 * isName('pnpm'); // true
 * isName('let me sleep on it'); // false
 */
export function isName(answer: string): boolean {
  const text = fold(answer);
  if (text.length > MAX_NAME || !/^[^\s?？ぁ-ゖ]*[\p{L}\p{N}][^\s?？ぁ-ゖ]*$/u.test(text)) return false;
  return !wordList('no_name').has(text.replace(/[.!…]+$/u, '')) && !wordList('function').has(text);
}
