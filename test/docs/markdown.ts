/** What the pages hold, read out of their text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A page, or any other file of the project, by its path from the root. */
export function page(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The code blocks of one language. */
export function codeBlocks(markdown: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...markdown.matchAll(fenced)].map(([, code]) => code!);
}

/** The text under a heading of the second level or below, up to the next of its level or above. */
export function section(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^##+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`the page has no heading “${heading}”`);
  const level = /^#+/.exec(lines[start]!)![0].length;
  const end = lines.findIndex(
    (line, index) => index > start && /^#+ /.test(line) && /^#+/.exec(line)![0].length <= level,
  );
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** The cells of every row of the tables, header rows and rules left out. */
export function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n');
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|(?: ?:?-+:? ?\|)+$/.test(line);
}
