/** The difference of two texts in the unified format, as `diff -u` and Git print it. Pure. */

import { type ComparedLine, comparedLines } from '../../util/compared-lines.ts';

/** Lines around a change. */
const CONTEXT = 3;

/** The lines of the diff, without line ends; none if the texts are equal. A file that does not exist is null. */
export function unifiedDiff(before: string | null, after: string | null, name: string): string[] {
  if (before === after) return [];
  const lines = comparedLines(linesOf(before ?? ''), linesOf(after ?? ''));
  const head = [`--- ${before === null ? '/dev/null' : name}`, `+++ ${after === null ? '/dev/null' : name}`];
  return [...head, ...hunksOf(lines).flatMap(([from, to]) => hunk(lines, from, to))];
}

/** Each with its line end, so that a changed line end and a missing one are differences. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The ranges of lines to show: each change with the lines around it. */
function hunksOf(lines: readonly ComparedLine[]): (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const [at, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const [from, to] = [Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

function hunk(lines: readonly ComparedLine[], from: number, to: number): string[] {
  const part = lines.slice(from, to);
  const range = (other: '-' | '+') => {
    const count = (some: readonly ComparedLine[]) => some.filter(({ mark }) => mark !== other).length;
    const [before, length] = [count(lines.slice(0, from)), count(part)];
    return `${length === 0 ? before : before + 1},${length}`;
  };
  return [
    `@@ -${range('+')} +${range('-')} @@`,
    ...part.flatMap(({ mark, text }) => [
      `${mark}${text.replace(/\r?\n$/, '')}`,
      ...(text.endsWith('\n') ? [] : ['\\ No newline at end of file']),
    ]),
  ];
}
