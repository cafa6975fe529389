/** Which questions are about what stands beside them. */
import { describe, expect, it } from 'vitest';
import type { ClarificationType } from '../../src/core/clarification.ts';
import { referentsOf } from '../../src/core/pointing.ts';

const isAbout = (question: string, type: ClarificationType = 'FREE_TEXT') =>
  referentsOf({ question, type, context: 'Acme Ltd', options: [] }).length > 0;

describe('a question is about its context', () => {
  it.each([
    'Is this the right customer?',
    'How should I handle this error?',
    'Are these numbers correct?',
    'Which of the following should I take?',
    'Which style should I use here?',
    'Should I go with that?',
    'What should the value be?',
    'Which approach?',
    'Which option should I choose?',
    'What next?',
    'Is the plan OK?',
    'Does the design look good?',
    'Which file should I edit?',
    'What is the deadline?',
    'How many people?',
    'Should I add an index?',
    'How thorough should I be?',
    'What should happen on failure?',
    'Can I install the missing dependency?',
    'Ist dieser Name richtig?',
    'Est-ce que cette version convient?',
    'これでよろしいですか？',
    'この案でいいですか',
    'どちらの案にしますか？',
    '以下の内容でよいですか？',
    'いつまでに必要ですか',
    '担当者は誰にしますか',
  ])('that points or names nothing: %s', (question) => {
    expect(isAbout(question)).toBe(true);
  });

  it('that asks for a yes or no to "it"', () => {
    expect(isAbout('Should I merge it today?', 'CONFIRM')).toBe(true);
    expect(isAbout('Which database should it use?')).toBe(false);
  });
});

describe('a question is the same one whatever stands beside it', () => {
  it.each([
    'Which database should we use?',
    'Which linter should this project use?',
    'Which format should I use?',
    'What should the value of MAX_RETRIES be?',
    'What should the function that parses dates be called?',
    'Should I add tests for the parser?',
    'What should the session timeout be?',
    'Are you vegetarian?',
    'Which Node.js version should the project target?',
    'How many retries should the client make?',
    'どのデータベースを使いますか？',
    'このプロジェクトのライセンスは何ですか？',
    'ファイル名は何にしますか？',
  ])('where it says what it asks: %s', (question) => {
    expect(isAbout(question)).toBe(false);
  });

  it('where nothing stands beside it', () => {
    const nothing = { header: '', context: ' ' };
    expect(referentsOf({ question: 'Is this OK?', type: 'CONFIRM', options: [], ...nothing })).toEqual([]);
  });
});

describe('options', () => {
  const QUESTION = { question: 'Which layout should the page have?', type: 'SELECT_ONE' } as const;
  const about = (...options: { label: string; description?: string }[]) =>
    referentsOf({ ...QUESTION, options }).length > 0;

  it.each(['A', 'Option B', '2', 'The first one', 'Yes', 'Keep it', 'Plan C', 'This', '案A', 'はい'])(
    'that stand for what is said beside them make it part of the question: %s',
    (label) => {
      expect(about({ label, description: 'two columns' }, { label: 'two columns' })).toBe(true);
    },
  );

  it.each(['PostgreSQL', 'two columns', 'Option pricing', 'right-aligned', 'main', 'v2'])(
    'that say what they are do not: %s',
    (label) => {
      expect(about({ label, description: 'as it was before' })).toBe(false);
    },
  );
});
