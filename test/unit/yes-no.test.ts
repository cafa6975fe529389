import { describe, expect, it } from 'vitest';
import { isNegated, readYesNo } from '../../src/core/yes-no.ts';

describe('readYesNo', () => {
  // shows: S000-PATTERN-YES
  it.each(['y', 'Y', 'yes', 'はい', 'ＹＥＳ'])('reads the seed’s “%s” as yes', (text) => {
    expect(readYesNo(text, null)).toBe('Yes');
  });

  // shows: S000-PATTERN-NO
  it.each(['n', 'N', 'no', 'いいえ', 'No.'])('reads the seed’s “%s” as no', (text) => {
    expect(readYesNo(text, null)).toBe('No');
  });

  // shows: O1-09
  it.each([
    'yes!',
    'Yes, please.',
    'yeah sure',
    'yep',
    'OK',
    'okay, go ahead',
    'sure, thanks',
    'of course',
    'うん、お願いします',
    'はい！お願いします。',
    'はいお願いします',
    'もちろんです',
  ])('reads the spoken “%s” as yes', (text) => {
    expect(readYesNo(text, null)).toBe('Yes');
  });

  it.each([
    'nope',
    'no thanks',
    'No, thank you!',
    'nah',
    "please don't",
    'no, don’t do that',
    'いいえ、結構です',
    'やめてください',
  ])('reads the spoken “%s” as no', (text) => {
    expect(readYesNo(text, null)).toBe('No');
  });

  // shows: O1-10
  it.each(['notes.md', 'src/normalize.ts', "don't overwrite, use a different file", 'yes.txt', 'n/a', 'no.md'])(
    'reads neither in “%s”',
    (text) => {
      expect(readYesNo(text, null)).toBeNull();
    },
  );

  it.each([
    'no, oh yes I have',
    'absolutely not',
    'ok no',
    'no problem',
    'no worries',
    'no way',
    'yes?',
    'yes...',
    'yes but only the tests',
    'not yes',
    'not sure',
    '結構です',
    'いいです',
    'はい、いいえ',
    '',
    '   ',
    '!',
    'please',
  ])('abstains on “%s”', (text) => {
    expect(readYesNo(text, null)).toBeNull();
  });

  it('abstains where the session’s language turns the letter around', () => {
    expect(readYesNo('y', 'az')).toBeNull();
    expect(readYesNo('No!', 'pl-PL')).toBeNull();
    expect(readYesNo('y', 'ja')).toBe('Yes');
    expect(readYesNo('n', 'en-GB')).toBe('No');
  });

  it('abstains on a text of any length without delay', () => {
    const start = performance.now();
    expect(readYesNo('yes '.repeat(25_000), null)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('isNegated', () => {
  it('knows a question put in the negative, in English and Japanese', () => {
    for (const text of [
      "Shouldn't I add tests?",
      'Should I not add tests?',
      'Don’t you want tests?',
      '追加しないのですか？',
    ]) {
      expect(isNegated(text), text).toBe(true);
    }
    for (const text of ['Should I add tests?', 'Use a notebook?', 'テストを追加しますか？']) {
      expect(isNegated(text), text).toBe(false);
    }
  });
});
