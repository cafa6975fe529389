/** Questions as forms of either revision, and what is read out of what comes back. */

import { describe, expect, it } from 'vitest';
import type { Clarification } from '../../src/core/model/views.ts';
import { answersIn, formOf } from '../../src/surfaces/mcp/form.ts';
import { reachOf } from '../../src/surfaces/mcp/reach.ts';

function asked(fields: Partial<Clarification>): Clarification {
  const plain = { id: 'q-1', question: 'Which?', type: 'FREE_TEXT', options: [], subject: '', destructive: false };
  return { ...plain, multiSelect: false, strictOptions: false, offered: null, ...fields } as Clarification;
}

const TWO = [{ label: 'tea', description: 'hot' }, { label: 'juice' }];
const choice = asked({ type: 'SELECT_ONE', options: TWO });

describe('a form', () => {
  it('has plain choices for clients that know no titles', () => {
    const { requestedSchema } = formOf([choice, asked({ ...choice, id: 'q-2', multiSelect: true })], { titled: false });
    expect(requestedSchema.properties).toMatchObject({
      answer1: { type: 'string', enum: ['tea', 'juice'], enumNames: ['tea: hot', 'juice'] },
      answer2: { type: 'string', description: 'Several, parted by commas: tea, juice' },
    });
  });

  it('offers something else, unless only the options are taken or a secret might be typed', () => {
    const fields = (question: Clarification) =>
      Object.keys(formOf([question], { titled: true }).requestedSchema.properties);
    expect(fields(choice)).toEqual(['answer1', 'other1']);
    expect(fields(asked({ ...choice, strictOptions: true }))).toEqual(['answer1']);
    expect(fields(asked({ ...choice, question: 'Which API key should I use?' }))).toEqual(['answer1']);
    expect(fields(asked({ type: 'CONFIRM' }))).toEqual(['answer1']);
  });

  it('warns before what would destroy, names its subject, and fills nothing in', () => {
    const dropping = asked({
      type: 'CONFIRM',
      question: 'Drop it?',
      destructive: true,
      subject: 'users',
      default: 'No',
    });
    const form = formOf([dropping], { titled: true, faults: ['Yes or no, please.'] });
    expect(form.message).toMatch(/^Yes or no, please\.\n\nDrop it\?\nCareful: .*users/s);
    expect(JSON.stringify(form.requestedSchema)).not.toContain('default');
  });
});

describe('what comes back', () => {
  it('is what was chosen, or what was written instead', () => {
    const read = (content: Record<string, unknown>, question = choice) => answersIn(content, [question]).get('q-1');
    expect(read({ answer1: 'tea' })).toBe('tea');
    expect(read({ answer1: 'tea', other1: 'mate' })).toBe('mate');
    expect(read({ answer1: 'tea', other1: '  ' })).toBe('tea');
    expect(read({ answer1: ['tea', 'juice'], other1: 'mate' }, asked({ ...choice, multiSelect: true }))).toEqual([
      ...['tea', 'juice', 'mate'],
    ]);
    expect(read({ answer1: true }, asked({ type: 'CONFIRM' }))).toBe('Yes');
  });

  it('is no answer where it is empty or of another kind', () => {
    for (const content of [
      {},
      { answer1: '' },
      { answer1: null },
      { answer1: 7 },
      { answer1: { a: 1 } },
      { answer2: 'x' },
    ])
      expect(answersIn(content, [choice]).size).toBe(0);
  });
});

describe('the way to the person', () => {
  const mcpContext = { mayElicit: true, hasPage: true };
  const both = { elicitation: { form: true, url: true } };
  const secret = asked({ question: 'What is the password of the database?' });

  it('is a page of ours for what might be a secret, and never a form', () => {
    expect(reachOf(both, mcpContext, [choice])).toBe('form');
    expect(reachOf(both, mcpContext, [choice, secret])).toBe('page');
    expect(reachOf({ elicitation: { form: true, url: false } }, mcpContext, [secret])).toBe('inbox');
    expect(reachOf(both, { ...mcpContext, hasPage: false }, [secret])).toBe('inbox');
    expect(reachOf(both, mcpContext, [asked({ question: 'What is it?', header: 'API key' })])).toBe('page');
  });

  it('is the inbox where the client cannot be asked, or may not be', () => {
    expect(reachOf({ elicitation: { form: false, url: false } }, mcpContext, [choice])).toBe('inbox');
    expect(reachOf(both, { ...mcpContext, mayElicit: false }, [choice])).toBe('inbox');
  });
});
