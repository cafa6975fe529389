/** What an answer does to the conflict it was asked about. */
import { describe, expect, it } from 'vitest';
import { type Interpretation, resolvedPromptOf } from '../../src/core/interpretation.ts';
import { interpret } from '../../src/interpret/interpret.ts';

function answered(prompt: string, answer: string): Interpretation {
  const first = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
  if (first.kind === 'spec') throw new Error(`“${prompt}” is not asked about`);
  const { conflict } = first;
  return interpret({ resolvedPrompt: resolvedPromptOf(prompt, answer), originalPrompt: prompt, conflict, answer });
}

const CHEESE = 'hot frozen cheese';

describe('an answer that settles the conflict', () => {
  // shows: O2-01
  it.each([
    ['hot', 'hot cheese'],
    ['cold please, not hot', 'frozen cheese'],
    ['just make it a warm cheese', 'hot cheese'],
    ['the first one', 'hot cheese'],
    ['2', 'frozen cheese'],
    ['frozen', 'frozen cheese'],
    ['not frozen', 'hot cheese'],
    ['The latter.', 'frozen cheese'],
  ])('leads to a spec, without the word that lost: %s', (answer, prompt) => {
    expect(answered(CHEESE, answer)).toMatchObject({
      kind: 'spec',
      spec: { prompt, settled: [{ about: 'hot / frozen', answer }] },
    });
  });

  it('may make room for both', () => {
    const answer = 'Both: hot outside, frozen inside';
    expect(answered(CHEESE, answer)).toMatchObject({ spec: { prompt: `${CHEESE}\nSettled: ${answer}.` } });
  });

  it.each([
    ['熱い方で', '熱いチーズ'],
    ['冷たいほう', '冷たいチーズ'],
  ])('may be Japanese: %s', (answer, prompt) => {
    expect(answered('熱い冷たいチーズ', answer)).toMatchObject({ spec: { prompt, language: 'ja' } });
  });

  it('of a clause leaves the sentence whole and says behind it what was settled', () => {
    expect(answered('a stateless service that keeps sessions in memory', 'stateless')).toMatchObject({
      spec: {
        prompt: 'a stateless service that keeps sessions in memory\nSettled: “stateless”, not “keeps sessions”.',
      },
    });
  });

  it('in Japanese leaves the sentence whole as well', () => {
    expect(answered('熱くて冷たいチーズ', '熱い方で')).toMatchObject({
      spec: { prompt: '熱くて冷たいチーズ\n決定：「冷たい」ではなく「熱く」。' },
    });
  });

  it('may be in the words of a side’s own clause', () => {
    const prompt = 'The field must always be read-only and must always be editable.';
    expect(answered(prompt, 'users can edit it')).toMatchObject({
      spec: { prompt: `${prompt}\nSettled: “editable”, not “read-only”.` },
    });
  });

  it('has something to say, where nothing was said before', () => {
    expect(answered('fix it', 'the crash on the login page')).toMatchObject({
      spec: { prompt: 'fix it: the crash on the login page' },
    });
    expect(answered('aesho faesf asdofh', 'a diamond sword')).toMatchObject({ spec: { prompt: 'a diamond sword' } });
  });

  it('is read with the conflict found anew, where none came with it', () => {
    const input = { resolvedPrompt: CHEESE, originalPrompt: CHEESE };
    expect(interpret({ ...input, answer: 'hot' }).kind).toBe('spec');
    expect(interpret({ ...input, answer: 'I don’t know' }).kind).toBe('request_clarification');
  });

  it('settles every opposition, or none', () => {
    const prompt = 'a tiny huge sword that is hot and frozen';
    expect(answered(prompt, 'tiny').kind).toBe('request_clarification');
    expect(answered(prompt, 'hot').kind).toBe('request_clarification');
    expect(answered(prompt, 'tiny and hot')).toMatchObject({
      spec: { prompt: 'a tiny sword that is hot and frozen\nSettled: “hot”, not “frozen”.' },
    });
  });
});

describe('an answer that settles nothing', () => {
  it.each([
    "I don't know",
    'I don’t know',
    'whatever',
    'yes',
    'no',
    'hot and frozen',
    'hot or frozen',
    'both',
    'neither',
    'you decide',
    'up to you',
    'either is fine',
    '',
    '   ',
    '?',
    '0',
    '3',
    'hot, but a tiny huge one',
    'make it a sandwich',
    'どちらでもいい',
  ])('leaves the conflict as it was: “%s”', (answer) => {
    expect(answered(CHEESE, answer)).toMatchObject({
      kind: 'request_clarification',
      conflict: { oppositions: [{ sides: ['hot', 'frozen'] }] },
    });
  });

  // shows: O2-02
  it.each(['asdkjh qwe', 'sdfhot', 'yes', 'hat', 'cot', 'coal', 'bold', 'lot'])(
    'is no answer for a word that looks like one: %s',
    (answer) => {
      expect(answered(CHEESE, answer).kind).toBe('request_clarification');
    },
  );

  it.each([
    ['fix it', 'fix it'],
    ['fix it', 'I don’t know'],
    ['何か作成して', '何でも'],
    ['aesho faesf asdofh', 'weoiru sdlkfj'],
    ['make something', 'a hot frozen cheese'],
  ])('is as vague, mad or contradictory as the prompt was: %s, %s', (prompt, answer) => {
    expect(answered(prompt, answer).kind).toBe('request_clarification');
  });
});
