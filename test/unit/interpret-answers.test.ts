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

  it.each([
    'Every test has to pass, and every test has to fail, before the merge to main.',
    'A user belongs to exactly one team. Users should be able to be members of up to five teams simultaneously.',
    "Don't log the request body. Log the request body on every call so that support can see it.",
    'Put all the code in a single file, split over five files.',
    '起動時に更新を確認するようにして、起動時には更新の確認をしないようにしたい。',
  ])('is either option, given back as it was offered: %s', (prompt) => {
    const asked = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
    if (asked.kind === 'spec') throw new Error(`“${prompt}” is not asked about`);
    const labels = asked.options.map(({ label }) => label);
    for (const [winner, loser] of [labels, labels.toReversed()]) {
      const { spec } = answered(prompt, winner!) as Extract<Interpretation, { kind: 'spec' }>;
      expect(spec.settled).toEqual([{ about: labels.join(' / '), answer: winner }]);
      expect(spec.prompt).toContain(
        spec.language === 'ja' ? `「${loser}」ではなく「${winner}」` : `“${winner}”, not “${loser}”`,
      );
    }
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

  it.each([
    ['熱くて冷たいチーズ', '熱い方で', '熱いチーズ'],
    ['熱くて凍ったチーズ', '凍った方', '凍ったチーズ'],
    ['静かでうるさいロボット', '静か', '静かでうるさいロボット\n決定：「うるさい」ではなく「静か」。'],
  ])('in Japanese leaves whole words, or the whole sentence: %s, %s', (prompt, answer, expected) => {
    expect(answered(prompt, answer)).toMatchObject({ spec: { prompt: expected } });
  });

  it.each(['liquid', 'solid', 'make it solid', 'not liquid'])(
    'of a block says what it does; its looks stay open: %s',
    (answer) => {
      for (const prompt of ['liquid hot frozen block', 'a hot frozen ore block that is liquid and solid']) {
        const read = answered(prompt, answer);
        expect(read).toMatchObject({ kind: 'spec', spec: { settled: [{ answer }] } });
        expect(read.kind === 'spec' && read.spec.assumptions).toHaveLength(1);
      }
      expect(answered('liquid hot frozen block', 'hot').kind).toBe('request_clarification');
    },
  );

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

describe('a prompt that contradicts itself', () => {
  const read = (prompt: string) => interpret({ resolvedPrompt: prompt, originalPrompt: prompt });

  it.each([
    ['hot frozen cheese. Make it hot, not frozen.', 'hot cheese.', 'hot', 'Make it hot, not frozen.'],
    ['hot frozen cheese (hot, not frozen)', 'hot cheese', 'hot', 'hot, not frozen'],
    ['hot frozen cheese, but make it hot', 'hot cheese', 'hot', 'make it hot'],
    ['hot or frozen cheese? hot please', 'hot cheese', 'hot', 'hot please'],
    [
      'A hot frozen cheese. If they conflict, choose frozen.',
      'A frozen cheese.',
      'frozen',
      'If they conflict, choose frozen.',
    ],
    ['熱くて冷たいチーズ。熱い方で。', '熱いチーズ。', '熱い', '熱い方で。'],
    [
      'A public private page. Make it private and add a footer.',
      'A private page. Make it private and add a footer.',
      'private',
      'Make it private and add a footer.',
    ],
  ])('may say itself which it shall be: %s', (prompt, expected, answer, words) => {
    expect(read(prompt)).toMatchObject({
      kind: 'spec',
      spec: { prompt: expected, settled: [{ answer, source: 'input', evidence: `the prompt says “${words}”` }] },
    });
  });

  it.each([
    'The page is public. The page is private.',
    'The page is public. The page is private. Make it public.',
    'hot frozen cheese. It is frozen.',
    'hot frozen cheese. Maybe hot?',
    'hot frozen cheese. Make it hot when it rains.',
    'A hot frozen cheese. Make it hot and frozen.',
    'hot frozen cheese. Make it hot, not frozen. Make it frozen.',
    'a tiny huge sword that is hot and frozen. Make it tiny, not huge.',
  ])('is asked about where nothing in it plainly chooses: %s', (prompt) => {
    expect(read(prompt).kind).toBe('request_clarification');
  });

  it('is asked about in whole words', () => {
    expect(read('a stateless service that remembers the colour')).toMatchObject({
      options: [{ label: 'stateless' }, { label: 'remembers the colour' }],
    });
    expect(read('熱くて冷たいチーズ')).toMatchObject({ options: [{ label: '熱い' }, { label: '冷たい' }] });
  });
});
