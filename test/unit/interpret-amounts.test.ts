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
    ['a bound that leaves its noun out', 'A nickname has at least 15 letters and may not be longer than 10.'],
    ['bounds that stand behind', 'A PIN of 8 digits minimum and 6 digits maximum.'],
    ['many and each against the whole', 'We have a budget of $500. Buy 30 keyboards at $40 each.'],
    ['many parts that do not fit', 'Fit seven 15-minute interviews into a 60-minute slot.'],
    ['shares of more than the whole', 'Allocate 70% of the disk to data, 25% to logs and 15% to swap.'],
    ['one that is beyond the count', 'A dungeon with exactly 6 rooms. The treasure is in room 9.'],
    ['more of them than there are', 'Show 5 of the 3 latest posts.'],
    ['more things than places, one to a place', 'A parking lot with 10 spaces for 14 cars, one car per space.'],
    ['a value outside of its range', 'The slider goes from 0 to 100 and starts at 150.'],
    ['what is wider than where it goes', 'A 90 cm wide wardrobe that fits into a 70 cm wide niche.'],
    ['what is out of reach', 'The pet stays within 5 blocks of the player and fetches items from 200 blocks away.'],
    ['a way that takes too long', 'The train leaves at 8:15, the journey takes four hours, and I arrive by 10:30.'],
    [
      'a wait behind a timeout',
      'Calls are aborted after 5 seconds. The call waits for a report that takes 30 seconds.',
    ],
    ['daily, and on one day only', 'Send the digest daily, and send it only on Fridays.'],
    ['more often than it may', 'The sync runs hourly and at most twice a day.'],
    ['before what it comes after', 'Deploy on Tuesday, after the tests, which run on the following Thursday.'],
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
    ['bounds of two things', 'Usernames have at least 12 characters, display names are no longer than 8.'],
    ['a limit for each of many', 'Each photo is limited to 5 MB; the user can send ten 2 MB photos in one request.'],
    ['shares that are none of one whole', 'Coverage must be 80% for lines, 75% for branches and 90% for functions.'],
    ['more of them that are added', 'Add two more levels to the game, level 12 should have a boss.'],
    ['what has room in turns', 'The shuttle seats 12 people; bring all 30 guests in three trips.'],
    ['what scrolls', 'Put a 400px wide image into a scrollable 250px box.'],
    ['hours of one day', 'Run the job every hour, but only on Mondays.'],
    ['two acts, each in its rhythm', 'Poll the API every 5 minutes and send the summary only once a day.'],
    ['a rhythm that is changed', 'Change the cleanup from daily to only once a week.'],
    ['a train that is in time', 'The train leaves at 8:15, the journey takes two hours, and I arrive by 10:30.'],
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

  it.each([
    ['small words piled up', 'of the and but with the the or'],
    ['prepositions alone', 'in on at of by for with from'],
    ['marks struck again and again', ']]] [[[ }{ 0x 0x 9z9z'],
    ['words that nobody knows between small ones', 'trindle wobsnick the plarg of quibblet'],
    ['a sentence by its form alone', 'Refactor the sadness of butter into the knee of geometry.'],
    ['a colour that is done to a number', 'Yellow the twelve of backwards before the Friday sings.'],
  ])('%s are nonsense: %s', (_, prompt) => {
    expect(isAsked(prompt)).toBe(true);
  });

  it.each([
    'The the typo in the header should be fixed.',
    'Discounts between 5% and 30%, and VAT of 20%.',
    'Set a to b and a to c.',
    'Compile my grandmother’s soup recipes into a PDF.',
    'Render the left elbow of the skeleton.',
    'Sew the hem of the sleeve.',
  ])('%j is a task', (prompt) => {
    expect(isAsked(prompt)).toBe(false);
  });

  it('two turns that mean nothing make nonsense, one may be a joke', () => {
    expect(isAsked('Paint the taste of tomorrow on the knee of the letter q.')).toBe(true);
    expect(isAsked('A potion with the taste of tomorrow that heals two hearts.')).toBe(false);
  });
});
