/**
 * Errors and help name a command neutrally and between backticks, as `askonce inbox`. Whoever shows them to a person knows how the
 * person types it, and puts it so.
 */

/** Between backticks, in the usage line of help, and in its examples. Other words are left as they are: they may be the person's. */
const NAMED = /(?<=`|^Usage: |^ {2}\$ )askonce(?=[ `\n]|$)/gm;

/** @param command How askonce is typed, such as `npx askonce`. */
export function asTyped(text: string, command: string): string {
  return text.replace(NAMED, () => command);
}
