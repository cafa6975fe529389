/** The part of caught.ts that is about the keys of questions. */
import type { Caught } from './caught.ts';

const ALL_OR_NONE = 'keys are put all, or none where a row no longer has the key and version it was seen with';
const NOT_GIVEN = 'a key that another live row has is not given, and one that only a gone row has is';

export const CAUGHT_KEYS: Caught = {
  keys: {
    'takes keys of this version for stale': [
      'what a decision writes has a key of this release’s version, and is stale for a later one alone',
    ],
    'ends after the first page of stale keys': [
      'stale rows come page by page, each once, also where the keys of those before are changed',
    ],
    'puts keys one by one': [
      ALL_OR_NONE,
      NOT_GIVEN,
      'rows may take each other’s key, and decisions find them by their new one',
    ],
    'says that keys were put where they were not': [ALL_OR_NONE, NOT_GIVEN],
    'finds one row for all the keys that are looked for': [
      'the live rows that have some keys are found, and no others',
    ],
    'goes back to an earlier version of its keys': ['the version that keys were brought to only rises'],
  },
};
