/** The part of caught.ts that is about assumptions, and what was put to people at a scope's cost. */
import type { Caught } from './caught.ts';

const AS_WRITTEN = 'an assumption is read as it was written';
const ONCE = 'an assumption that is said again is kept once, as it was first said';
const AS_TOLD = 'what was put to people at a scope’s cost is read with who asked, and as its ask is told';

export const CAUGHT_ASSUMPTIONS: Caught = {
  assumptions: {
    'forgets that nobody answered in time': [AS_WRITTEN],
    'keeps the assumptions of all ids apart': [AS_WRITTEN, ONCE],
    'pages through assumptions by their moment alone': [
      'assumptions of one session come page by page, each once, oldest first',
    ],
    'reads what was asked as its question stands, not as its ask is told': [AS_TOLD],
    'takes whatever was asked for asked at a cost': [AS_TOLD, 'what no cap counts was put to nobody at a cost'],
    'takes every job for one that was sent back': ['a job that was sent back is known to have been, and no other'],
  },
};
