/** The page's pure parts: what waits as cards, long contexts, drafts as answers, axes with round numbers. */
import { describe, expect, it } from 'vitest';
import type { Clarification } from '../../src/surfaces/client/index.ts';
import { partsOf } from '../../web/src/approvals/call.ts';
import { diffLines } from '../../web/src/approvals/lines.ts';
import { shortSpan } from '../../web/src/insight/span.ts';
import { answerIn, draftLike, optionsShown } from '../../web/src/state/drafts.ts';
import { cardsOf, inOrder, matching, rowsOf } from '../../web/src/waiting/cards.ts';
import { beginningOf, isLong } from '../../web/src/waiting/cut.ts';

function waits(id: string, fields: Partial<Clarification> = {}): Clarification {
  const plain = {
    id,
    ask: `a-${id}`,
    sessionId: 's',
    question: `Question ${id}?`,
    options: [],
    createdAt: 0,
    deadline: null,
  };
  return { type: 'FREE_TEXT', multiSelect: false, ...plain, ...fields } as unknown as Clarification;
}

const keys = (cards: readonly { key: string }[]) => cards.map(({ key }) => key);

describe('cards', () => {
  it('are one for each ask, with its questions in order and its nearest deadline', () => {
    const [card, other] = cardsOf([
      waits('q-2', { ask: 'a', createdAt: 5 }),
      waits('q-3', { ask: 'b' }),
      waits('q-1', { ask: 'a', createdAt: 5, deadline: 70 }),
    ]);
    expect(card).toMatchObject({ key: 'a', createdAt: 5, deadline: 70 });
    expect(card!.questions.map(({ id }) => id)).toEqual(['q-1', 'q-2']);
    expect(other!.deadline).toBe(Number.POSITIVE_INFINITY);
  });

  it('stand in order of age, or of deadline with those that have none last', () => {
    const cards = cardsOf([
      waits('c', { createdAt: 3, deadline: 50 }),
      waits('b', { createdAt: 2 }),
      waits('a', { createdAt: 2 }),
      waits('d', { createdAt: 4, deadline: 40 }),
    ]);
    expect(keys(inOrder(cards, 'oldest'))).toEqual(['a-a', 'a-b', 'a-c', 'a-d']);
    expect(keys(inOrder(cards, 'deadline'))).toEqual(['a-d', 'a-c', 'a-a', 'a-b']);
  });

  it('are found by all words of a search, in the question, its options, its session', () => {
    const cards = cardsOf([
      waits('a', { question: 'Which colour?', options: [{ label: 'Dark Red' }] }),
      waits('b', { sessionId: 'colours' }),
    ]);
    expect(keys(matching(cards, ' RED colour '))).toEqual(['a-a']);
    expect(keys(matching(cards, 'colour'))).toEqual(['a-a', 'a-b']);
    expect(matching(cards, '  ')).toBe(cards);
  });

  it('stand below their session on request, the session where its first card would be', () => {
    const cards = cardsOf([
      waits('a', { sessionId: 'x' }),
      waits('b', { sessionId: 'y' }),
      waits('c', { sessionId: 'x' }),
    ]);
    const rows = rowsOf(cards, true).map((row) => (row.is === 'card' ? row.card.key : `${row.session} ${row.count}`));
    expect(rows).toEqual(['x 2', 'a-a', 'a-c', 'y 1', 'a-b']);
    expect(rowsOf(cards, false)).toHaveLength(3);
  });
});

