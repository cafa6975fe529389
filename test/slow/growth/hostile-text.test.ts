/**
 * No rule is slow on hostile text: of 40 kB of anything, for each reader of a question or of what a person said. How many milliseconds
 * a question takes is measured by `npm run bench -- --guard`.
 */
import { describe, expect, it } from 'vitest';
import { afterHearing } from '../../../src/core/ask/said-since.ts';
import { pathsMentioned, semanticResolver } from '../../../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../../../src/resolve/sentinel.ts';
import { isHarmlessAct, isHarmlessPlan, isJobsOwn, mayConsent } from '../../../src/text/consent.ts';
import { aboutTheSame } from '../../../src/text/context.ts';
import { outweighs, touches, vetoes } from '../../../src/text/latest-words.ts';
import { isName } from '../../../src/text/names.ts';
import { asksLeave, asksSeveral, isNegated, isRead } from '../../../src/text/question-form.ts';
import {
  canonicalForm,
  identicalKey,
  normaliseQuestion,
  questionHash,
  questionKey,
} from '../../../src/text/question-key.ts';
import { isDangerous, mentionsHarm } from '../../../src/text/risk.ts';
import { looksSecret } from '../../../src/text/secret-shape.ts';
import { namesSecret } from '../../../src/text/secrets.ts';
import { sketchOf } from '../../../src/text/similarity.ts';
import { subjectNamedIn } from '../../../src/text/subject.ts';
import { readYesNo, seedYesNo } from '../../../src/text/yes-no.ts';
import { fasterThanInput } from '../../support/growth.ts';
import { optionsOf, questionOf } from '../../support/question.ts';

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
  isDangerous: (question) => isDangerous({ question }),
  'isDangerous of a long context': (context) =>
    isDangerous({ question: 'Proceed?', context, options: [{ label: context }] }),
  mentionsHarm,
  mayConsent: (question) => mayConsent({ question, type: 'CONFIRM' }),
  aboutTheSame: (context) =>
    aboutTheSame({ question: 'Is it right?', context }, { question: 'Is it right?', context: `${context}x` }),
  touches: (text) => touches(text, TESTS, 'Yes'),
  outweighs: (text) => outweighs(text, FORMAT, 'YAML'),
  vetoes: (text) => vetoes(text, { question: text }, 'Yes'),
  isName,
  namesSecret,
  seedYesNo,
  asksLeave,
  asksSeveral,
  isRead,
  subjectNamedIn,
  isHarmlessAct,
  isHarmlessPlan,
  isJobsOwn: (question) => isJobsOwn({ question, context: question, type: 'CONFIRM' }),
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
