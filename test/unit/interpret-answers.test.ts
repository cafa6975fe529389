/** What an answer does to the conflict it was asked about. */
import { describe, expect, it } from 'vitest';
import { type Interpretation, resolvedPromptOf } from '../../src/core/model/interpretation.ts';
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
    'The menu must be horizontal. The menu must be vertical.',
    'a stateless service that keeps sessions in memory',
    'ボタンは大きい。ボタンは小さくする。',
  ])('is either option, given back as it was offered, and the sentence stays whole: %s', (prompt) => {
    const asked = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
    if (asked.kind === 'spec') throw new Error(`“${prompt}” is not asked about`);
    const labels = asked.options.map(({ label }) => label);
    for (const [winner, loser] of [labels, labels.toReversed()]) {
      const { spec } = answered(prompt, winner!) as Extract<Interpretation, { kind: 'spec' }>;
      expect(spec.settled).toEqual([{ about: labels.join(' / '), answer: winner }]);
      const settled =
        spec.language === 'ja' ? `決定：「${loser}」ではなく「${winner}」。` : `Settled: ${winner}, not ${loser}.`;
      expect(spec.prompt).toBe(`${prompt}\n${settled}`);
    }
  });

  it.each([
    ['熱い冷たいチーズ', '熱い方で', '「冷たい」ではなく「熱い」'],
    ['熱い冷たいチーズ', '冷たいほう', '「熱い」ではなく「冷たい」'],
    ['熱くて凍ったチーズ', '凍った方', '「熱い」ではなく「凍った」'],
    ['静かでうるさいロボット', '静か', '「うるさい」ではなく「静か」'],
    ['静かでうるさいロボット', 'うるさくない方', '「うるさい」ではなく「静か」'],
  ])('may be Japanese, and is said behind the prompt: %s, %s', (prompt, answer, settled) => {
    expect(answered(prompt, answer)).toMatchObject({
      spec: { prompt: `${prompt}\n決定：${settled}。`, language: 'ja' },
    });
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
      spec: { prompt: 'a tiny sword that is hot and frozen\nSettled: hot, not frozen.' },
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
    'maybe hot',
    'hot?',
    'not hot and not frozen',
    'Both: hot outside, frozen inside',
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
