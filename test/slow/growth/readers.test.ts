/** What reads questions, prompts and replies has no more work with hostile text than there is text. See growth.ts in test/support. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/core/model/question.ts';
import { readTask } from '../../../src/interpret/task-reading.ts';
import { addressesModel } from '../../../src/llm/addresses-model.ts';
import { pathsMentioned, semanticResolver } from '../../../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../../../src/resolve/sentinel.ts';
import { seeksPermission } from '../../../src/text/permission.ts';
import { identicalKey, questionKey } from '../../../src/text/question-key.ts';
import { subjectNamedIn } from '../../../src/text/subject.ts';
import { fasterThanInput } from '../../support/growth.ts';
import { optionsOf, questionOf } from '../../support/question.ts';

describe('semanticResolver', () => {
  const FILE = questionOf('Which file should I edit?', { type: 'TARGET_FILE' });
  const FORMAT = questionOf('Which format should I use?', {
    type: 'SELECT_ONE',
    options: optionsOf(['YAML', 'JSON', 'JSON Lines']),
  });
  const TESTS = questionOf('Should I add tests?', { type: 'CONFIRM' });
  const resolver = semanticResolver();
  const hear = (question: Question, text: string, paths: string[] = []) =>
    resolver({ question, heard: { text, at: 0, paths, spent: false }, preference: null, language: null });

  it.each(['YAML ', 'a/b.ts ', '.', '/', 'で', 'not ', '"', 'use '])(
    'hears %j over and over without delay',
    (piece) => {
      const hearAll = (text: string) => {
        hear(FORMAT, text);
        hear(FILE, text, ['a/b.ts']);
        hear(TESTS, text);
        pathsMentioned(text);
      };
      // The first is the longest that is read as an answer at all.
      for (const size of [19_000, 40_000]) expect(fasterThanInput(hearAll, [piece], size)).toEqual([]);
    },
  );
});

describe('questionKey', () => {
  it.each(['?', '. ', '`', '"', "n't ", 'do you want me to ', 'what ', 'please ', '(', 'の ', 'é\u0301'])(
    'takes 40 kB of %j in its stride',
    (piece) => {
      const read = (text: string) => {
        questionKey(`${text}x`);
        questionKey(text);
        identicalKey(text, [text], null);
      };
      expect(fasterThanInput(read, [piece])).toEqual([]);
    },
  );
});

describe('readTask', () => {
  it('has no more work with a hostile text than there is text', () => {
    const pieces = ['`', 'a/', 'create ', 'x.ts ', 'それ', "don't "];
    expect(fasterThanInput((text) => readTask(text, { files: ['README.md', 'src/app.ts'] }), pieces, 40_000)).toEqual(
      [],
    );
  });
});

describe('seeksPermission', () => {
  it('reads a hostile text at once', () => {
    const parts = ['ok ', '是否可以', 'それでは', '계속 ', 'go on ', 'please '];
    expect(fasterThanInput((text) => seeksPermission(`${text}x?`), parts)).toEqual([]);
  });
});

describe('ruleSentinel', () => {
  it('reads a question of any length without delay', () => {
    const judge = ruleSentinel();
    const read = (question: string) =>
      judge({ question: { ...questionOf('x'), question }, heard: null, preference: null, language: null });
    expect(read('should i use '.repeat(8000))).toBeNull();
    expect(fasterThanInput(read, ['should i use '])).toEqual([]);
  });
});

describe('subjectNamedIn', () => {
  it.each(['`', '"a', 'a.', '/', '「', 'x table ', 'a_'])(
    'has no more work with %j over and over than there is text',
    (piece) => {
      expect(fasterThanInput(subjectNamedIn, [piece], 40_000)).toEqual([]);
    },
  );
});

describe('addressesModel', () => {
  it('reads the longest question that is sent in no time, whatever it is made of', () => {
    expect(fasterThanInput(addressesModel, ['a ', 'a.', '-', 'ignor ', '1', 'あ', 'a_'], 4_000)).toEqual([]);
  });
});
