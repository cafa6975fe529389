/** The part of caught.ts that is about approvals. */
import type { Caught } from './caught.ts';

const KEPT = 'a call, its decision and the ref of its asker come back as they were written';
const LISTED = 'the rules of a project and of a session are listed, without revoked ones and those of others';

export const CAUGHT_APPROVALS: Caught = {
  approvals: {
    'forgets what was decided beside the answer': [KEPT],
    'forgets the ref of an asker': [KEPT],
    'lists the rules of all sessions': [LISTED],
    'lists the rules of one project for another': [LISTED],
    'takes a dangerous call for a harmless one': ['a rule denies a dangerous call, and never allows one'],
  },
};
