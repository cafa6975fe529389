/** The one question about a job's prompt: what the job stores of it, and who is shown the job when it ends. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import { JOB_CLARIFICATION_MOVES, type JobClarificationStatus } from '../../core/model/job.ts';
import { POLICIES } from '../../core/model/policy.ts';
import type { JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { ask, cancel, decline, expire, mustBeAccepted, mustBeSound, outcomesOf, shown, write } from '../drive.ts';
import { cancelJob, claim, newWorker } from '../drive-jobs.ts';
import { answerJob, conflictCommand, NO_IDEA, readAs, specOf, submit, submitClear } from '../drive-submissions.ts';
import {
  askCommand,
  askOf,
  clarificationOf,
  itemOf,
  jobOf,
  NOW,
  newId,
  projectEvent,
  sessionOf,
  YEAR_2100,
} from '../make.ts';
import { casesAbout, codeOf, refused } from '../store-under-test.ts';

const STATUSES = Object.keys(JOB_CLARIFICATION_MOVES) as readonly JobClarificationStatus[];
const WAITS = { state: 'AWAITING_RESPONSE', prompt: 'hot frozen cheese' } as const;

async function ground(store: Store) {
  const session = sessionOf();
  await write(store, [{ do: 'insert_session', session }]);
  const put = (...effects: readonly Effect[]) => write(store, effects, session.id);
  return { session, put };
}

/** Text that a store may misread, but JSON may not. */
const ODD = [
  '',
  ' ',
  '“hot” & <frozen>',
  'a\nb\u2028c',
  'NULL',
  '\\u0041',
  "'; --",
  '熱い🧀',
  'e\u0301',
  '\u0000',
  '\ud800',
];

/** One job for each way in which these fields can be filled. */
const FILLED: readonly Partial<JobRecord>[] = [
  ...STATUSES.map(readAs),
  { conflict: { kind: 'vague', oppositions: [], words: [] } },
  {
    ...readAs('answered'),
    clarificationQuestion: 'Heiß oder\nkalt? “🧊”',
    clarificationAnswer: '',
    clarificationAnsweredAt: YEAR_2100,
    conflict: {
      kind: 'contradiction',
      oppositions: [
        { axis: 'temperature', sides: ['heiß', '冷凍'], cosmetic: true },
        { axis: '', sides: ['', ''], cosmetic: false },
      ],
      words: ODD,
    },
    spec: specOf(ODD.join(), {
      instructions: ODD,
      settled: ODD.map((text) => ({ about: text, answer: text, source: 'history', evidence: text })),
      assumptions: ODD,
    }),
  },
];

/** The job that each waiting ask of a question, or each item of an ask, is shown as the one it was asked about. */
async function askedOf(store: Store, question: string, asks: readonly string[], jobs: readonly string[]) {
  // A store may use a cheaper path for writers, so both are checked.
  const look = { of: 'clarification', id: question } as const;
  const effects = [{ do: 'event', event: projectEvent({}) }] as const;
  const { waiting } = await store.decide(look, (state) => ({ effects, result: state }));
  assert.deepEqual((await shown(store, look)).waiting, waiting, 'who writes nothing is shown the same');
  const byJob = (of: readonly { item: { job: string | null }; asked: JobRecord | null }[]) =>
    new Map(of.map(({ item, asked }) => [item.job, asked]));
  const seen = byJob(waiting);
  const left = await Promise.all(asks.map((id) => shown(store, { of: 'ask_items', ask: id })));
  const own = await Promise.all(jobs.map((id) => shown(store, { of: 'job', id, session: '' })));
  assert.deepEqual(byJob(left.flatMap(({ items }) => items)), seen, 'the items of the asks show the same');
  for (const state of own)
    for (const { item, asked } of state.waiting) assert.deepEqual(asked, seen.get(item.job), 'the job shows the same');
  return seen;
}

