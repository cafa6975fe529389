import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/core/model/question.ts';
import type { Resolution } from '../../src/core/model/resolution.ts';
import { bestPractices } from '../../src/resolve/best-practices.ts';
import { ruleSentinel } from '../../src/resolve/sentinel.ts';
import { isDangerous } from '../../src/text/risk.ts';
import { optionsOf, questionOf } from '../support/question.ts';

function asked(
  question: string,
  type: Question['type'] = 'FREE_TEXT',
  labels: string[] = [],
  context?: string,
): Question {
  return questionOf(question, {
    type,
    options: optionsOf(labels),
    destructive: isDangerous({ question, options: optionsOf(labels), context }),
    ...(context === undefined ? {} : { context }),
  });
}

const sentinel = ruleSentinel();
const judge = (question: Question, by = sentinel): Resolution | null =>
  by({ question, heard: null, preference: null, language: null });

describe('ruleSentinel', () => {
  // shows: S003-BEST-PRACTICE, O1-07
  it.each([
    'Should I use TypeScript strict mode?',
    'Do you want me to enable TypeScript strict mode?',
    'Should I use strict mode in tsconfig.json?',
    'TypeScriptのstrictモードを使いますか？',
  ])('says yes to “%s”, with its reason', (question) => {
    expect(judge(asked(question, 'CONFIRM'))).toMatchObject({ answer: 'Yes', source: 'best_practice' });
    expect(judge(asked(question))?.answer).toBe('Yes');
    expect(judge(asked(question))?.evidence).toContain('strict mode catches');
  });

  // shows: S003-CASE-BY-CASE
  it.each([
    'Which database should I use?',
    'Which framework should I use?',
    'Which library should I use for dates?',
    'Which feature should I build first?',
    'Which date format should I use?',
    'Which encoding should I use for the video?',
    'Should I use strict mode?',
    'Should I use TypeScript strict mode or leave it for later?',
    'Should I use TypeScript?',
    'Should I put the docs for the old API away?',
    'データベースは何を使いますか？',
  ])('leaves “%s” to the person', (question) => {
    expect(judge(asked(question))).toBeNull();
  });

  // shows: O1-07, R6
  it('answers nothing destructive, and no context makes a question best practice', () => {
    const context = 'The tests use TypeScript strict mode. Where should I put the tests?';
    expect(judge(asked('Should I drop the users table?', 'CONFIRM', [], context))).toBeNull();
    expect(judge(asked('Should I use it?', 'CONFIRM', [], context))).toBeNull();
    expect(judge({ ...asked('Should I use TypeScript strict mode?'), destructive: true })).toBeNull();
  });

  it.each([
    "Shouldn't I use TypeScript strict mode?",
    'Should I not use TypeScript strict mode?',
    'Should TypeScript strict mode never be used?',
    'TypeScriptのstrictモードを使いませんか？',
  ])('gives the negated “%s” no positive answer', (question) => {
    expect(judge(asked(question, 'CONFIRM'))).toBeNull();
  });

  it.each([
    ['Where should I put the docs?', 'docs/'],
    ['Where should I put the tests?', 'The test directory the project already has, else test/'],
    ['Which line endings should I use?', 'LF'],
    ['What file encoding would you like me to use?', 'UTF-8'],
    ['Which versioning scheme should I use?', 'Semantic Versioning'],
    ['Should I commit package-lock.json?', 'Yes'],
    ['Should I commit node_modules?', 'No'],
    ['Should I add a .gitignore?', 'Yes'],
    ['Which timestamp format should I use in logs?', 'ISO 8601 (2026-01-31T09:30:00Z)'],
  ])('answers “%s”', (question, answer) => {
    expect(judge(asked(question))?.answer).toBe(answer);
  });

  it('chooses an option only where exactly one fits', () => {
    const where = 'Where should I put the docs?';
    expect(judge(asked(where, 'SELECT_ONE', ['src/', 'docs/']))?.answer).toBe('docs/');
    expect(judge(asked(where, 'SELECT_ONE', ['src/', 'wiki/']))).toBeNull();
    expect(judge(asked(where, 'SELECT_ONE', ['docs', './docs/']))).toBeNull();
    expect(judge(asked(where, 'SELECT_ONE'))).toBeNull();
    expect(judge(asked('Should I use TypeScript strict mode?', 'SELECT_ONE', ['yes', 'no']))?.answer).toBe('yes');
  });

  it('gives a CONFIRM no answer but yes or no', () => {
    expect(judge(asked('Where should I put the docs?', 'CONFIRM'))).toBeNull();
  });

  it('tries the user’s own practices first, keeps no state, and refuses one without an answer', () => {
    const own = ruleSentinel([
      { id: 'own', pattern: /^where should i put docs$/g, answer: 'handbook/', reason: 'it has always been there.' },
    ]);
    for (let i = 0; i < 3; i += 1) expect(judge(asked('Where should I put the docs?'), own)?.answer).toBe('handbook/');
    expect(judge(asked('Which line endings should I use?'), own)?.answer).toBe('LF');
    expect(() => ruleSentinel([{ id: 'x', pattern: /x/, answer: '', reason: '' }])).toThrow(Error);
  });
});

describe('the best practices', () => {
  it('have an id of their own, a reason of one sentence, and a pattern that covers the whole question', () => {
    expect(new Set(bestPractices().map(({ id }) => id)).size).toBe(bestPractices().length);
    for (const { id, pattern, reason } of bestPractices()) {
      expect(pattern.source, id).toMatch(/^\^.*\$$/);
      expect(reason, id).toMatch(/^[^.]+\.$/);
    }
  });
});
