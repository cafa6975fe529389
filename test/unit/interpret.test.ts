/** What the rules make of a prompt: the one question, or a spec. */
import { describe, expect, it } from 'vitest';
import type { Interpretation, InterpretInput } from '../../src/core/model/interpretation.ts';
import { interpret, planSpec } from '../../src/interpret/interpret.ts';

const read = (prompt: string): Interpretation => interpret({ resolvedPrompt: prompt, originalPrompt: prompt });

function asked(prompt: string) {
  const result = read(prompt);
  if (result.kind === 'spec') throw new Error(`“${prompt}” is not asked about`);
  return result;
}

function specOf(prompt: string) {
  const result = read(prompt);
  if (result.kind !== 'spec') throw new Error(`“${prompt}” is asked about: ${result.question}`);
  return result.spec;
}

describe('a prompt with a contradiction', () => {
  it('is asked about once, with the two words as the options', () => {
    expect(asked('hot frozen cheese')).toEqual({
      kind: 'request_clarification',
      conflict: {
        kind: 'contradiction',
        oppositions: [{ axis: 'temperature', sides: ['hot', 'frozen'], cosmetic: true }],
        words: ['hot', 'frozen'],
      },
      question: 'The prompt wants “hot” and “frozen”, which exclude each other. Which should it be?',
      type: 'SELECT_ONE',
      options: [{ label: 'hot' }, { label: 'frozen' }],
      confidence: 0.95,
    });
  });

  it('is asked about in its own language', () => {
    const { question, options } = asked('熱い冷たいチーズ');
    expect(question).toBe('「熱い」と「冷たい」は両立しません。どちらにしますか？');
    expect(options).toEqual([{ label: '熱い' }, { label: '冷たい' }]);
  });

  it('of several oppositions is asked about in one question that names them all', () => {
    const { question, type, conflict } = asked('a tiny huge sword that is hot and frozen');
    for (const word of ['tiny', 'huge', 'hot', 'frozen']) expect(question).toContain(`“${word}”`);
    expect(type).toBe('FREE_TEXT');
    expect(conflict.oppositions.map(({ axis }) => axis).toSorted()).toEqual(['size', 'temperature']);
  });

  it('that is no pair of opposites names what is claimed and what breaks it', () => {
    expect(asked('a stateless service that keeps sessions in memory').conflict.words).toEqual([
      'stateless',
      'keeps sessions',
    ]);
  });

  it('gets no spec from planSpec either, and both say the same', () => {
    for (const prompt of ['hot frozen cheese', 'a diamond pickaxe', 'fix it', '']) {
      const input = { resolvedPrompt: prompt, originalPrompt: prompt };
      expect(planSpec(input)).toEqual(interpret(input));
    }
  });

  it('gains nothing from the words of an answer in its own text', () => {
    expect(asked('hot frozen cheese\n\nClarification Answer: hot').conflict.words).toEqual(['hot', 'frozen']);
  });
});

describe('a prompt in which nothing is in the way', () => {
  // shows: O2-03
  it.each([
    'a cat on ice',
    'a hat made of ice',
    'not hot, frozen cheese',
    'diamond pickaxe',
    'ice creem',
    'radioactive cheeze',
    'a strange magical feeling',
    'sort ascending by date and descending by price',
    'light theme for the page, dark theme for the editor',
    'support both light and dark mode',
    'convert liquid to solid',
    'hot-reload config of the cold storage service',
    'first freeze, then heat the soup',
    'Make the private repository public',
    'a "hot" label on the "frozen" tab',
    'Add an asynchronous API but keep the API synchronous by default',
    'The dashboard is too slow. Make it fast.',
    'The free plan is limited, the paid plan is unlimited',
    '氷の上の猫',
    '熱くない、冷たいチーズ',
  ])('becomes a spec: %s', (prompt) => {
    expect(specOf(prompt)).toMatchObject({ version: 1, settled: [], assumptions: [] });
  });

  it('keeps the words of the person, however they spell them', () => {
    for (const prompt of ['radioactive cheeze', 'ice creem', 'a cat with a red hat says yes'])
      expect(specOf(prompt).prompt).toBe(prompt);
  });

  it.each(['constructor', 'toString', '__proto__', 'a constructor with hasOwnProperty', 'Show the valueOf an object'])(
    'has no trouble with words that objects know: %s',
    (prompt) => {
      expect(specOf(prompt).prompt).toBe(prompt);
    },
  );

  it('is told apart into its single instructions', () => {
    expect(specOf('Add a login page. Write tests; update the README').instructions).toEqual([
      'Add a login page.',
      'Write tests',
      'update the README',
    ]);
    expect(specOf('ログイン画面を作って').language).toBe('ja');
  });
});

