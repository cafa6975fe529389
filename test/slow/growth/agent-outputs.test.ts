/** What reads the output of an agent has no more work with hostile output than there is output. See growth.ts in test/support. */
import { describe, expect, it } from 'vitest';
import { interactivePrompt } from '../../../src/worker/agents/output/interactive-prompt.ts';
import { findQuestion } from '../../../src/worker/agents/output/question-detector.ts';
import { fasterThanInput } from '../../support/growth.ts';

const MEGABYTE = 1_000_000;

describe('findQuestion', () => {
  it.each([
    '`',
    '```\n',
    '` ',
    '~',
    '~~~\n',
    'NEEDS_CLARIFICATION:\n',
    'NEEDS_CLARIFICATION: {\n',
    'NEEDS_CLARIFICATION: {"question":"...","options":[\n',
    'NEEDS_CLARIFICATION: <a>\n',
    'NEEDS_CLARIFICATION: ',
    'NEEDS_CLARIFICATION',
    '{"clarification_required":',
    '{"clarification_required":1\n',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\t',
    ' \n',
    '> ',
    '- ',
    '- a\n',
    '1. ',
    '?',
    '? ',
    'Should I? ',
    'Which one should I use?\n',
    'か。',
    '(',
    '(a or ',
    '**',
    '** ',
    '__',
    'http://',
    'https://a?',
    '\u001b',
    '\u001b[',
    '\u001b[1',
    '\u001b]8;;',
    '\u001b[31m',
    'question: ',
    'let me know ',
    'a',
    'a, or ',
    '\ud83d',
  ])('has no more work with %j over and over than there is output', (part) => {
    const block = (output: string) => `${output} which one should I use?\n- ${output}x\n- b?`;
    const forms: ((output: string) => string)[] = [
      (output) => output,
      (output) => `${`NEEDS_CLARIFICATION: ${output}`.slice(0, MEGABYTE - 1)}x`,
      (output) => `${output}\n\nWhich one should I use?`,
    ];
    for (const form of forms)
      expect(fasterThanInput((output) => findQuestion(form(output)), [part], 160_000)).toEqual([]);
    const list = (output: string) => findQuestion(`Which one should I use?\n- ${output}x\n- b?`);
    expect(fasterThanInput(list, [part])).toEqual([]);
    for (const form of [block, (output: string) => `${block(output)}\n\n${block(output)}`])
      expect(fasterThanInput((output) => findQuestion(form(output)), [part], 7_000)).toEqual([]);
  });
});

describe('interactivePrompt', () => {
  it.each(['[y/', '(y/n', ' ', '\u001b[', '? a ', 'Press enter ', ':'])(
    'has no more work with “%s” over and over than there is output',
    (part) => {
      expect(fasterThanInput(interactivePrompt, [part], 160_000)).toEqual([]);
    },
  );
});
