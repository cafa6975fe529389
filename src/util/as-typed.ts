/**
 * Errors and help name a command in a neutral form between backticks, such as `askonce inbox`. The surface that shows them replaces it with
 * what the person types.
 */

/**
 * Matches between backticks, in the usage line of help, and in its examples. Other text is left unchanged, because it may be the person's.
 */
const NAMED = /(?<=`|^Usage: |^ {2}\$ )askonce(?=[ `\n]|$)/gm;

/** @param command How the person types askonce, such as `npx askonce`. */
export function asTyped(text: string, command: string): string {
  return text.replace(NAMED, () => command);
}