export const JOB_QUESTIONS = casesAbout('questions about jobs', {
  'what became of the question goes on only as it may, and nothing changes where it may not': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        const job = jobOf(session.id, { ...WAITS, ...readAs(from) });
        await put({ do: 'insert_job', job });
        const moved = { ...job, ...jobOf(session.id, { ...WAITS, ...readAs(to) }), id: job.id, updatedAt: NOW + 1 };
        const may = from === to || JOB_CLARIFICATION_MOVES[from].includes(to);
        const putting = put({ do: 'put_job', job: moved, was: { state: job.state, owner: null } });
        if (may) await putting;
        else await refused(putting, `a job whose question goes from ${from} to ${to}`);
        assert.deepEqual(await other.job(job.id), may ? moved : job, `from ${from} to ${to}`);
      }
    }
  },

  'a job is not built while its question waits, and an answer is there exactly where it was answered': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    const [asked, answered] = [readAs('asked'), readAs('answered')];
    const ended = { endedAt: NOW };
    const right: readonly Partial<JobRecord>[] = [
      { ...WAITS, ...asked },
      { ...WAITS, ...asked, ...ended, state: 'ERROR', error: 'no' },
      { ...WAITS, ...asked, ...ended, state: 'CANCELLED' },
      { ...WAITS, ...answered, state: 'RUNNING' },
      { ...WAITS, ...answered, ...ended, state: 'ERROR', error: 'no', spec: null },
    ];
    for (const more of right) await put({ do: 'insert_job', job: jobOf(session.id, more) });
    // The job before, so that nothing else forbids the change; and what it may not become.
    const [none, waits] = [WAITS, { ...WAITS, ...asked }];
    const queued = { ...WAITS, state: 'QUEUED' } as const;
    const runs = { ...WAITS, state: 'RUNNING' } as const;
    const wrong: readonly (readonly [string, Partial<JobRecord>, Partial<JobRecord>])[] = [
      ['a job that runs before it is answered', waits, { state: 'RUNNING' }],
      ['a job that is queued before it is answered', queued, asked],
      ['a job that was built and never answered', runs, { ...asked, ...ended, state: 'COMPLETE' }],
      ['an answer before it was given', waits, { clarificationAnswer: 'hot' }],
      ['the time of an answer before it was given', waits, { clarificationAnsweredAt: NOW }],
      ['an answer to no question', none, { clarificationAnswer: 'hot', clarificationAnsweredAt: NOW }],
      ['an answered job without the answer', waits, { ...answered, clarificationAnswer: null }],
      ['an answered job that says not when', waits, { ...answered, clarificationAnsweredAt: null }],
      ['an asked job without the question', waits, { clarificationQuestion: null }],
      ['an answered job without the question', waits, { ...answered, clarificationQuestion: null }],
      ['a status of which nobody knows', none, { clarificationStatus: 'asking' as JobClarificationStatus }],
    ];
    for (const [what, before, then] of wrong) {
      await refused(put({ do: 'insert_job', job: jobOf(session.id, { ...before, ...then }) }), `${what}, made so`);
      const job = jobOf(session.id, before);
      await put({ do: 'insert_job', job });
      const was = { state: job.state, owner: null };
      await refused(put({ do: 'put_job', job: { ...job, ...then }, was }), `${what}, put so`);
      assert.deepEqual(await other.job(job.id), job);
    }
  },

  'what was asked and answered, and what is built, come back as they were given': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    for (const more of FILLED) {
      const made = jobOf(session.id, { ...WAITS, ...more });
      await put({ do: 'insert_job', job: made });
      assert.deepEqual(await other.job(made.id), made);
      const bare = jobOf(session.id, { ...WAITS, ...(more.clarificationStatus === 'answered' ? readAs('asked') : {}) });
      await put({ do: 'insert_job', job: bare });
      const then = { ...bare, ...more };
      await put({ do: 'put_job', job: then, was: { state: bare.state, owner: null } });
      assert.deepEqual(await other.job(bare.id), then);
      assert.deepEqual((await shown(other, { of: 'job', id: bare.id, session: '' })).job, then);
    }
  },

  'who looks at a question is shown each job that was asked it, whole, and none of any other status': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    const first = askOf(session.id);
    const question = clarificationOf(first);
    await put(
      { do: 'insert_ask', ask: first },
      { do: 'insert_clarification', clarification: question },
      { do: 'insert_item', item: itemOf(first, question) },
    );
    const jobs = [...STATUSES.map(readAs), readAs('asked')].map((more) =>
      jobOf(session.id, { ...WAITS, ...more, clarificationId: question.id, conflict: FILLED.at(-1)!.conflict! }),
    );
    const asks = jobs.map(({ id }) => askOf(session.id, { job: id, deadline: NOW + 9, onTimeout: 'fail' }));
    for (const [n, one] of asks.entries())
      await put(
        { do: 'insert_job', job: jobs[n]! },
        { do: 'insert_ask', ask: one },
        { do: 'insert_item', item: itemOf(one, question) },
      );
    const expected = (known: readonly JobRecord[]) =>
      new Map([
        [null, null],
        ...known.map((job) => [job.id, job.clarificationStatus === 'asked' ? job : null] as const),
      ]);
    const ids = [first.id, ...asks.map(({ id }) => id)];
    const names = jobs.map(({ id }) => id);
    for (const opening of [store, other])
      assert.deepEqual(await askedOf(opening, question.id, ids, names), expected(jobs));
    const [changed, answered] = jobs.filter((job) => job.clarificationStatus === 'asked') as [JobRecord, JobRecord];
    const then = [
      { ...changed, updatedAt: YEAR_2100, asker: 'another' },
      { ...answered, ...readAs('answered') },
    ];
    for (const job of then) await put({ do: 'put_job', job, was: { state: job.state, owner: null } });
    const now = jobs.map((job) => then.find(({ id }) => id === job.id) ?? job);
    for (const opening of [store, other])
      assert.deepEqual(await askedOf(opening, question.id, ids, names), expected(now));
  },

  'the opening that made a job with its question shows it as it is, as all others do': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    // Reading may clear an opening's cache, so each path starts from the creation.
    for (const [later, touches] of [
      [store, false],
      [store, true],
      [other, true],
    ] as const) {
      const session = newId('s');
      const commands = [conflictCommand({}, {}, session), conflictCommand({}, {}, session)] as const;
      const seen = async (count: number) => {
        const asked = commands.slice(0, count);
        const jobs = await Promise.all(asked.map(async ({ queue }) => (await other.job(queue.id))!));
        const expected = new Map(jobs.map((job) => [job.id, job]));
        const [asks, ids] = [asked.map((one) => one.ask.ask), jobs.map(({ id }) => id)];
        for (const opening of [store, other])
          assert.deepEqual(await askedOf(opening, question, asks, ids), expected, `${count} of them`);
        return jobs;
      };
      const { job, clarification } = await submit(store, commands[0]);
      const question = job.clarificationId!;
      assert.equal(clarification?.id, question);
      // The job changes by something other than an answer.
      const then = touches ? { ...job, updatedAt: NOW + 1 } : job;
      const look = { of: 'job', id: job.id, session: '' } as const;
      const effects = [{ do: 'put_job', job: then, was: { state: job.state, owner: null } }] as const;
      if (touches) await later.decide(look, () => ({ effects, result: undefined }));
      assert.deepEqual(await seen(1), [then]);
      const second = await submit(later, commands[1]);
      assert.equal(second.job.clarificationId, question);
      assert.deepEqual(await seen(2), [then, second.job]);
      mustBeAccepted(await answerJob(store, question, 'hot'));
      for (const { queue } of commands) assert.equal((await other.job(queue.id))?.clarificationAnswer, 'hot');
    }
  },

  'a job whose question is answered is built or has failed, with all that was said, in that very step': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    for (const [said, state] of [
      ['hot', 'RUNNING'],
      [NO_IDEA, 'ERROR'],
    ] as const) {
      const command = conflictCommand();
      const { job } = await submit(store, command);
      mustBeAccepted(await answerJob(other, job.clarificationId!, said, NOW + 1));
      const answered = (await store.job(job.id))!;
      const { clarificationStatus, clarificationAnswer, clarificationAnsweredAt } = answered;
      assert.deepEqual(
        { state: answered.state, clarificationStatus, clarificationAnswer, clarificationAnsweredAt },
        { state, clarificationStatus: 'answered', clarificationAnswer: said, clarificationAnsweredAt: NOW + 1 },
      );
      assert.equal(answered.spec?.settled[0]?.answer, state === 'RUNNING' ? said : undefined);
      await mustBeSound(other, [command.ask.ask], [job.id]);
      const claimed = await claim(store, await newWorker(store), NOW + 2);
      assert.deepEqual(claimed?.id, state === 'RUNNING' ? job.id : undefined);
      if (claimed) assert.deepEqual(claimed.spec, answered.spec);
    }
  },

  'a job whose question nobody answers fails or goes on with what nobody settled, and asks no second one': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const timing = (onTimeout: 'fail' | 'fallback') => ({ deadline: NOW + 1, onTimeout });
    const ways = [
      ['ERROR', 'asked', 'declined', {}, (id: string) => decline(other, id)],
      ['ERROR', 'asked', 'cancelled', {}, (_: string, asked: string) => cancel(other, asked)],
      ['ERROR', 'asked', 'expired', timing('fail'), (_: string, asked: string) => expire(other, asked, NOW + 1)],
      ['RUNNING', 'skipped', 'fallback', timing('fallback'), (_: string, a: string) => expire(other, a, NOW + 1)],
    ] as const;
    for (const [state, status, outcome, when, ends] of ways) {
      const command = conflictCommand({}, when);
      const { job } = await submit(store, command);
      await ends(job.clarificationId!, command.ask.ask);
      const after = (await store.job(job.id))!;
      assert.deepEqual([after.state, after.clarificationStatus], [state, status], outcome);
      assert.deepEqual(await outcomesOf(store, command.ask.ask), [outcome]);
      await mustBeSound(store, [command.ask.ask], [job.id]);
      const again = askCommand(job.session, ['Which colour?'], { job: job.id });
      if (state === 'ERROR') assert.equal(await codeOf(ask(store, again)), 'job_not_running');
      else assert.equal((await ask(store, again)).items[0]?.outcome, 'failed');
      await cancelJob(store, job.id);
    }
  },

  'nobody asks in the name of a job before its own question is answered, whatever its policy': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    // Joining a question that already waits would cost nothing.
    const colour = askCommand(session, ['Which colour?']);
    await ask(store, colour);
    const { job } = await submit(store, conflictCommand({ policy: POLICIES.interactive }, {}, session));
    const asking = (question: string) => askCommand(session, [question], { job: job.id });
    for (const opening of [store, other])
      for (const question of ['Which colour?', 'Which size?'])
        assert.equal(await codeOf(ask(opening, asking(question))), 'job_not_running');
    mustBeAccepted(await answerJob(other, job.clarificationId!, 'hot'));
    const asked = asking('Which colour?');
    assert.equal((await ask(store, asked)).items[0]?.outcome, 'parked');
    await mustBeSound(other, [colour.ask, asked.ask], [job.id]);
  },

  'a job that is clear is queued with its spec and asks nothing': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { queue } = conflictCommand();
    const { job, made } = await submitClear(store, queue);
    assert.equal(made, true);
    assert.deepEqual(await other.job(job.id), job);
    assert.deepEqual([job.state, job.clarificationStatus], ['QUEUED', 'skipped']);
    assert.deepEqual(await submitClear(other, queue, NOW + 1), { job, made: false, clarification: null });
    assert.deepEqual((await other.list({ limit: 10 })).items, []);
    assert.deepEqual((await claim(other, await newWorker(other)))?.spec, job.spec);
  },
});