describe('a block', () => {
  // shows: S001-GATING
  it.each([
    'a hot frozen block',
    'fiery icy blocks',
    'a burning frozen ore',
    '熱くて凍ったブロック',
    '熱くて冷たい鉱石',
  ])('may look as contradictory as it likes: %s', (prompt) => {
    expect(specOf(prompt).assumptions).toHaveLength(1);
  });

  it('has what it does before how it looks', () => {
    const spec = specOf('a hot frozen block that drops diamonds');
    expect(spec.instructions).toEqual(['a block that drops diamonds', 'look: hot, frozen']);
    expect(spec.prompt).toBe('a hot frozen block that drops diamonds');
  });

  it('is no reason to overlook the same of another thing', () => {
    expect(asked('hot frozen cheese').conflict.oppositions[0]!.cosmetic).toBe(true);
  });

  // shows: O2-04
  it.each([
    ['liquid hot frozen block', ['liquid', 'frozen']],
    ['a fiery icy ore that is liquid and solid', ['liquid', 'solid']],
    ['熱くて冷たい、液体で固体のブロック', ['液体', '固体']],
  ])('is asked about what it does alone, with its two sides as the options: %s', (prompt, sides) => {
    const { conflict, options, type } = asked(prompt);
    expect(conflict.oppositions).toMatchObject([{ sides, cosmetic: false }]);
    expect(options.map(({ label }) => label)).toEqual(sides);
    expect(type).toBe('SELECT_ONE');
  });

  it.each([
    ['an ORE that is hot and frozen', ['an ORE that is hot and frozen', 'look: hot, frozen']],
    [
      'The block is hot. The block is cold. It drops coal.',
      ['The block is hot.', 'The block is cold.', 'It drops coal.', 'look: hot, cold'],
    ],
    ['an icy, fiery block', ['a block', 'look: icy, fiery']],
    ['熱くて凍ったブロック', ['熱くて凍ったブロック', 'look: 熱い, 凍った']],
  ])('has instructions that can be read, whole where a cut would leave a wreck: %s', (prompt, instructions) => {
    const spec = specOf(prompt);
    expect(spec.prompt).toBe(prompt);
    expect(spec.instructions).toEqual(instructions);
  });
});

describe('a prompt that says nothing', () => {
  it.each(['fix it', 'make something', '何か作成して', '', '   '])('is asked about: “%s”', (prompt) => {
    expect(asked(prompt).conflict.kind).toBe('vague');
  });

  it.each(['aesho faesf asdofh', 'asdf jkl; qwer', 'あｓｄふぁｓｄふぁ', '!!!'])(
    'being nonsense, is asked about: %s',
    (prompt) => {
      const { conflict, question } = asked(prompt);
      expect(conflict.kind).toBe('nonsense');
      expect(question).not.toMatch(/error|invalid|unsupported/i);
    },
  );

  it.each([
    'Kubernetes Helm chart',
    'zorbly flurbin',
    'npm pnpm tsx',
    'ffmpeg wrapper',
    'szczęście',
    'Füge eine Suche hinzu',
    'キーボード',
    'Добавь кнопку',
    '버튼 추가',
  ])('is not what unknown words are: %s', (prompt) => {
    expect(read(prompt)).not.toMatchObject({ conflict: { kind: 'nonsense' } });
  });

  it.each([null, undefined, {}, { originalPrompt: null }, { originalPrompt: 7 }, { resolvedPrompt: undefined }])(
    'never throws: %j',
    (input) => {
      expect(interpret(input as unknown as InterpretInput).kind).toBe('request_clarification');
      expect(planSpec(input as unknown as InterpretInput).kind).toBe('request_clarification');
    },
  );
});
