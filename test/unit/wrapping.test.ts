/** How wide text is on a terminal, and where it is broken: by letters as people see them. */
import { describe, expect, it } from 'vitest';
import { clipped, inputRows, widthOf, wrapped } from '../../src/surfaces/terminal/wrapping.ts';

const FAMILY = '👨‍👩‍👧';

describe('the width of a text', () => {
  it.each([
    ['abc', 3],
    ['日本語', 6],
    ['한글', 4],
    ['e\u0301', 1],
    [FAMILY, 2],
    ['🇯🇵', 2],
    ['👍🏽', 2],
    ['⚠️', 2],
    ['\u001b[1;31mred\u001b[0m', 3],
  ])('of %j is %i', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe('a line that is too long', () => {
  it('keeps its indentation, and has no space at an end', () => {
    expect(wrapped('    let x =   1;', 12)).toEqual(['    let x =', '1;']);
  });

  it('is filled with Japanese, which has no spaces', () => {
    expect(wrapped('Use 日本語で書く', 10)).toEqual(['Use 日本語', 'で書く']);
  });

  it('is never broken inside a letter that is made of several', () => {
    expect(wrapped(FAMILY.repeat(3), 4)).toEqual([FAMILY.repeat(2), FAMILY]);
    expect(clipped(`${FAMILY}ab`, 3)).toBe(`${FAMILY}…`);
    expect(inputRows('> ', FAMILY.repeat(2), 0, 4).rows).toEqual([`> ${FAMILY}`, FAMILY]);
  });

  it('shows what would deceive a terminal written out, whatever its width', () => {
    expect(wrapped('a\u001b[2Jb\u202ec', 40)).toEqual(['a\\u{1b}[2Jb\\u{202e}c']);
    expect(clipped('a\u001b[2Jb', 40)).toBe('a\\u{1b}[2Jb');
  });
});
