/** Several openings that create, answer or end the same asked job at once: one job, one question, one answer, one end. */
import assert from 'node:assert/strict';
import type { Store } from '../../ports.ts';
import { expire, mustBeSound, outcomesOf } from '../drive.ts';
import { cancelJob, claim, newWorker } from '../drive-jobs.ts';
import { answerJob, conflictCommand, submit } from '../drive-submissions.ts';
import { MINUTE } from '../fake-clock.ts';
import { NOW, newId } from '../make.ts';
import { atOnce, casesAbout, eitherFirst, trail } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const ANSWERS = 100;
const DEADLINE = NOW + MINUTE;

/**
 * Checks how many events of a type there are for a job, or for its session if no job is named. An event may become readable a moment after
 * its commit: readers wait for older transactions, whose events have lower numbers.
 */
async function mustTell(store: Store, of: { job?: string; session?: string }, type: string, times: number) {
  const mine = (event: { job: string | null; session: string | null }) =>
    of.job === undefined ? event.session === of.session : event.job === of.job;
  for (;;) {
    const found = (await trail(store)).filter((event) => event.type === type && mine(event)).length;
    if (found >= times) return assert.equal(found, times);
  }
}

export const JOB_QUESTION_RACES = casesAbout('at once', {
  'a job that several submit is made once, and asks once': async ({ openings }) => {
    const stores = await openings(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const id = newId('j');
      // Each has its own ask and question, as in separate processes.
      const commands = stores.map(() => conflictCommand({ id }, {}, session));
      const all = await atOnce(...stores.map((store, n) => () => submit(store, commands[n]!)));
      assert.deepEqual(all.map(({ made }) => made).filter(Boolean), [true]);
      const job = await stores[0]!.job(id);
      for (const one of all) assert.deepEqual(one.job, job);
      const { items } = await stores[1]!.list({ session, limit: 10 });
      assert.deepEqual(
        items.map((question) => question.id),
        [job?.clarificationId],
      );
      await mustTell(stores[2]!, { session }, 'clarification.requested', 1);
      await mustTell(stores[2]!, { job: id }, 'job.created', 1);
      const kept = await Promise.all(commands.map(({ ask }) => outcomesOf(stores[3]!, ask.ask)));
      assert.deepEqual(kept.flat(), ['parked']);
    }
  },

  'of 100 answers to the question of a job one is accepted, and the job goes on once, as that one says': async ({
    openings,
  }) => {
    const stores = await openings(4);
    const { job } = await submit(stores[0]!, conflictCommand());
    const question = job.clarificationId!;
    const verdicts = await atOnce(
      ...Array.from({ length: ANSWERS }, (_, n) => () => answerJob(stores[n % 4]!, question, n % 3 ? 'hot' : 'frozen')),
    );
    const accepted = verdicts.flatMap((one) => ('status' in one && one.status === 'accepted' ? [one] : []));
    assert.equal(accepted.length, 1);
    const { answer } = accepted[0]!.clarification;
    const after = (await stores[3]!.job(job.id))!;
    assert.deepEqual([after.state, after.clarificationAnswer], ['RUNNING', answer]);
    assert.deepEqual(after.spec?.settled, [{ about: 'hot', answer }]);
    assert.equal((await stores[2]!.clarification(question))?.answer, answer);
    await mustTell(stores[1]!, { job: job.id }, 'job.resumed', 1);
    const workers = await Promise.all(stores.map((store) => newWorker(store)));
    const begun = await atOnce(...stores.map((store, n) => () => claim(store, workers[n]!)));
    assert.equal(begun.filter(Boolean).length, 1);
  },

  'a job that is cancelled while its question is answered is cancelled, and knows the answer or has none': async ({
    openings,
  }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const command = conflictCommand();
      const { job } = await submit(left, command);
      const [cancelled, answered] = await eitherFirst(
        round,
        () => cancelJob(left, job.id),
        () => answerJob(right, job.clarificationId!, 'hot'),
      );
      assert.ok('job' in cancelled && cancelled.cancelled);
      const won = 'status' in answered;
      const { state, clarificationStatus, clarificationAnswer, spec } = (await right.job(job.id))!;
      assert.deepEqual(
        { state, clarificationStatus, clarificationAnswer },
        {
          state: 'CANCELLED',
          clarificationStatus: won ? 'answered' : 'asked',
          clarificationAnswer: won ? 'hot' : null,
        },
      );
      assert.equal(spec !== null, won);
      assert.deepEqual(await outcomesOf(left, command.ask.ask), [won ? 'answered' : 'cancelled']);
      assert.equal((await left.clarification(job.clarificationId!))?.status, won ? 'answered' : 'withdrawn');
      await mustBeSound(right, [command.ask.ask], [job.id]);
    }
  },

  'a job whose deadline passes while its question is answered is built or has failed, and not both': async ({
    openings,
  }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const command = conflictCommand({}, { deadline: DEADLINE, onTimeout: 'fail' });
      const { job } = await submit(left, command);
      const [expired, answered] = await eitherFirst(
        round,
        () => expire(left, command.ask.ask, DEADLINE),
        () => answerJob(right, job.clarificationId!, 'hot'),
      );
      const won = 'status' in answered;
      assert.equal(expired.expired, won ? 0 : 1);
      const { state, clarificationStatus } = (await right.job(job.id))!;
      assert.deepEqual([state, clarificationStatus], won ? ['RUNNING', 'answered'] : ['ERROR', 'asked']);
      await mustTell(left, { job: job.id }, 'job.resumed', won ? 1 : 0);
      await mustTell(left, { job: job.id }, 'job.failed', won ? 0 : 1);
      await mustBeSound(right, [command.ask.ask], [job.id]);
    }
  },

  'two jobs that are asked the same at once share the question, and one answer has both built': async ({
    openings,
  }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const commands = [conflictCommand({}, {}, session), conflictCommand({}, {}, session)] as const;
      const [one, two] = await eitherFirst(
        round,
        () => submit(left, commands[0]),
        () => submit(right, commands[1]),
      );
      assert.equal(two.job.clarificationId, one.job.clarificationId);
      await mustTell(left, { session }, 'clarification.requested', 1);
      const [first, second] = await eitherFirst(
        round,
        () => answerJob(left, one.job.clarificationId!, 'hot'),
        () => answerJob(right, one.job.clarificationId!, 'frozen'),
      );
      const won = 'status' in first ? 'hot' : 'frozen';
      assert.equal('status' in second, won === 'frozen');
      for (const { job } of [one, two]) {
        const { state, clarificationAnswer } = (await right.job(job.id))!;
        assert.deepEqual([state, clarificationAnswer], ['RUNNING', won]);
        await mustTell(left, { job: job.id }, 'job.resumed', 1);
      }
      const asks = commands.map(({ ask }) => ask.ask);
      await mustBeSound(left, asks, [one.job.id, two.job.id]);
    }
  },

  'a job that is made while the same question of another is answered has that answer, and does not wait': async ({
    openings,
  }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const [first, second] = [conflictCommand({}, {}, session), conflictCommand({}, {}, session)];
      const { job } = await submit(left, first);
      const [, made] = await eitherFirst(
        round,
        () => answerJob(left, job.clarificationId!, 'hot'),
        () => submit(right, second),
      );
      const { state, clarificationStatus, spec } = (await left.job(made.job.id))!;
      const joined = made.job.clarificationStatus === 'asked';
      assert.deepEqual([state, clarificationStatus], joined ? ['RUNNING', 'answered'] : ['QUEUED', 'skipped']);
      assert.equal(spec?.settled[0]?.answer, 'hot');
      await mustBeSound(right, [first.ask.ask, second.ask.ask], [job.id, made.job.id]);
    }
  },
});
