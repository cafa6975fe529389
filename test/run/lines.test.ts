import { describe, expect, it } from 'vitest';
import { LineSplitter, plainText } from '../../src/worker/agents/command/lines.ts';

/** The lines of chunks, which are given as text or as bytes. */
function linesOf(...chunks: (string | Uint8Array)[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk as string));
  splitter.end();
  return lines;
}

const bytewise = (text: string) => [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));

describe('lines', () => {
  it.each([
    ['end with LF', ['a\nb\n'], ['a', 'b']],
    ['end with CRLF, in two chunks too', ['a\r\nb\r', '\nc\r\r\n'], ['a', 'b', 'c']],
    ['may be empty', ['a\n\n', '\nb\n'], ['a', '', '', 'b']],
    ['are put together from chunks', ['a', 'b', 'c\nd', 'e\n'], ['abc', 'de']],
    ['are given at the end without a line end', ['a\nb'], ['a', 'b']],
    ['are replaced after CR', ['10%\r50%\r100%\n'], ['100%']],
    ['are replaced after CR in another chunk', ['10%\r', '50%', '\r', '100%\n'], ['100%']],
    ['keep their last state at the end', ['10%\r50%\r'], ['50%']],
    ['are the same line after CR LF only', ['50%\r', '\r', '\nnext\n'], ['50%', 'next']],
    ['lose their colours', ['\x1b[31mred\x1b[0m \x1b[1;38;5;9mbold\x1b[m\n'], ['red bold']],
    ['lose a code that is split', ['a\x1b', '[3', '1mred\x1b[', '0m\n'], ['ared']],
    ['lose links and titles', ['\x1b]0;title\x07a \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b', '\\\n'], ['a link']],
    ['lose other codes', ['\x1b(Ba\x1b7b\x1b[?25lc\x1b=\n'], ['abc']],
    ['lose control characters and keep tabs', ['a\0b\x07\tc\x08\n'], ['ab\tc']],
    ['are not lost in a code that never ends', ['\x1b]0;title\nnext\n'], [']0;title', 'next']],
    ['end in the middle of a code', ['a\x1b[3'], ['a']],
  ] satisfies [string, string[], string[]][])('%s', (_, chunks, lines) => {
    expect(linesOf(...chunks)).toEqual(lines);
  });

  it('are decoded across chunks', () => {
    expect(linesOf(...bytewise('日本語の行\n二行目😀\n'))).toEqual(['日本語の行', '二行目😀']);
  });

  it('are the same however they are cut', () => {
    const text = 'a\x1b[31mb\r\nc\rd\r\r\n\x1b]0;t\x1b\\e😀\n\x1b[?25l\r\x1b[Kf\rg';
    expect(linesOf(...bytewise(text))).toEqual(linesOf(text));
    expect(linesOf(text)).toEqual(['ab', 'd', 'e😀', 'g']);
  });

  it('are cut into pieces of 4,000 characters, none of them in the middle of one', () => {
    expect(linesOf(`${'x'.repeat(9000)}\ny\n`).map((line) => line.length)).toEqual([4000, 4000, 1000, 1]);
    expect(linesOf('x'.repeat(4000)).map((line) => line.length)).toEqual([4000]);
    const pieces = linesOf(`x${'😀'.repeat(3000)}\n`);
    expect(pieces.map((line) => line.length)).toEqual([3999, 2002]);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('without an end are given while they come', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter((line) => lines.push(line));
    for (let i = 0; i < 10; i += 1) splitter.push(Buffer.from('x'.repeat(1000)));
    expect(lines.map((line) => line.length)).toEqual([4000, 4000]);
  });
});

it('plain text is what a terminal leaves standing', () => {
  expect(plainText('\x1b[1mOne\x1b[0m\r\n10%\r20%\r\nOverwrite? [Y/n] ')).toBe('One\n20%\nOverwrite? [Y/n] ');
});
