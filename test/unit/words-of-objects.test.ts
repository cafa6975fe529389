/** Words that every plain object knows, such as “constructor”, are words like any other to all that reads text. */
import { describe, expect, it } from 'vitest';
import { isKnownReason, typeOfReason } from '../../src/core/model/question.ts';
import { whyAsked } from '../../src/core/model/task.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { readTask } from '../../src/interpret/task-reading.ts';
import { statusIn } from '../../src/orchestrator/pm-status.ts';
import { preferenceResolver } from '../../src/resolve/preferences.ts';
import { pathsMentioned, semanticResolver } from '../../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../../src/resolve/sentinel.ts';
import { askOf, clarificationOf } from '../../src/testing/make.ts';
import { isHarmlessAct, isHarmlessPlan, mayConsent } from '../../src/text/consent.ts';
import { aboutTheSame } from '../../src/text/context.ts';
import { outweighs, touches } from '../../src/text/latest-words.ts';
import { isName } from '../../src/text/names.ts';
import { goingOn, seeksPermission } from '../../src/text/permission.ts';
import { asksSeveral, isRead } from '../../src/text/question-form.ts';
import { normaliseQuestion, questionKey } from '../../src/text/question-key.ts';
import { isDangerous, mentionsHarm } from '../../src/text/risk.ts';
import { namesSecret } from '../../src/text/secrets.ts';
import { isSimilar } from '../../src/text/similarity.ts';
import { subjectNamedIn } from '../../src/text/subject.ts';
import { readYesNo } from '../../src/text/yes-no.ts';
import { interactivePrompt } from '../../src/worker/agents/output/interactive-prompt.ts';
import { findQuestion } from '../../src/worker/agents/output/question-detector.ts';
import { optionsOf, questionOf } from '../support/question.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** A word in the places in which readers look for nouns, verbs, amounts, names and answers. */
const TEXTS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `it'${word}`,
  (word) => `A hot frozen ${word}`,
  (word) => `The ${word} must ${word} all messages. Never ${word} messages.`,
  (word) => `Every message is ${word}. No message is ${word}.`,
  (word) => `Show messages ${word} by the user. Never ${word} messages.`,
  (word) => `Allow 5 ${word}, but at most 3 ${word}. Use ${word} only, and also ${word} and no ${word}.`,
  (word) => `Should I ${word} the ${word} or use ${word}?`,
  (word) => `5${word}以上、3${word}以下にして、${word}は使わないで${word}を使って`,
  (word) =>
    `NEEDS_CLARIFICATION: {"question": "Which ${word}?", "${word}": "${word}", "type": "${word}", "options": ["${word}"]}`,
  (word) => `{"status": "${word}", "${word}": 1, "question": "${word}?"}`,
];

const READERS: Readonly<Record<string, (text: string, word: string) => unknown>> = {
  interpret: (text) => interpret({ originalPrompt: text, resolvedPrompt: text }),
  'interpret with an answer': (text, word) =>
    interpret({ originalPrompt: 'hot frozen cheese', resolvedPrompt: text, answer: `${text} ${word}` }),
  'the task': (text) => readTask(text, { exists: () => false, find: () => [] } as never),
  keys: (text) => [questionKey(text), normaliseQuestion(text)],
  similar: (text, word) => isSimilar(text, `Which ${word} should I use?`),
  context: (text, word) =>
    aboutTheSame({ question: word, header: word, context: text }, { question: word, context: word }),
  'the latest words': (text, word) => [
    touches(text, { question: word }, word),
    outweighs(text, { question: text }, word),
  ],
  names: isName,
  subject: (text) => subjectNamedIn(text),
  harm: (text, word) => [
    isDangerous({ question: text, options: optionsOf([word]), context: word }),
    mentionsHarm(text),
    namesSecret(text),
  ],
  harmlessness: (text, word) => [
    isHarmlessAct(text),
    isHarmlessPlan(text),
    mayConsent(questionOf(text, { type: 'CONFIRM' }), word),
    isRead(text),
  ],
  'yes or no': (text, word) =>
    [null, 'en', 'ja', word].map((language) => [readYesNo(text, language, `Should I ${word}?`), asksSeveral(text)]),
  permission: (text, word) => [seeksPermission(text), goingOn([word, text])],
  'the person’s words': (text, word) =>
    (['SELECT_ONE', 'CONFIRM', 'FREE_TEXT', 'TARGET_FILE'] as const).map((type) =>
      semanticResolver()({
        question: questionOf(`Which ${word}?`, { type, options: type === 'SELECT_ONE' ? optionsOf([word, 'b']) : [] }),
        heard: { text, at: 0, paths: pathsMentioned(text), spent: false },
        preference: null,
        language: word,
      }),
    ),
  preferences: (text, word) => {
    const question = questionOf(text, { type: 'SELECT_ONE', options: optionsOf([word]) });
    const { key, type } = question;
    const known = {
      project: '/',
      key,
      subject: '',
      type,
      question: text,
      answer: word,
      times: 9,
      updatedAt: 0,
      about: null,
    };
    return preferenceResolver({ question, heard: null, preference: { ...known, origin: 'set' }, language: word });
  },
  sentinel: (text, word) =>
    ruleSentinel()({
      question: questionOf(text, { options: optionsOf([word]) }),
      heard: null,
      preference: null,
      language: word,
    }),
  detector: (text) => [findQuestion(text), statusIn(text), interactivePrompt(text)],
};

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each(NAMES)('reads “%s”', (word) => {
    for (const text of TEXTS) {
      expect(() => read(text(word), word), text(word)).not.toThrow();
      // Nothing of an object's own is taken for a word: no function and no prototype comes out.
      expect(JSON.stringify(read(text(word), word)) ?? 'null').not.toMatch(/\[native code\]|function |\[object /);
    }
  });
});

describe.each(NAMES)('the reason “%s”', (reason) => {
  it('is one that nobody knows, and is shown as it is', () => {
    expect({ type: typeOfReason(reason), known: isKnownReason(reason) }).toEqual({ type: 'FREE_TEXT', known: false });
    expect(whyAsked({ ...clarificationOf(askOf('s')), reason })).toBe(reason);
  });
});
