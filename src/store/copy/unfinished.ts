/** The error of every store that holds an unfinished copy. The names contain no password. */
import { AskOnceError } from '../../core/model/errors.ts';

export function unfinishedCopy(from: unknown, to: string): AskOnceError {
  const command = `\`askonce migrate --from ${quoted(String(from))} --to ${quoted(to)}\``;
  const text = `A copy of ${from} into ${to} is not complete. Finish it with: ${command}`;
  return new AskOnceError('store_unfinished', text, { from: String(from), store: to });
}

/** Quoted for a shell. */
function quoted(name: string): string {
  return `'${name.replaceAll("'", `'\\''`)}'`;
}
