/** The part of caught.ts that is about what became of the questions. */
import type { Caught } from './caught.ts';

const BY_DAY = 'questions are counted by day: put to a person, or by what answered instead';
const DAYS = 'days begin where the caller’s do, and what was before the first is not counted';
const WAITS = 'waits are from the question to the person’s answer, and of nothing else';
const REPEATED = 'the most repeated questions come first, in whatever session, with how often a person was asked';
const MUCH = 'much that happened since hides nothing that is wanted';

export const CAUGHT_INSIGHT: Caught = {
  insight: {
    'never says that it has counted all': ['an empty store has nothing to count', MUCH],
    'counts what was answered from history as put to a person': [BY_DAY],
    'counts by the days of UTC alone': [DAYS],
    'counts from the beginning': [DAYS, WAITS, REPEATED],
    'takes every wait for the longest': [WAITS],
    'takes whoever asked for somebody who asked a person': [REPEATED],
    'tells every question that was repeated': [REPEATED],
    'looks no further than the last thousand events': [MUCH],
  },
};
