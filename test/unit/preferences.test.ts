import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/core/model/question.ts';
import type { Preference, ResolverView } from '../../src/core/model/resolution.ts';
import { learn, unlearn } from '../../src/core/preferences.ts';
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

describe('unlearn', () => {
  it('takes one equal answer back, down to nothing, and leaves another answer’s count alone', () => {
    const known = taught(FORMAT, 'YAML', 'YAML');
    expect(unlearn(known, 'YAML')).toMatchObject({ times: 1 });
    expect(unlearn(unlearn(known, 'YAML'), 'YAML')).toBeNull();
    expect(unlearn(known, 'JSON')).toBe(known);
    expect(unlearn(null, 'JSON')).toBeNull();
  });
});