describe('a draft', () => {
  const none = { chosen: [], other: false, text: '', remember: false };
  const options = [{ label: 'red' }, { label: 'blue' }];
  const one = waits('q', { type: 'SELECT_ONE', options });
  const several = waits('q', { type: 'SELECT_ONE', options, multiSelect: true });

  it('is no answer until something is chosen or typed', () => {
    for (const question of [one, several, waits('q'), waits('q', { type: 'CONFIRM' })])
      expect(answerIn(question, { ...none, text: '  ', other: true })).toBe(null);
  });

  it('is what was chosen; or what was typed, where something else was wanted', () => {
    expect(answerIn(one, { ...none, chosen: ['red'], text: 'left over' })).toBe('red');
    expect(answerIn(one, { ...none, other: true, text: ' green ' })).toBe('green');
    expect(answerIn(several, { ...none, chosen: ['red'], other: true, text: 'green' })).toEqual(['red', 'green']);
    expect(answerIn(waits('q'), { ...none, text: ' words ' })).toBe('words');
  });

  it.each([
    [waits('q', { type: 'CONFIRM' }), 'Yes', 'yes'],
    [one, 'blue', 'blue'],
    [one, 'green', 'green'],
    [several, 'red, green', ['red', 'green']],
    [waits('q'), 'words', 'words'],
  ])('made from an earlier answer gives it again', (question, earlier, answer) => {
    expect(answerIn(question, { ...none, ...draftLike(question, earlier) })).toEqual(answer);
  });

  it('shows the recommended option first and the others as the agent put them', () => {
    const shown = optionsShown(waits('q', { options: [...options, { label: 'green' }], recommended: 'green' }));
    expect(shown.map(({ label }) => label)).toEqual(['green', 'red', 'blue']);
  });
});

it('says a length of time in its largest unit', () => {
  expect([250, 1_500, 90_000, 5_400_000, 172_800_000].map(shortSpan)).toEqual([
    '250 ms',
    '1.5 s',
    '1.5 min',
    '1.5 h',
    '2 d',
  ]);
});

describe('a long context', () => {
  it('is one of more than 12 lines or 800 characters', () => {
    expect(isLong(`${'a\n'.repeat(11)}a`)).toBe(false);
    expect(isLong(`${'a\n'.repeat(12)}a`)).toBe(true);
    expect(isLong('a'.repeat(800))).toBe(false);
    expect(isLong('a'.repeat(801))).toBe(true);
  });

  it('is cut at the end of a line or a word, and never within a character', () => {
    expect(beginningOf('one line\n'.repeat(20))).toBe('one line\n'.repeat(8).trimEnd());
    expect(beginningOf('word '.repeat(200))).toMatch(/^(?:word )+word$/);
    expect(beginningOf(`a${'😀'.repeat(500)}`).isWellFormed()).toBe(true);
    expect(beginningOf('字'.repeat(900)).length).toBe(560);
  });
});

describe('calls', () => {
  const texts = (lines: readonly { mark: string | null; pieces: readonly { text: string }[] }[]) =>
    lines.map(({ mark, pieces }) => `${mark ?? ''}${pieces.map(({ text }) => text).join('')}`);

  it('show every field once: the command with its dangers, the rest as JSON', () => {
    const dangers = [{ field: 'command', at: 5, length: 6, why: 'deletes' }];
    const parts = partsOf({ input: { command: 'a && rm -rf b', timeout: 5 }, dangers });
    expect(parts.map(({ is }) => is)).toEqual(['command', 'rest']);
    expect(parts[0]!.lines[0]!.pieces.map(({ text, danger }) => [text, danger])).toEqual([
      ['a && ', null],
      ['rm -rf', 'deletes'],
      [' b', null],
    ]);
    expect(texts(parts[1]!.lines).join('\n')).toBe(JSON.stringify({ timeout: 5 }, null, 2));
  });

  it('mark dangers inside JSON, also in lists', () => {
    const dangers = [{ field: 'args.1', at: 0, length: 4, why: 'drops' }];
    const [rest] = partsOf({ input: { args: ['x', 'drop "y"'] }, dangers });
    expect(rest!.lines.flatMap(({ pieces }) => pieces).filter(({ danger }) => danger)).toEqual([
      { text: 'drop', danger: 'drops' },
    ]);
    expect(texts(rest!.lines).join('\n')).toBe(JSON.stringify({ args: ['x', 'drop "y"'] }, null, 2));
  });

  it('show an edit as a diff, a changed line end too, and one that changes everything without end', () => {
    expect(texts(diffLines('a\nb\nc', 'a\nx\nc'))).toEqual([' a', '-b', '+x', ' c']);
    expect(texts(diffLines('a\n', 'a'))).toEqual([' a', '-']);
    const many = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n}`).join('\n');
    expect(diffLines(many('a'), many('b'))).toHaveLength(10_000);
  });
});
