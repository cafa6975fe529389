import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/core/model/question.ts';
import type { Lesson, Preference, ResolverView } from '../../src/core/model/resolution.ts';
import { LESSONS, learn, learned, unlearn } from '../../src/core/preferences.ts';
import { preferenceResolver } from '../../src/resolve/preferences.ts';
import { questionKey } from '../../src/text/question-key.ts';
import { optionsOf, questionOf } from '../support/question.ts';

function fresh(question: string, answer: string): Omit<Preference, 'times' | 'origin' | 'updatedAt'> {
  return { project: 'p', key: questionKey(question), subject: '', type: 'FREE_TEXT', question, answer, about: null };
}

function taught(question: string, ...answers: string[]): Preference {
  let known: Preference | null = null;
  for (const [at, answer] of answers.entries()) known = learn(known, fresh(question, answer), at + 1);
  return known!;
}

const view = (question: Question, preference: Preference | null): ResolverView => ({
  question,
  heard: null,
  preference,
  language: null,
});

const FORMAT = 'Which format should I use?';

describe('preferenceResolver', () => {
  // shows: S003-PREFERENCE
  it('applies an answer that was given three times, and says so', () => {
    expect(preferenceResolver(view(questionOf(FORMAT), taught(FORMAT, 'YAML', 'YAML')))).toBeNull();
    expect(preferenceResolver(view(questionOf(FORMAT), taught(FORMAT, 'YAML', 'YAML', 'YAML')))).toEqual({
      answer: 'YAML',
      source: 'preference',
      evidence: expect.stringMatching(/^“.+” was answered “YAML” at least 3 times in this project$/),
      confidence: 0.75,
    });
  });

  it('grows more confident with every equal answer, and never certain', () => {
    const confidence = (times: number): number =>
      preferenceResolver(view(questionOf(FORMAT), { ...taught(FORMAT, 'YAML'), times }))!.confidence;
    expect(confidence(4)).toBeGreaterThan(confidence(3));
    expect(confidence(10_000)).toBeLessThan(1);
  });

  it('applies at once what was set by hand', () => {
    const set: Preference = { ...taught(FORMAT, 'YAML'), origin: 'set' };
    expect(preferenceResolver(view(questionOf(FORMAT), set))).toMatchObject({ answer: 'YAML', confidence: 1 });
  });

  // shows: R6
  it('answers no destructive question, even where it was set by hand', () => {
    const set: Preference = { ...taught(FORMAT, 'YAML'), origin: 'set' };
    expect(preferenceResolver(view(questionOf(FORMAT, { destructive: true }), set))).toBeNull();
  });

  // shows: O1-11
  it('works in Japanese, and gives a negated question no answer of the positive one', () => {
    const positive = 'YAMLを使いますか？';
    const known = taught(positive, 'はい', 'はい', 'はい');
    expect(preferenceResolver(view(questionOf('YAML を使いますか'), known))?.answer).toBe('はい');
    expect(preferenceResolver(view(questionOf('YAMLを使いませんか？'), known))).toBeNull();
    const english = taught('Should tabs be used?', 'Yes', 'Yes', 'Yes');
    expect(preferenceResolver(view(questionOf('Should tabs never be used?'), english))).toBeNull();
  });

  it('abstains where the options no longer hold the answer, strict or not, and takes the label’s own spelling where they do', () => {
    const known = taught(FORMAT, 'yaml', 'yaml', 'yaml');
    const among = (strictOptions: boolean, ...labels: string[]): Question =>
      questionOf(FORMAT, { strictOptions, options: optionsOf(labels) });
    expect(preferenceResolver(view(among(true, 'JSON', 'TOML'), known))).toBeNull();
    expect(preferenceResolver(view(among(false, 'JSON', 'TOML'), known))).toBeNull();
    expect(preferenceResolver(view(among(true, 'JSON', 'YAML'), known))?.answer).toBe('YAML');
  });

  it('serves the same words asked as another type where the answer fits, and never another subject', () => {
    const known = taught(FORMAT, 'YAML', 'YAML', 'YAML');
    expect(preferenceResolver(view(questionOf(FORMAT, { type: 'SELECT_ONE' }), known))?.answer).toBe('YAML');
    expect(preferenceResolver(view(questionOf(FORMAT, { type: 'CONFIRM' }), known))).toBeNull();
    expect(preferenceResolver(view(questionOf(FORMAT, { subject: 'the other file' }), known))).toBeNull();
    expect(preferenceResolver(view(questionOf(FORMAT), null))).toBeNull();
  });
});

