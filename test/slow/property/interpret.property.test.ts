/** Whatever a prompt is, the rules come to an end with it, and soon. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonl } from '../../../eval/rows.ts';
import { interpret, planSpec } from '../../../src/interpret/interpret.ts';
import { fasterThanInput } from '../../support/growth.ts';

const prompts = jsonl<{ prompt: string; answer?: string }>(
  join(import.meta.dirname, '../../../eval/cases/prompts.jsonl'),
);
const words = [...new Set(prompts.flatMap(({ prompt, answer = '' }) => `${prompt} ${answer}`.split(/\s+/)))];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join(' ')),
  fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((some) => some.join('')),
);

const LENGTH = 20_000;
const REPEATED = [
  'a',
  ' ',
  'hot frozen ',
  'hot, cold, ',
  'not ',
  '"',
  '`',
  "'",
  '1,',
  '/a',
  'a-',
  'non-',
  'a. ',
  '((a) ',
  'The a is hot. ',
  'is hot and cold ',
  'non-hot hot ',
  'stateless keeps ',
  'keeps x x x ',
  'ok ok ',
  'haha',
  '熱い冷たい',
  '同期で',
  'ん、',
  '同期を',
  'あは熱い。',
  'ﷺ',
  'http://',
  'aaaa.js ',
  '\n',
  '\ud800',
];

describe('the interpretation by rules', () => {
  it('never throws, and asks a question that can be shown or gives a spec', () => {
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (prompt, answer) => {
        const first = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
        if (first.kind === 'spec') return;
        expect(first.question.length).toBeGreaterThan(10);
        expect(first.question.length).toBeLessThan(2_000);
        expect(first.type === 'SELECT_ONE' ? first.options.length : 2).toBe(2);
        if (answer === undefined) return;
        const { conflict } = first;
        const input = { resolvedPrompt: prompt, originalPrompt: prompt, conflict, answer };
        expect(planSpec(input)).toEqual(interpret(input));
      }),
      { numRuns: 500 },
    );
  });

  it.each(REPEATED)('has no more work with %j over and over than there is text', (part) => {
    const read = (prompt: string) => {
      const first = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
      if (first.kind !== 'spec') {
        interpret({ resolvedPrompt: prompt, originalPrompt: prompt, conflict: first.conflict, answer: prompt });
      }
      interpret({ resolvedPrompt: prompt, originalPrompt: 'hot frozen cheese', answer: prompt });
    };
    expect(fasterThanInput(read, [part], LENGTH)).toEqual([]);
  });
});
