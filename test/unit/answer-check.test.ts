import { describe, expect, it } from 'vitest';
import { checkAnswer } from '../../src/core/answer/check.ts';
import type { Question } from '../../src/core/model/question.ts';
import { optionsOf, questionOf } from '../support/question.ts';

const select = (labels: string[], more: Partial<Question> = {}): Question =>
  questionOf('Which one?', { type: 'SELECT_ONE', options: optionsOf(labels), ...more });

const accepted = (question: Question, answer: string | string[]) => {
  const checked = checkAnswer(question, answer, null);
  return 'accepted' in checked ? checked.accepted : null;
};

describe('an answer to a choice', () => {
  it('may be a label in any case, the number of an option, or something of one’s own', () => {
    const formats = select(['YAML', 'JSON']);
    expect(accepted(formats, 'yaml')).toBe('YAML');
    expect(accepted(formats, ' 2 ')).toBe('JSON');
    expect(accepted(formats, 'TOML')).toBe('TOML');
  });

  it('is refused where it is a number that no option has', () => {
    for (const slip of ['0', '3', '99']) expect([slip, accepted(select(['YAML', 'JSON']), slip)]).toEqual([slip, null]);
    expect(accepted(select(['a', 'b'], { multiSelect: true }), '1, 7')).toBeNull();
  });

  it('takes a number for itself where the options are numbers', () => {
    const workers = select(['2', '4']);
    expect(accepted(workers, '2')).toBe('2');
    expect(accepted(workers, '1')).toBe('1');
    expect(accepted(workers, '16')).toBe('16');
  });

  it('takes several only where several are asked for, each once', () => {
    const several = select(['a', 'b', 'c'], { multiSelect: true });
    expect(accepted(several, 'c, A, 1')).toBe('c, a');
    expect(accepted(several, ['b', 'b'])).toBe('b');
    expect(accepted(select(['a', 'b']), ['a', 'b'])).toBeNull();
  });
});

describe('an answer to a yes-or-no question', () => {
  it('may be said in the person’s own way, as long as it says no more', () => {
    const tests = questionOf('Should I add tests?', { type: 'CONFIRM' });
    expect(accepted(tests, 'yes, please add them')).toBe('Yes');
    expect(accepted(tests, 'nein')).toBe('No');
    expect(accepted(tests, 'nein danke')).toBeNull();
    expect(accepted(tests, 'yes, and use tabs')).toBeNull();
  });
});
