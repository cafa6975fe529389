/** The part of caught.ts that is about projects. */
import type { Caught } from './caught.ts';

const FROM_0 = 'have a number each, from 0 on, which stays';
const AT_ONCE = 'that come at once have different numbers, and one number in all processes';
const RENAMED = 'known by a folder get the name of their repository, with all that is theirs';
const OWN_JOBS = 'have their own jobs, in each of their folders';

export const CAUGHT_PROJECTS: Caught = {
  projects: {
    'has one number for all projects': [FROM_0, AT_ONCE, RENAMED],
    'numbers projects in each opening for itself': [FROM_0, RENAMED],
    'takes a repository for another project than its folder': [RENAMED],
    'lists the jobs of all projects': [OWN_JOBS],
    'gives a worker the jobs of the main folder': [OWN_JOBS],
    'shows every worker the jobs of one folder as claimable': [OWN_JOBS],
  },
};
