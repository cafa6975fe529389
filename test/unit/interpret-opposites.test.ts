/** Where two words of the table count as a contradiction, and where not. */
import { describe, expect, it } from 'vitest';
import { Rules } from '../../src/interpret/interpret.ts';
import type { OppositeRow } from '../../src/interpret/table.ts';

const COLOURS: OppositeRow = { poles: [['red'], ['blue']], axis: 'colour' };

function sidesIn(prompt: string, rows: readonly OppositeRow[] = []): string[] {
  const reading = new Rules(rows).interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
  return reading.kind === 'spec' ? [] : [...reading.conflict.words];
}

describe('two opposites of one noun', () => {
  it.each([
    ['hot frozen cheese', ['hot', 'frozen']],
    ['Hot  FROZEN cheese', ['Hot', 'FROZEN']],
    ['a hot, frozen cheese', ['hot', 'frozen']],
    ['a hot but frozen cheese', ['hot', 'frozen']],
    ['a hot truly delicious frozen cheese', ['hot', 'frozen']],
    ['add a loud silent bell to the mod', ['loud', 'silent']],
    ['a modal non-modal dialog', ['modal', 'non-modal']],
    ['必須なのに任意の入力欄', ['必須', '任意']],
    ['とても重くてとても軽いハンマー', ['重い', '軽い']],
    ['熱くて冷たいスープ', ['熱い', '冷たい']],
    ['公開の非公開ページを追加して', ['公開', '非公開']],
    ['昇順の降順リストを表示する', ['昇順', '降順']],
    ['大きい小さい家を建てて', ['大きい', '小さい']],
    ['公開かつ非公開のページ', ['公開', '非公開']],
    ['濡れて乾いたタオル', ['濡れた', '乾いた']],
  ])('exclude each other: %s', (prompt, sides) => {
    expect(sidesIn(prompt)).toEqual(sides);
  });

  it.each([
    'hot or cold drinks',
    'hot and cold water taps',
    'small, medium and large buttons',
    'a not hot frozen cheese',
    'a fast slow-motion camera',
    'a cold hot dog',
    'a hot soup, a frozen cheese',
    'a hot soup\nfrozen cheese',
    'hot soup for cold days',
    'a light dark theme switch',
    'a lowercase uppercase converter',
    'a sweet sour sauce',
    '明るい暗いテーマの切り替え',
    'a `hot` frozen cheese',
    '熱いスープと冷たいチーズ',
    '熱いか冷たいチーズ',
    '熱くない冷たいチーズ',
    '未公開で公開前のページ',
    '最高い低い',
  ])('do not where they are a choice, of two things, denied, shown or part of a name: %s', (prompt) => {
    expect(sidesIn(prompt)).toEqual([]);
  });
});

describe('two opposites of one subject', () => {
  it.each([
    ['The menu must be horizontal. The menu must be vertical.', ['horizontal', 'vertical']],
    ['The endpoint must be public. It must be private.', ['public', 'private']],
    ['The endpoint is public and private at the same time', ['public', 'private']],
    ['The soup should be hot and cold.', ['hot', 'cold']],
    ['Make the footer both short and tall.', ['short', 'tall']],
    ['The towel should be wet but the towel must be dry.', ['wet', 'dry']],
    ['a silent clock that is loud', ['silent', 'loud']],
    ['ボタンは大きい。ボタンは小さくする。', ['大きい', '小さい']],
  ])('exclude each other: %s', (prompt, sides) => {
    expect(sidesIn(prompt)).toEqual(sides);
  });

  it.each([
    'The menu is horizontal. The sidebar is vertical.',
    'The menu is horizontal on desktops. When the screen is small, the menu is vertical.',
    'The menu was horizontal. The menu must be vertical.',
    'My repo is private. It should be public.',
    'The door is open. The door should be closed at night.',
    'The page is too slow. The page must be fast.',
    'The menu must be horizontal. It has ten entries. The logo is round. The menu must be vertical.',
    'The menu can be horizontal or vertical.',
    'Expected: the menu is visible. Actual: the menu is hidden.',
    'The photo is black and white.',
    'The field is not required. The field is optional.',
    'returns True if the list is sorted and False otherwise',
    'ボタンは大きい。文字は小さくする。',
    'ボタンは押したときは大きい。ボタンは小さい。',
  ])('do not where it is another subject, time or case: %s', (prompt) => {
    expect(sidesIn(prompt)).toEqual([]);
  });
});

describe('rows of the user’s own', () => {
  it('count beside the built-in ones', () => {
    const prompt = 'The button is red. The button must be blue.';
    expect(sidesIn(prompt)).toEqual([]);
    expect(sidesIn(prompt, [COLOURS])).toEqual(['red', 'blue']);
    expect(sidesIn('hot frozen cheese', [COLOURS])).toEqual(['hot', 'frozen']);
  });

  it('may be Japanese, and about looks alone', () => {
    const rows: OppositeRow[] = [{ poles: [['赤い'], ['青い']], cosmetic: true }];
    expect(sidesIn('赤くて青いチーズ', rows)).toEqual(['赤い', '青い']);
    expect(sidesIn('赤くて青いブロック', rows)).toEqual([]);
  });

  it('are sure where they say so, as the built-in ones are', () => {
    const opposition = { axis: 'colour', sides: ['red', 'blue'], cosmetic: false } as const;
    expect(new Rules([COLOURS]).isSure(opposition)).toBe(false);
    expect(new Rules([{ ...COLOURS, sure: true }]).isSure(opposition)).toBe(true);
    expect(new Rules([]).isSure({ ...opposition, axis: 'temperature' })).toBe(true);
  });
});

describe('a claim that the same prompt breaks', () => {
  it.each([
    ['a stateless service that keeps sessions in memory', ['stateless', 'keeps sessions']],
    [
      'an app without network access that loads maps from the web',
      ['without network access', 'loads maps from the web'],
    ],
    ['a vegan lasagna with bacon', ['vegan', 'with bacon']],
    ['ステートレスなサービスで、セッションを保持する', ['ステートレス', 'セッションを保持']],
  ])('is asked about: %s', (prompt, sides) => {
    expect(sidesIn(prompt)).toEqual(sides);
  });

  it.each([
    'a stateless service; if it is offline it keeps sessions in memory',
    'replace the stateless service that never keeps sessions',
    `a stateless service. ${'It is for a small shop with a few customers. '.repeat(7)}It keeps sessions.`,
  ])('is none of another case, nor in a long prompt: %s', (prompt) => {
    expect(sidesIn(prompt)).toEqual([]);
  });
});