describe('learn', () => {
  it('is weakened by a different answer, which takes its place in the end', () => {
    expect(taught(FORMAT, 'YAML', 'YAML', 'JSON')).toMatchObject({ answer: 'YAML', times: 1 });
    expect(taught(FORMAT, 'YAML', 'YAML', 'JSON', 'JSON')).toMatchObject({ answer: 'JSON', times: 1, updatedAt: 4 });
  });

  it('takes case for nothing in a choice, and for something in a file name', () => {
    expect(taught(FORMAT, 'YAML', 'yaml ').times).toBe(2);
    const file = { ...fresh(FORMAT, 'README.md'), type: 'TARGET_FILE' as const };
    expect(learn(learn(null, file, 1), { ...file, answer: 'readme.md' }, 2)).toMatchObject({
      answer: 'readme.md',
      times: 1,
    });
  });

  it('leaves what was set by hand as it is', () => {
    const set: Preference = { ...taught(FORMAT, 'YAML'), origin: 'set' };
    expect(learn(set, fresh(FORMAT, 'JSON'), 9)).toBe(set);
    expect(unlearn(set, 'YAML')).toBe(set);
  });
});

describe('learned', () => {
  const { project, key, subject, answer: _, ...question } = fresh(FORMAT, '');
  /** The lessons of these answers, the newest first; a revoked one is marked with a “!”. */
  const lessons = (...answers: string[]): Lesson[] =>
    answers
      .map((text, at) => ({
        ...question,
        id: `q-${at}`,
        session: 's',
        answer: text.replace('!', ''),
        at,
        revoked: text.endsWith('!'),
      }))
      .reverse();
  const known = (stored: Preference | null, ...answers: string[]) =>
    learned({ project, key, subject, stored, lessons: lessons(...answers) });

  it('counts equal answers, and different ones against them', () => {
    expect(known(null)).toBeNull();
    expect(known(null, 'YAML', 'yaml', 'YAML')).toMatchObject({ project, key, answer: 'YAML', times: 3, updatedAt: 2 });
    expect(known(null, 'YAML', 'YAML', 'JSON')).toMatchObject({ answer: 'YAML', times: 1 });
    expect(known(null, 'YAML', 'JSON', 'JSON')).toMatchObject({ answer: 'JSON', times: 2 });
  });

  it('ends a habit of any length after three different answers, and replaces it after five', () => {
    const after = (others: number) =>
      known(null, ...Array(LESSONS - others).fill('YAML'), ...Array(others).fill('JSON'));
    const applied = (others: number) => preferenceResolver(view(questionOf(FORMAT), after(others)))?.answer;
    expect([0, 1, 2, 3, 4, 5].map(applied)).toEqual(['YAML', 'YAML', 'YAML', undefined, undefined, 'JSON']);
  });

  it('starts from what is stored, with the lessons after it', () => {
    const stored = { ...taught(FORMAT, 'YAML'), times: 5, updatedAt: 1 };
    expect(known(stored, 'JSON', 'JSON', 'YAML', 'JSON')).toMatchObject({ answer: 'YAML', times: 5, updatedAt: 3 });
    expect(known({ ...stored, times: 0 }, 'JSON', 'JSON')).toBeNull();
    expect(known({ ...stored, times: 0 }, 'JSON', 'JSON', 'JSON')).toMatchObject({ answer: 'JSON', times: 1 });
  });

  it('is what was set by hand, whatever was answered', () => {
    const set: Preference = { ...taught(FORMAT, 'YAML'), origin: 'set', times: 0 };
    expect(known(set, 'JSON', 'JSON', 'JSON')).toBe(set);
  });

  it('is weakened where an answer that it gave was revoked', () => {
    expect(known(null, 'YAML', 'YAML', 'YAML', 'YAML!')).toMatchObject({ answer: 'YAML', times: 2 });
    expect(known(null, 'YAML', 'YAML!')).toBeNull();
    expect(known(null, 'YAML!', 'JSON')).toMatchObject({ answer: 'JSON', times: 1 });
  });
});

describe('unlearn', () => {
  it('takes one equal answer back, down to nothing, and leaves another answer’s count alone', () => {
    const known = taught(FORMAT, 'YAML', 'YAML');
    expect(unlearn(known, 'YAML')).toMatchObject({ times: 1 });
    expect(unlearn(unlearn(known, 'YAML'), 'YAML')).toBeNull();
    expect(unlearn(known, 'JSON')).toBe(known);
    expect(unlearn(null, 'JSON')).toBeNull();
  });
});
