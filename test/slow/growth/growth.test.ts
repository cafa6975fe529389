import { expect, it } from 'vitest';
import { fasterThanInput } from '../../support/growth.ts';

it('work that grows with its input is let pass, and work that grows with its square is found', () => {
  const linear = (text: string) => {
    let sum = 0;
    for (let look = 0; look < 100; look += 1) for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
    return sum;
  };
  const square = (text: string) => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) for (let to = 0; to < at; to += 1) sum ^= text.charCodeAt(to);
    return sum;
  };
  expect(fasterThanInput(linear, ['a'])).toEqual([]);
  expect(fasterThanInput(square, ['a'], 8_000)).toHaveLength(1);
  // What a hostile text is after: a pattern that goes back over the same letters again and again.
  expect(fasterThanInput((text) => /a*b/.test(text), ['a'], 8_000)).toHaveLength(1);
});
