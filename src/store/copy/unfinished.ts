/** Said by every store that a copy has begun to fill and not finished. The names hold no password. */
import { AskOnceError } from '../../core/model/errors.ts';

export function unfinishedCopy(from: unknown, to: string): AskOnceError {
  const command = `\`askonce migrate --from ${quoted(String(from))} --to ${quoted(to)}\``;
  const text = `A copy of ${from} into ${to} is not complete. Finish it with: ${command}`;
  return new AskOnceError('store_unfinished', text, { from: String(from), store: to });
}

/** As a shell takes it. */
function quoted(name: string): string {
  return `'${name.replaceAll("'", `'\\''`)}'`;
}
