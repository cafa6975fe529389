import { describe, expect, it } from 'vitest';
import { endOfForm, formsIn, hasForm, isForm } from '../../../src/text/forms.ts';

describe('a form of words', () => {
  it('fits a text from its beginning to its end, whatever may be missing is missing', () => {
    expect(isForm('leave_to_go_on', 'should i proceed')).toBe(true);
    expect(isForm('leave_to_go_on', 'ok so should i go ahead and start with the next phase now please')).toBe(true);
    expect(isForm('leave_to_go_on', 'should i proceed with deleting the tables')).toBe(false);
    expect(isForm('ja_leave_to_go_on', 'このまま進めてもよろしいですか')).toBe(true);
  });

  it('takes a number where the row wants one', () => {
    expect(hasForm('as_a_rule', 'deleted after 30 days')).toBe(true);
    expect(hasForm('as_a_rule', 'deleted after some days')).toBe(false);
  });

  it('is found at whole words alone, with an apostrophe or a quotation mark behind them', () => {
    expect(hasForm('asks', "what's next")).toBe(true);
    expect(hasForm('asks', "'what' is next")).toBe(true);
    expect(hasForm('asks', 'somewhat whatever')).toBe(false);
  });

  it('ends behind the longest of its ways, and the next is looked for from there', () => {
    const text = 'should i just go ahead and delete it, and may i push';
    const acts = Array.from(formsIn('leave', text), ({ end }) => text.slice(end));
    expect(acts).toEqual(['delete it, and may i push', 'push']);
    expect(endOfForm('leave', text, 2)).toBe(-1);
  });
});
