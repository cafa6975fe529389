/** Reading the lines of an agent's output takes no more work than there is text. See growth.ts in test/support. */
import { expect, it } from 'vitest';
import { LineSplitter, plainText } from '../../../src/worker/agents/command/lines.ts';
import { fasterThanInput } from '../../support/growth.ts';

function linesOf(text: string): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  splitter.push(Buffer.from(text));
  splitter.end();
  return lines;
}

it.each([
  ['CRs', '', '\r', 'x'],
  ['codes that do not end', '', '\x1b]0;', ''],
  ['numbers of codes', '\x1b[', '1;', ''],
])('are read with work that grows no faster than their %s', (_, before, piece, after) => {
  const read = (text: string) => [linesOf(before + text + after), plainText(before + text + after)];
  expect(fasterThanInput(read, [piece])).toEqual([]);
});
