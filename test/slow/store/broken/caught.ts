/** Which case catches which broken store. Each is about what the store does wrong; many others would fail too. */
import { CAUGHT_ACCESS } from './caught-access.ts';
import { CAUGHT_APPROVALS } from './caught-approvals.ts';
import { CAUGHT_ASSUMPTIONS } from './caught-assumptions.ts';
import { CAUGHT_INSIGHT } from './caught-insight.ts';
import { CAUGHT_JOBS } from './caught-jobs.ts';
import { CAUGHT_KEYS } from './caught-keys.ts';
import { CAUGHT_PROJECTS } from './caught-projects.ts';
import { CAUGHT_WHOSE } from './caught-whose.ts';

/** By the subject of the cases, and what is wrong with the store. */
export type Caught = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export const CAUGHT: Caught = {
  ...CAUGHT_WHOSE,
  decide: {
    'returns before anything is written': ['all effects of a verdict are there when it returns, for every opening'],
    'keeps the data of each opening to itself': [
      'all effects of a verdict are there when it returns, for every opening',
      'what was committed is there when the store is opened anew',
    ],
    'writes the effects of a verdict one by one': [
      'a verdict whose last effect breaks a rule leaves nothing',
      'a verdict that breaks a rule harms none of those decided at the same time',
      'settle_clarification of a question that is already answered undoes the whole verdict',
      'settle_clarification of a question that there is not undoes the whole verdict',
      'retire_clarification of a question in another status undoes the whole verdict',
      'retire_clarification of a question that there is not undoes the whole verdict',
      'move_job of a job in another state undoes the whole verdict',
      'move_job of a job that there is not undoes the whole verdict',
      'put_job of a job in another state undoes the whole verdict',
      'put_job of a job of another worker undoes the whole verdict',
      'put_job of a job that there is not undoes the whole verdict',
      'settle_item of an item that no longer waits undoes the whole verdict',
      'settle_item of an item that there is not undoes the whole verdict',
    ],
    'keeps the events of what it refuses': ['a verdict whose last effect breaks a rule leaves nothing'],
    'wraps the error of a decision in one of its own': [
      'a decision that throws writes nothing, and rejects with that very error',
      'a decision that throws harms none of those decided at the same time',
    ],
    'gives back a copy of the result': ['the result is the very object that the decision returned'],
    'remembers what it once read': [
      'a decision is shown what earlier ones committed, whichever opening made them',
      'decisions that are begun together are each shown what those before them committed',
    ],
  },
  effects: {
    'forgets what an answer came with': [
      'settle_clarification sets what it brings, and nothing for what it leaves out',
    ],
    'forgets who answered': ['settle_clarification sets what it brings, and nothing for what it leaves out'],
    'forgets why something was declined when it is retired': [
      'retire_clarification keeps the answer, and the earlier reason where it brings none',
    ],
    'takes a confidence of 0 for none': [
      'settle_item sets what it brings on one item, and nothing for what it leaves out',
    ],
    'settles none of those who wait': [
      'settle_waiting settles every item that waits for the question, whoever asked, and no other',
    ],
    'forgets when a job moved': ['move_job sets the state and the time of one job'],
    'forgets the files that the person named': ['hear puts new words in place of the old ones of one session'],
    'counts every preference once at least': ['put_preference replaces the whole of one'],
  },
  lessons: {
    'forgets that an answer teaches': [
      'an answer is shown as a lesson of its project, key and subject, to every opening',
      'what is stored and what is taught is listed page by page, each once, in one order',
    ],
    'learns nothing where the answer of a preference is revoked': [
      'an answer that a preference gave teaches nothing, and the opposite once it is revoked',
    ],
    'shows the oldest lessons first': ['only the newest lessons are shown, newest first by the time of the answer'],
    'shows the newest lesson twice': ['an answer that is revoked teaches no longer'],
    'shows lessons as of now': ['an answer that another took the place of still teaches, as of its own time'],
    'shows no stored preference beside lessons': [
      'what is stored is what newer lessons start from, and those before it no longer count',
    ],
  },
  rules: {
    'does not mind a second live question': [
      'a session has one live question of the same key and subject, whatever its type',
      'a question keeps its place in the session when it is settled',
    ],
    'keeps the types of a question apart': [
      'a session has one live question of the same key and subject, whatever its type',
    ],
    'takes the same words for one question, whatever their subject': [
      'a session has one live question of the same key and subject, whatever its type',
    ],
    'takes capital letters for small ones': [
      'a session has one live question of the same key and subject, whatever its type',
    ],
    'does not mind an ask number given twice': ['an ask number is given once in its scope, and none beyond the cap'],
    'does not mind two that stand in for one': ['a revoked question is stood in for once'],
    'takes whatever breaks a rule for done': [
      'a question that waits has no answer, and an answered one has it and says from whom',
      'only the person answers a destructive question',
      'silence settles nothing where there is no deadline',
      'an id is given once',
    ],
  },
  'at once': {
    'shows an ask that names no session a new one': [
      'asks of one new job that name no session are asked in one, whichever opening makes it',
    ],
    'decides on what it read before, and does not decide again': [
      'a question that many ask is put to the person once, and all wait for the one',
      'whoever comes second has decided on what the first committed',
      'a new session is made once, and its policy is fixed by who made it',
      'a new job is made once',
      'no scope gets more asks than its cap, nor fewer',
      'of 200 answers to one question one is accepted, and all others are told of it',
      'the same answer is accepted once and replayed to all others',
      'an answer that is taken back is taken back once, and asked anew once',
      'an answer that two reject is stood in for by one question',
      'an answer that no longer fits is superseded once',
      'an item is settled once, by the answer or by its deadline',
      'of 64 workers each gets a job of its own, or none, and every job gets one worker',
      'a job that several queue is queued once',
      'a job that is cancelled while it is answered has one of the two ends, wholly',
      'a job that is cancelled while it completes ends once',
      'a job that ends while another takes it over is either ended or taken over',
      'a job that is let go while it is answered is anybody’s afterwards',
      'a job that several submit is made once, and asks once',
      'of 100 answers to the question of a job one is accepted, and the job goes on once, as that one says',
      'a job that is cancelled while its question is answered is cancelled, and knows the answer or has none',
      'a job whose deadline passes while its question is answered is built or has failed, and not both',
      'two jobs that are asked the same at once share the question, and one answer has both built',
    ],
    'forgets that an answer teaches': ['sessions that learn the same preference lose no lesson'],
    'decides again where it is refused, but writes what was decided on an older state': [
      'a preference that is counted up by several openings loses no count',
      'words that answer one question answer no second one',
      'new words are not lost where old ones are used up',
      'who joins a question while it is answered is not left waiting',
      'who joins a question while it is declined is not left waiting',
      'who joins a question while its only asker leaves is not left waiting',
      'who joins a question while its deadline passes is not left waiting',
      'a question is withdrawn when its last two askers leave together',
      'a job whose two questions are answered together is resumed once',
      'a job whose two asks end together, answered and left, is resumed once',
      'a job that asks again while its only question is answered awaits a response',
      'jobs that wait for one question together are each resumed by its answer',
      'a job that is made while the same question of another is answered has that answer, and does not wait',
    ],
  },
  committed: {
    'calls committed after it has returned': ['it is called once, with the result, before decide returns'],
    'calls committed only where there is something to write': [
      'it is called for a verdict without effects too: a job may wait again for what it asked before',
    ],
    'calls committed before it commits': [
      'it is not called where the decision throws, or the store refuses its verdict',
      'the effects can be read through another opening when it is called',
    ],
    'calls committed after watchers were told': [
      'it is called before a watcher of the same opening is told of the commit',
      'an answer that another opening gives at once is told after it',
    ],
    'calls committed long after it read what it showed, where there is nothing to write': [
      'who is shown a question that waits, and begins to wait there, is told of its answer',
    ],
  },
  events: {
    'does not know its last event': ['behind the last number there is only what comes after it was read'],
    'drops an event now and then': ['watchers of all openings are told exactly what events() gives, in its order'],
    'tells an event twice now and then': [
      'watchers of all openings are told exactly what events() gives, in its order',
    ],
    'tells events of one commit in the wrong order': [
      'watchers of all openings are told exactly what events() gives, in its order',
    ],
    'gives events backwards': [
      'each is there once, in rising order, when two openings write at the same time',
      'those of one verdict stand in the order of its effects',
    ],
    'lets an event be seen after a later one': ['who pages through them while they are written misses none'],
    'gives events from the given number on': ['a page begins behind the given number and holds as many as are wanted'],
    'keeps the events of what it refuses': ['what is not committed is neither kept nor told'],
    'writes an event of its own with every verdict': ['one without any is an empty trail'],
  },
  watch: {
    'tells watchers nothing': ['a watcher is told of the commits of its own opening'],
    'tells events without their data': ['a watcher is told of the commits of its own opening'],
    'keeps the data of each opening to itself': [
      'a watcher is told of the commits of another opening, though its own does nothing',
    ],
    'begins to watch a little later': ['what another opening decides after a call that followed watch is told'],
    'tells a watcher all that was before': [
      'a watcher is not told what its opening committed before',
      'a further watcher is not told what its opening committed before, though others still are',
      'a listener that watches anew while it is told hears what is decided then',
    ],
    'cannot be kept from telling': ['a watcher that has ended is told nothing more, and the others are'],
    'knows a listener once, however often it is given': [
      'the same listener given twice is told twice, and ends one at a time',
    ],
    'skips a watcher where the one before it ends itself': [
      'a listener that ends its own watching keeps no other from being told',
    ],
  },
  list: {
    'lists the newest first': ['the oldest comes first, also where several were asked in the same millisecond'],
    'lists the oldest first, whatever is wanted': [
      'the newest comes first where that is wanted, in pages of any size, in one session or in all',
    ],
    'always says that there is a further page': [
      'pages of any size hold everything once, and the last says that it is the last',
    ],
    'pages by counting rows': ['what is added while somebody pages is not lost, and nothing comes twice'],
    'lists all statuses where a session is named': ['it is filtered by any set of statuses, in one session or in all'],
    'lists all sessions': [
      'it is filtered by any set of statuses, in one session or in all',
      'where there is nothing it is an empty page, and the last',
    ],
    'says that it is the end by an empty text': ['where there is nothing it is an empty page, and the last'],
    'shows no deadlines': ['the deadline shown is the first of those that end a wait, with what becomes of that wait'],
    'forgets what was gone on with where nobody answered': [
      'what nobody answered is listed with how the ask that first put it went on',
    ],
    'says that every wait fails in the end': [
      'the deadline shown is the first of those that end a wait, with what becomes of that wait',
    ],
  },
  reads: {
    'gives the answers of one session': [
      'the answers of several sessions come together, those of the first ones first where they are too many',
    ],
    'gives all answers, however few are wanted': [
      'the answers of several sessions come together, those of the first ones first where they are too many',
    ],
    'gives the answers of the sessions named last': [
      'the answers of several sessions come together, those of the first ones first where they are too many',
    ],
    'counts what waits as far as a page goes': [
      'what waits for a person is counted, in all sessions, and nothing else',
    ],
    'counts whatever was asked': ['what waits for a person is counted, in all sessions, and nothing else'],
    'gives the items of an ask backwards': [
      'the items of an ask come in its order, each with its clarification, or none at the cap',
    ],
    'remembers the items it once read': ['an item is read with its clarification as it is now, not as it was'],
    'says undefined where it should say null': ['what there is not is null, or nothing at all'],
    'gives answers that were taken back': ['the answers of a session are those its people gave and nobody took back'],
    'pages through preferences by their keys alone': [
      'preferences of one project come page by page, each once, in one order',
    ],
  },
  looks: {
    'shows undefined where there is no session': [
      'where there is nothing yet, a decision is shown that there is nothing',
    ],
    'shows the questions of an ask backwards': [
      'an ask is shown its session, its job, and each of its questions in their order',
    ],
    'shows a live question only while it waits': ['a live question is found as long as it holds its place'],
    'shows the items of a job oldest first': [
      'a job is shown its own items of a question, newest first, and no other job its items',
    ],
    'does not show what stands in for what was taken back': [
      'what was taken back is shown with what stands in for it, through all revocations',
    ],
    'does not show the same words under another key': [
      'the same words under other keys are shown, live or taken back, newest first',
    ],
    'does not count rejections': [
      'who rejects is shown how many rejections led there, and not what the person took back',
    ],
    'counts one ask too few': ['the asks of a scope are counted under the policy and asker of the session or job'],
    'shows no preferences to an ask': [
      'preferences are those of the project of the session, or of the ask that makes it',
    ],
    'shows one of those who wait': ['a clarification is shown with all who wait, and how many items of each job do'],
    'thinks that every asker waits alone': ['the items of an ask are shown with how many wait for each question'],
  },
  overdue: {
    'finds an ask overdue a moment late': [
      'an ask is overdue from its deadline on, and until then its deadline is the next',
    ],
    'knows no next deadline': ['the next deadline is the first that has not passed'],
    'names an ask once for each of its questions': ['an ask of several questions is named once'],
    'finds an ask overdue that was settled': ['what is settled, and what waits for ever, is never overdue'],
    'names all that are overdue, however many are wanted': [
      'no more are named than wanted, and round by round all are, though all are due at once',
    ],
  },
  ...CAUGHT_APPROVALS,
  ...CAUGHT_ASSUMPTIONS,
  ...CAUGHT_INSIGHT,
  ...CAUGHT_JOBS,
  ...CAUGHT_KEYS,
  ...CAUGHT_PROJECTS,
  ...CAUGHT_ACCESS,
  'round trip': {
    'forgets the files that the person named': ['a session, bare and full'],
    'makes all jobs run': ['a job, in every state'],
    'forgets what a job is built from': ['a job, in every state'],
    'forgets every null': ['a clarification, bare and full, in every status'],
    'takes a confidence of 0 for none': ['a clarification of every type, with one field set at a time'],
    'takes an empty fallback for none': ['an ask, free and counted, with every onTimeout'],
    'takes an empty text for none': ['an item, with a clarification and without, of every outcome and source'],
    'counts every preference once at least': ['a preference, learnt and set'],
    'keeps times in 32 bits': [
      'a session, bare and full',
      'an event, of every type, with whatever data, read and told',
    ],
  },
  text: {
    'brings text into a normal form': [
      'every kind of it comes back letter by letter, wherever it may stand',
      'ids, keys and subjects meet only where every letter is the same',
    ],
    'cuts blanks from the end of text': ['every kind of it comes back letter by letter, wherever it may stand'],
    'cuts text at 255 characters': [
      'an answer of 100 kB, asked and answered as usual',
      'the longest ids and subjects that may be given are kept and found',
    ],
    'cannot look for every text': ['whatever text is looked for, it names something or it does not'],
  },
  close: {
    'goes on after it was closed': ['every later call is refused, and no decision is run'],
    'does not wait for what is under way when it is closed': ['it waits for the decisions that are under way'],
    'closes all openings with the first': ['the other openings go on, and those who watch there'],
    'says that it failed when it is closed': ['those who watch are told nothing more, nor that anything failed'],
    'may be closed once only': ['it may be called again'],
  },
};
