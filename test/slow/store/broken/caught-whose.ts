/** The cases about whose question it is, and about second thoughts, and the stores that they catch. */
import type { Caught } from './caught.ts';

export const CAUGHT_WHOSE: Caught = {
  whose: {
    'forgets who asked': ['a question keeps the program and the branch it was asked from'],
    'lists the questions of all projects': [
      'a page of a project holds its questions and no others, from either end',
      'the filters hold within a session, too',
    ],
    'counts what waits in all projects': ['a page of a project holds its questions and no others, from either end'],
    'knows neither agents nor kinds nor ages': [
      'a page of a program, of a kind or of an age leaves out all others',
      'the filters hold within a session, too',
    ],
    'finds what is not searched for': [
      'a search finds what has all words, in letters of either case, and no name of a field',
    ],
    'lists what other asks put': ['a page of an ask holds the questions that it put, in their order'],
    'lists projects by their names': ['the projects are listed in the order of their numbers'],
  },
  'second thoughts': {
    'forgets what a corrected answer taught': [
      'what a corrected answer taught is forgotten, and the new one is learned',
    ],
    'forgets which question an answer succeeds': [
      'a corrected answer is revoked, and its successor holds the question’s place with the new one',
      'a correction that is sent again returns its successor and changes nothing',
    ],
    'revokes nothing': ['of two corrections at once, one is made'],
    'shows what was put off': ['a question that was put off is hidden until then, and returns once'],
    'brings nothing back': ['a question that was put off is hidden until then, and returns once'],
    'always has something to bring back': [
      'a question that was put off can be answered, and does not return after that',
    ],
  },
};
