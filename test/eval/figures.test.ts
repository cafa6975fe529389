/** The table of `npm run eval`, and the cases it measures. The scores themselves gate nothing here. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Figure, holds, share, tableOf } from '../../eval/figures.ts';
import { freshCases, inBatches, readRound } from '../../eval/place.ts';
import { jsonl } from '../../eval/rows.ts';

const figure: Figure = { subject: 's', what: 'w', count: 7, of: 10, atLeast: 70, against: [] };

describe('a figure', () => {
  it('is missed where it is below its bar, above it, or over nothing', () => {
    expect(holds(figure)).toBe(true);
    expect(holds({ ...figure, count: 6 })).toBe(false);
    expect(holds({ ...figure, count: 0, of: 0 })).toBe(false);
    expect(holds({ subject: 's', what: 'w', count: 1, of: 10, atMost: 0, against: [] })).toBe(false);
  });

  it('in a unit of its own is held against the bar as it is, not as a share', () => {
    expect(holds({ subject: 's', what: 'w', count: 2, of: 1_000, unit: 'rows', atMost: 2, against: [] })).toBe(true);
    expect(holds({ subject: 's', what: 'w', count: 3, of: 1_000, unit: 'rows', atMost: 2, against: [] })).toBe(false);
  });

  it('is shown with what is wanted beside what is measured, and marked where it is missed', () => {
    expect(tableOf([{ ...figure, count: 6 }])).toMatch(/^s\n! w +60\.0 % +6\/10 +>= 70 %$/);
    const slow: Figure = { subject: 's', what: 'w', count: 9.514, of: 3, unit: 'ms', atMost: 1.5, against: [] };
    expect(tableOf([slow])).toMatch(/^s\n! w +9\.51 ms +<= 1\.5 ms$/);
  });

  it('names the rows that count against it: the missed ones, or under an upper bar the hit ones', () => {
    const isEven = (n: number) => n % 2 === 0;
    expect(share('s', 'w', [1, 2, 3], isEven, String, { atLeast: 50 }).against).toEqual(['1', '3']);
    expect(share('s', 'w', [1, 2, 3], isEven, String, { atMost: 0 }).against).toEqual(['2']);
  });
});

describe('rows that are measured many at once', () => {
  it('come back in their own order', async () => {
    const later = async (n: number) => {
      for (let turn = 0; turn < 5 - n; turn++) await Promise.resolve();
      return n * 10;
    };
    expect(await inBatches([1, 2, 3, 4, 5], later, 3)).toEqual([10, 20, 30, 40, 50]);
    expect(await inBatches([], later)).toEqual([]);
  });
});

describe('the fresh cases', () => {
  it.each([
    ['same-words-other-thing.jsonl', 200],
    ['latest-words.jsonl', 60],
    ['harmful.jsonl', 150],
    ['ordinary.jsonl', 150],
    ['said-before.jsonl', 60],
    ['replies.jsonl', 80],
    ['teaches.jsonl', 30],
    ['opposites.jsonl', 60],
  ])('are enough, each once, in English and Japanese: %s', (name, atLeast) => {
    const lines = readFileSync(freshCases(name), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(lines).size).toBe(lines.length);
    const japanese = lines.filter((line) => /[\u3040-\u30ff]/.test(line));
    expect(japanese.length / lines.length).toBeGreaterThan(0.12);
  });

  it('hold both kinds of pairs, and scenarios of all four sources', () => {
    const pairs = jsonl<{ same: boolean }>(freshCases('same-words-other-thing.jsonl'));
    expect(pairs.filter(({ same }) => !same).length).toBeGreaterThanOrEqual(110);
    expect(pairs.filter(({ same }) => same).length).toBeGreaterThanOrEqual(90);
    const sources = jsonl<{ source: string }>(freshCases('latest-words.jsonl')).map(({ source }) => source);
    expect(new Set(sources)).toEqual(new Set(['history', 'input', 'preference', 'best_practice']));
  });

  it('are read from the round that is named, and a folder without cases is refused', () => {
    try {
      readRound('fresh-2');
      expect(jsonl(freshCases('harmful.jsonl'))).toHaveLength(50);
      expect(() => readRound('nowhere')).toThrow('eval/cases/nowhere holds no fresh cases');
    } finally {
      readRound('fresh');
    }
  });
});
