/** Adds lines to a `.gitignore`, and takes them out again. Pure. */
import { eolOf } from '../../../util/json-text.ts';

/** What was added. */
export interface IgnoredLines {
  /** Exactly as added, with line ends. */
  readonly added: string;
  /** Whether the file was created for them. */
  readonly created: boolean;
}

/** @param lines Those that are missing. */
export function withLines(
  before: string | null,
  lines: readonly string[],
  earlier: IgnoredLines | null = null,
): { readonly text: string | null; readonly added: IgnoredLines | null } {
  if (lines.length === 0) return { text: before, added: earlier };
  const eol = eolOf(before ?? '');
  const gap = before === null || before === '' || before.endsWith('\n') ? '' : eol;
  const added = gap + lines.map((line) => line + eol).join('');
  return {
    text: (before ?? '') + added,
    added: { added: (earlier?.added ?? '') + added, created: earlier?.created ?? before === null },
  };
}

/** Without the lines that were added, also if others stand between them now. */
export function withoutLines(before: string, { added, created }: IgnoredLines): string | null {
  const at = before.lastIndexOf(added);
  const isWhole = at === 0 || (at > 0 && (before[at - 1] === '\n' || /^\r?\n/.test(added)));
  const text = !isWhole ? withoutEach(before, added) : before.slice(0, at) + before.slice(at + added.length);
  return created && text.trim() === '' ? null : text;
}

function withoutEach(text: string, added: string): string {
  const lines = text.split(/(?<=\n)/);
  for (const line of added.split(/\r?\n/).filter((one) => one !== '')) {
    const at = lines.findLastIndex((one) => one.trimEnd() === line);
    if (at !== -1) lines.splice(at, 1);
  }
  return lines.join('');
}
