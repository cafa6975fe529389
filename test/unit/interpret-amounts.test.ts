/** Amounts that cannot go together are asked about; those that can are not. And what could be anything, or is a sentence by its form alone. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';

const isAsked = (prompt: string): boolean =>
  interpret({ originalPrompt: prompt, resolvedPrompt: prompt }).kind !== 'spec';

describe('amounts', () => {
  it.each([
    ['what is larger than what it has to fit into', 'Make an 8x8 board with a 12x12 maze inside.'],
    [
      'a part that is longer than the whole',
      'Record a clip of exactly 10 seconds that contains the full 45 second song.',
    ],
    ['a part that weighs more than the whole may', 'Keep the email under 100 kB and attach the 5 MB brochure to it.'],
    ['a least above the most there is', 'A hero with max health 30 whose health never drops below 80.'],
    ['more signs than there are places', 'A 6-digit code of at least 10 digits.'],
    ['more than there is room for', 'Seat 60 guests at 5 tables of at most 8.'],
    ['none of something, and three of it', 'The function has no parameters and multiplies its three parameters.'],
    [
      'one at a time, and four at once',
      'Each user has only one session at any time and stays logged in on four devices simultaneously.',
    ],
    ['an end before the start', 'The import has to be done by 06:00 and may start at 07:30 at the earliest.'],
    ['a start behind the end', 'The meeting starts at 11 am and has to be over by 10 am.'],
  ])('asks about %s', (_, prompt) => {
    expect(isAsked(prompt)).toBe(true);
  });

  it.each([
    ['what fits', 'Make an 8x8 board with a 4x4 maze inside.'],
    ['a job that goes on overnight', 'The import has to be done by 06:00 and starts at 23:00.'],
    ['one thing that ends before another starts', 'Lunch ends at 1 pm, the next session starts at 2 pm.'],
    ['codes of two kinds', 'A 6-digit code; backup codes have at least 10 characters.'],
    ['room for all', 'Spread 60 guests over 8 tables of at most 8.'],
    ['one for each of many', 'Only one download may run at a time per user, and ten users download in parallel.'],
    ['what is made smaller', 'Resize a 4000x3000 photo to 400x300.'],
  ])('goes on with %s', (_, prompt) => {
    expect(isAsked(prompt)).toBe(false);
  });
});

describe('what says nothing', () => {
  it.each(['build me something useful', 'some stuff for my game', 'website please'])(
    '%j could be anything',
    (prompt) => {
      expect(isAsked(prompt)).toBe(true);
    },
  );

  it.each(['add something to the readme', 'add some tests', 'optimize the code'])(
    '%j names what it is about',
    (prompt) => {
      expect(isAsked(prompt)).toBe(false);
    },
  );

  it('two turns that mean nothing make nonsense, one may be a joke', () => {
    expect(isAsked('Paint the taste of tomorrow on the knee of the letter q.')).toBe(true);
    expect(isAsked('A potion with the taste of tomorrow that heals two hearts.')).toBe(false);
  });
});
