import { describe, expect, it } from 'vitest';
import { beginningOf, insightOf, type QuestionCounts } from '../../src/core/model/stats.ts';
import { countQuestions } from '../../src/store/stats.ts';

const NOW = Date.UTC(2027, 0, 31, 23, 30);
const DAY = 86_400_000;
const NOTHING: QuestionCounts = { days: [], waits: [], repeated: [], complete: true };
const TODAY = Math.floor(NOW / DAY);

describe('the picture of what became of the questions', () => {
  it('has every day of the window, the last of them today, also where nothing happened', () => {
    const days = [
      { day: TODAY - 1, by: 'asked', count: 4 },
      { day: TODAY, by: 'history', count: 2 },
    ] as const;
    const picture = insightOf({ ...NOTHING, days }, { days: 3, offset: 0 }, NOW);
    const none = { history: 0, input: 0, preference: 0, best_practice: 0, default: 0 };
    expect(picture.days).toEqual([
      { date: '2027-01-29', asked: 0, avoided: none },
      { date: '2027-01-30', asked: 4, avoided: none },
      { date: '2027-01-31', asked: 0, avoided: { ...none, history: 2 } },
    ]);
  });

  it('begins at midnight of whoever looks', () => {
    expect(new Date(beginningOf({ days: 1, offset: 0 }, NOW)).toISOString()).toBe('2027-01-31T00:00:00.000Z');
    expect(new Date(beginningOf({ days: 2, offset: 60 }, NOW)).toISOString()).toBe('2027-01-30T23:00:00.000Z');
    expect(new Date(beginningOf({ days: 1, offset: -300 }, NOW)).toISOString()).toBe('2027-01-31T05:00:00.000Z');
    expect(insightOf(NOTHING, { days: 1, offset: 60 }, NOW).days.map(({ date }) => date)).toEqual(['2027-02-01']);
  });

  it('puts each wait into one bucket, and the buckets leave no gap', () => {
    const lengths = [-5, 0, 999, 1_000, 59_999, 60_000, DAY, 1_000 * DAY];
    const { waits } = insightOf(
      { ...NOTHING, waits: lengths.map((ms) => ({ ms, count: 2 })) },
      { days: 1, offset: 0 },
      NOW,
    );
    expect(waits.count).toBe(16);
    expect(waits.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(16);
    expect(waits.buckets[0]).toEqual({ from: 0, to: 1_000, count: 6 });
    expect(waits.buckets.at(-1)).toEqual({ from: 10 * DAY, to: null, count: 2 });
    for (const [at, { from }] of waits.buckets.entries()) if (at > 0) expect(waits.buckets[at - 1]!.to).toBe(from);
  });

  it.each([
    [[], null, null],
    [[[5, 1]], 5, 5],
    [
      [
        [9, 1],
        [1, 1],
      ],
      1,
      9,
    ],
    [
      [
        [1, 9],
        [100, 1],
      ],
      1,
      1,
    ],
    [
      [
        [1, 8],
        [100, 2],
      ],
      1,
      100,
    ],
  ] as [number[][], number | null, number | null][])(
    'of the waits %j the half took no longer than %s, nine in ten than %s',
    (some, median, p90) => {
      const waits = some.map(([ms, count]) => ({ ms: ms!, count: count! }));
      expect(insightOf({ ...NOTHING, waits }, { days: 1, offset: 0 }, NOW).waits).toMatchObject({ median, p90 });
    },
  );
});

describe('counting piece by piece', () => {
  const query = { since: 100, offsetMs: 0, most: 10 };
  const piece = (x: number, y: number, n: number) => ({ what: 'piece', name: null, example: null, x, y, n });
  const never = async () => 'Which colour?';

  const nothingKept = { lastSeq: async () => 9, kept: async () => [], load: never as never, keep: async () => {} };

  it('adds the pieces up, and ends with one that is older than what is wanted', async () => {
    const ranges: number[][] = [];
    const pieces = [
      [piece(0, 0, 0)],
      [
        piece(7, 300, 3),
        { what: 'slot', name: 'asked', x: 96, n: 2 },
        { what: 'question', name: 'k', example: 'q-2', y: 1, n: 1 },
        { what: 'wait', x: 5, n: 1 },
      ],
      [
        piece(4, 120, 3),
        { what: 'slot', name: 'asked', x: 97, n: 3 },
        { what: 'question', name: 'k', example: 'q-1', y: 1, n: 1 },
        { what: 'wait', x: 5, n: 1 },
      ],
      [piece(1, 99, 3)],
      [piece(0, 500, 3)],
    ];
    const asked: string[] = [];
    const counts = await countQuestions(
      {
        ...nothingKept,
        piece: 3,
        count: async (after, before) => {
          ranges.push([after, before]);
          return pieces[ranges.length - 1]!;
        },
        questionOf: async (id) => {
          asked.push(id);
          return 'Which colour?';
        },
      },
      query,
    );
    // First what may have come after the last final event.
    expect(ranges).toEqual([
      [9, Number.MAX_SAFE_INTEGER],
      [0, 10],
      [0, 7],
      [0, 4],
    ]);
    expect(counts).toEqual({
      days: [{ day: 1, by: 'asked', count: 5 }],
      waits: [{ ms: 5, count: 2 }],
      repeated: [{ question: 'Which colour?', times: 2, asked: 2 }],
      complete: true,
    });
    expect(asked).toEqual(['q-2']);
  });

  it('says so where there is more than it looks through', async () => {
    let read = 0;
    const count = async () => {
      read += 1;
      return [piece(1_000 - read, 300, 20_000)];
    };
    const store = { ...nothingKept, piece: 20_000, count, questionOf: never };
    expect((await countQuestions(store, query)).complete).toBe(false);
    expect(read).toBe(10);
  });
});
