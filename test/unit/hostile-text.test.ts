/**
 * No rule is slow on hostile text: of 40 kB of anything, for each reader of a question or of what a person said. How many milliseconds
 * a question takes is measured by `npm run bench -- --guard`.
 */
import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../src/core/destructive.ts';
import { isHarmlessAct } from '../../src/core/harmless-acts.ts';
import { referentsOf } from '../../src/core/pointing.ts';
import {
  canonicalForm,
  identicalKey,
  normaliseQuestion,
  questionHash,
  questionKey,
} from '../../src/core/question-key.ts';
import { afterHearing } from '../../src/core/said-otherwise.ts';
import { looksSecret } from '../../src/core/secret-shape.ts';
import { sketchOf } from '../../src/core/similar.ts';
import { subjectNamedIn } from '../../src/core/subject.ts';
import { isNegated, readYesNo } from '../../src/core/yes-no.ts';
import { pathsMentioned, semanticResolver } from '../../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../../src/resolve/sentinel.ts';
import { fasterThanInput } from '../support/growth.ts';
import { optionsOf, questionOf } from '../support/question.ts';

const resolve = semanticResolver();
const sentinel = ruleSentinel();
const FORMAT = questionOf('Which format?', { type: 'SELECT_ONE', options: optionsOf(['YAML', 'JSON']) });
const FILE = questionOf('Which file?', { type: 'TARGET_FILE' });
const TESTS = questionOf('Should I add tests?', { type: 'CONFIRM' });

const view = (text: string) => ({
  heard: { text, at: 0, paths: ['a/b.ts'], spent: false },
  preference: null,
  language: null,
});

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  normaliseQuestion,
  questionHash,
  canonicalForm,
  questionKey,
  sketchOf,
  isDestructive,
  'referentsOf of a long question': (text) =>
    referentsOf({ question: text, type: 'FREE_TEXT', context: 'Acme', options: [] }),
  'referentsOf of a long context': (text) =>
    referentsOf({ question: 'Is this right?', type: 'CONFIRM', context: text, options: [] }),
  subjectNamedIn,
  isHarmlessAct,
  isNegated,
  readYesNo: (text) => readYesNo(text, null, 'Should I add tests?'),
  'readYesNo of a long question': (text) => readYesNo('yes, add them', null, text),
  pathsMentioned,
  looksSecret,
  identicalKey: (text) => identicalKey(text, [text], null),
  afterHearing: (text) => afterHearing(null, view(text).heard, true),
  'the semantic resolver': (text) => [FORMAT, FILE, TESTS].map((question) => resolve({ question, ...view(text) })),
  'the semantic resolver of a long question': (text) =>
    resolve({ question: { ...TESTS, question: text }, ...view('yes') }),
  'the sentinel': (text) => sentinel({ question: { ...TESTS, question: text }, ...view('') }),
};

const PIECES = [
  ...[
    'a ',
    '?',
    '. ',
    '`',
    '"',
    '(',
    "n't ",
    '¿',
    'é\u0301',
    'aA',
    'aaA',
    '0',
    '/',
    './',
    'a.b ',
    ',',
    ' , ',
    '\u200b',
    '👍',
  ],
  ...['do you want me to ', 'what ', 'or ', 'should be ', 'yes ', 'no, ', 'delete ', 'use YAML ', 'not ', 'and then '],
  ...['の', 'はい', 'どの', 'しますか、', 'ー', '要', '应该', '不', '어떤 ', '네 ', 'ſ', 'İ', 'ß '],
];

describe('the work of reading hostile text grows no faster than the text, in', () => {
  it.each(Object.entries(READERS))('%s', (_name, read) => {
    expect(fasterThanInput(read, PIECES)).toEqual([]);
  });
});
