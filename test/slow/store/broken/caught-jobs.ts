/** The part of caught.ts that is about jobs and their runs. */
import type { Caught } from './caught.ts';

export const CAUGHT_JOBS: Caught = {
  jobs: {
    'looks at jobs and not at what they wait for': [
      'jobs are looked at without deciding, several at once, as a decision would be shown each',
    ],
    'shows only jobs that there are': [
      'jobs are looked at without deciding, several at once, as a decision would be shown each',
    ],
    'shows an ask that names no session a new one': [
      'an ask that names no session is shown that of its job, what is known of its questions there, and what they cost',
    ],
    'thinks that every job waits alone': [
      'a job is shown with its session, and with its items that wait and who waits for the same',
      'a job that ends takes its questions with it, but for those that others wait for',
    ],
    'shows no session where there is no job': ['where there is no such job, the session that was named is shown'],
    'forgets how often a worker was lost': ['put_job sets the whole of one job'],
    'remembers what it once read': ['the same job that is queued again is the same, in its state of then'],
    'forgets what a job is built from': ['put_job sets the whole of one job'],
    'lets a job go from any state to any other': [
      'put_job brings a job from state to state as it may go, and no other way',
      'move_job brings a job between running and waiting, and from no end back',
    ],
    'takes whatever breaks a rule for done': ['only who runs has a worker, and only what has ended has an end'],
    'takes the worker from a job that waits': ['who waits keeps the worker, whether it lives or not'],
    'takes the worker from a job that goes on': [
      'a job that is answered is its worker’s while that lives, and nobody’s once the lease is over',
      'a job whose question expires is its worker’s while that lives, and nobody’s once the lease is over',
    ],
    'gives a job that goes on back to the worker it had': [
      'a job that is answered is its worker’s while that lives, and nobody’s once the lease is over',
      'a job whose question expires is its worker’s while that lives, and nobody’s once the lease is over',
    ],
    'shows the first worker that a job had': ['a worker that has lost its job ends nothing and leaves nothing off'],
    'keeps the worker of a job that was let go': [
      'a job that is left off, or ends while its question waits, is let go and keeps the question',
    ],
    'shows every job as one that runs': ['a job that is queued or has ended asks nothing'],
    'says that every job has begun': ['a job that is cancelled before it began was never run'],
  },
  claims: {
    'shows every worker the jobs of any agent as claimable': [
      'a worker gets the jobs for its own agent, and those for any',
    ],
    'offers another job than the one that is wanted': ['a worker that wants one job gets that one, and no other'],
    'offers the jobs that are wanted by their age': [
      'a worker that wants some jobs gets those in the order in which it names them',
    ],
    'offers jobs that were created with any token': [
      'a worker with a token gets the jobs of that token, one without gets those without, and one that may gets all',
    ],
    'offers jobs that are for another agent': ['a worker gets the jobs for its own agent, and those for any'],
    'offers jobs in the order of their ids': ['a worker gets the oldest job, by when it was made and then by its id'],
    'offers jobs of one millisecond in no order': [
      'a worker gets the oldest job, by when it was made and then by its id',
    ],
    'gives a worker one job at a time': [
      'a worker gets as many as it has room for, the oldest first, and the next one the next',
    ],
    'offers the jobs of all projects': [
      'a job of another project, without a prompt, that waits or has ended goes to no worker',
    ],
    'offers jobs without a prompt': [
      'a job of another project, without a prompt, that waits or has ended goes to no worker',
    ],
    'offers jobs that wait': ['a job of another project, without a prompt, that waits or has ended goes to no worker'],
    'takes a lease that ends now for one that lasts': [
      'a job whose worker lives goes to no other, and to any in the millisecond in which the lease is over',
    ],
    'cannot dismiss a worker': [
      'a job whose worker lives goes to no other, and to any in the millisecond in which the lease is over',
    ],
    'offers only what was never begun': [
      'a job that is taken over counts the worker it has lost, and says from whom it came',
    ],
    'forgets how often a worker was lost': [
      'a job that is taken over counts the worker it has lost, and says from whom it came',
      'whatever a job was before, it becomes what the decision says, and so does the trail',
    ],
    'claims without a trace': ['watchers of every opening hear of it once, in its place'],
    'gives a job to everyone that sees it': [
      'claims at once share the jobs: each goes to one worker, and none is left while there is room',
    ],
  },
  'questions about jobs': {
    'lets a job be asked about again': [
      'what became of the question goes on only as it may, and nothing changes where it may not',
    ],
    'lets the answer about a job be given again': [
      'the answer to the question about a job stays as it was given, and so does when it was given',
    ],
    'takes whatever breaks a rule for done': [
      'a job is not built while its question waits, and an answer is there exactly where it was answered',
    ],
    'keeps no more of a conflict than its kind': [
      'what was asked and answered, and what is built, come back as they were given',
    ],
    'takes an answer of no words for none': [
      'what was asked and answered, and what is built, come back as they were given',
    ],
    'shows one of the jobs that were asked about': [
      'who looks at a question is shown each job that was asked it, whole, and none of any other status',
      'the opening that made a job with its question shows it as it is, as all others do',
    ],
    'shows a job that was asked about without its conflict': [
      'who looks at a question is shown each job that was asked it, whole, and none of any other status',
    ],
    'shows a job that was asked about as it was made': [
      'who looks at a question is shown each job that was asked it, whole, and none of any other status',
      'the opening that made a job with its question shows it as it is, as all others do',
    ],
    'shows an ask no job that was asked about': [
      'nobody asks in the name of a job before its own question is answered, whatever its policy',
    ],
    'shows no job that was asked about': [
      'a job whose question is answered is built or has failed, with all that was said, in that very step',
    ],
    'has a job that was asked about answered by whatever ends its question': [
      'a job whose question nobody answers fails or goes on with what nobody settled, and asks no second one',
    ],
    'forgets what a job is built from': ['a job that is clear is queued with its spec and asks nothing'],
  },
  runs: {
    'lists the newest jobs first where the oldest are wanted': [
      'jobs are listed by when they were made and then by their ids, oldest first or newest first',
    ],
    'pages through jobs by their times alone': [
      'jobs are listed by when they were made and then by their ids, oldest first or newest first',
      'jobs that are added while somebody pages are not lost, and none comes twice',
    ],
    'lists jobs of all states': [
      'jobs are filtered by any set of states, in one session or in all, and those without a prompt are not listed',
    ],
    'lists the jobs of all sessions': [
      'jobs are filtered by any set of states, in one session or in all, and those without a prompt are not listed',
      'where there are no jobs it is an empty page, and the last',
    ],
    'says that it is the end of the jobs by an empty text': [
      'where there are no jobs it is an empty page, and the last',
    ],
    'tells a worker of every job that runs': ['a worker is told which jobs are its own, and no others'],
    'wakes the jobs of a worker that beats': ['a beat renews the lease and changes no job, whatever its state'],
    'renews no lease': ['a beat renews the lease and changes no job, whatever its state'],
    'names workers whose lease is over': ['workers whose lease lasts are named, all others are not'],
    'keeps the data of each opening to itself': [
      'workers whose lease lasts are named, all others are not',
      'the result of a side effect is kept once, and whoever comes later is told of it',
      'lines of a log are numbered from 1, in the order in which they were written',
    ],
    'forgets no worker': ['a worker that has been gone for a day is forgotten, and comes back as if it were new'],
    'says that it has kept what it was given': [
      'the result of a side effect is kept once, and whoever comes later is told of it',
      'of results that are kept at once the first wins, and all are told the same',
    ],
    'keeps results for all jobs together': [
      'the result of a side effect is kept once, and whoever comes later is told of it',
    ],
    'takes what it cannot keep': ['what could not be found again as it was given is refused, and lines for no job are'],
    'numbers lines from 0': ['lines of a log are numbered from 1, in the order in which they were written'],
    'leaves empty lines out': ['lines of a log are numbered from 1, in the order in which they were written'],
    'shows the beginning of a log': ['of a log its end is shown, or what comes behind a number'],
    'gives up no line of a log': ['of a long log the oldest lines are given up, and the numbers go on'],
    'refuses a line that is no text': ['what an agent prints is kept, though no text could hold it'],
    'writes the lines of a log one by one': ['lines that are written at once are all there, each call’s in its order'],
    'goes on after it was closed': ['an opening that is closed takes no more of it'],
  },
};
