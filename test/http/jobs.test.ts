/** Seed 001 over real sockets: its transitions, its three verifications, and what is asked of it beyond. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { trail } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { type Served, serve } from './serving.ts';

const CONFLICT = 'hot frozen cheese';
const CLEAR = 'Add a dark mode toggle to the settings page';
const UNRESOLVED = 'Clarification did not resolve ambiguity. Please rephrase.';

interface Made {
  readonly jobId: string;
  readonly sessionId: string;
  readonly needsClarification: boolean;
  readonly clarificationQuestion?: string;
  readonly clarification?: { id: string; type: string; options: { label: string }[] };
  readonly settledBy?: { source: string; answer: string; evidence: string }[];
}

function create(server: Served, body: object, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.send<Made>('asker', 'POST /jobs', body, { headers });
}

function answer(server: Served, id: string, text: unknown, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.send('answerer', `POST /jobs/${id}/clarification`, { answer: text }, { headers });
}

const job = (server: Served, id: string) => server.send('asker', `GET /jobs/${id}`);

/** A builder that counts what it builds. */
async function building(server: Served): Promise<{ readonly builds: { id: string; prompt: string }[] }> {
  const builds: { id: string; prompt: string }[] = [];
  const runner = server.askonce.runner({
    executor: async ({ id, prompt }) => {
      builds.push({ id, prompt });
      return 'built';
    },
    agent: 'http',
  });
  await runner.start();
  onTestFinished(() => runner.stop());
  return { builds };
}

describeOnStores('seed 001', (store) => {
  // shows: S001-VERIFY-REPRO
  it('repro: “hot frozen cheese” asks one question, an answer has it built, and there is never a second one', async () => {
    const server = await serve(store);
    const { builds } = await building(server);
    const made = await create(server, { prompt: CONFLICT });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/jobs/${made.body.jobId}`);
    expect(made.body).toMatchObject({ needsClarification: true, clarification: { type: 'SELECT_ONE' } });
    expect(made.body.clarificationQuestion).toMatch(/hot.*frozen/);
    expect(made.body.clarification!.options.map(({ label }) => label)).toEqual(['hot', 'frozen']);
    const reply = await answer(server, made.body.jobId, 'hot');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ success: true, answer: 'hot' });
    expect(reply.body).not.toHaveProperty('needsClarification');
    expect((await server.askonce.jobs.ended(made.body.jobId)).state).toBe('COMPLETE');
    expect(builds).toEqual([{ id: made.body.jobId, prompt: `${CONFLICT}\n\nClarification Answer: hot` }]);

    const other = await create(server, { prompt: CONFLICT });
    const failed = await answer(server, other.body.jobId, 'I don’t know');
    expect(failed).toMatchObject({
      status: 200,
      body: { success: false, error: UNRESOLVED, code: 'clarification_unresolved' },
    });
    expect(failed.body).not.toHaveProperty('needsClarification');
    expect(builds).toHaveLength(1);
  });

  // shows: S001-VERIFY-REGRESSION, S001-ANSWER-NEVER-ASKS, S001-GET-READS
  it('regression: no route makes an answered or skipped job ask, however it is called', async () => {
    const server = await serve(store);
    const asked = (await create(server, { prompt: CONFLICT }, 'k')).body;
    await answer(server, asked.jobId, 'hot');
    const clear = (await create(server, { prompt: CLEAR })).body;
    for (const { jobId } of [asked, clear]) {
      const before = (await job(server, jobId)).body;
      const replies = [
        await job(server, jobId),
        await answer(server, jobId, 'hot'),
        await answer(server, jobId, 'frozen'),
        await server.send('asker', 'POST /clarifications', { job: jobId, question: 'hot or frozen?' }),
        await server.send('asker', `GET /jobs/${jobId}`),
      ];
      for (const { body } of replies) expect(body).not.toMatchObject({ needsClarification: true });
      const { log: _log, ...after } = (await job(server, jobId)).body;
      expect(after).toMatchObject({ clarificationStatus: before.clarificationStatus, waiting: [] });
    }
    expect((await create(server, { prompt: CONFLICT }, 'k')).body).toMatchObject({
      jobId: asked.jobId,
      needsClarification: false,
    });
    expect((await server.send<{ items: [] }>('asker', 'GET /clarifications?status=pending')).body.items).toEqual([]);
  });

  // shows: S001-VERIFY-DB, S001-COLUMNS
  it('the row: the answer and its time are in the columns of the seed, and the resolved prompt is what is built', async () => {
    const server = await serve(store);
    const row = async (id: string) => {
      const columns =
        'clarification_status, clarification_question, clarification_answer, clarification_answered_at, spec_json';
      const [found] = await server.sql(`SELECT ${columns} FROM jobs WHERE id = '${id}'`);
      return found!;
    };
    const clear = await create(server, { prompt: CLEAR });
    expect(await row(clear.body.jobId)).toMatchObject({
      clarification_status: 'skipped',
      clarification_question: null,
    });
    const { jobId, clarificationQuestion } = (await create(server, { prompt: CONFLICT })).body;
    expect(await row(jobId)).toEqual({
      clarification_status: 'asked',
      clarification_question: clarificationQuestion,
      clarification_answer: null,
      clarification_answered_at: null,
      spec_json: null,
    });
    await answer(server, jobId, 'frozen');
    const answered = await row(jobId);
    expect(answered).toMatchObject({ clarification_status: 'answered', clarification_answer: 'frozen' });
    expect(Number(answered.clarification_answered_at)).toBe(server.clock.now());
    const { builds } = await building(server);
    await server.askonce.jobs.ended(jobId);
    expect(builds).toContainEqual({ id: jobId, prompt: `${CONFLICT}\n\nClarification Answer: frozen` });
  });

  it('an Idempotency-Key makes one job and takes one answer, however often it is sent and whatever it says then', async () => {
    const server = await serve(store);
    const made = await Promise.all(Array.from({ length: 20 }, () => create(server, { prompt: CONFLICT }, 'one')));
    expect(new Set(made.map(({ body }) => body.jobId)).size).toBe(1);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const { jobId } = made[0]!.body;
    expect((await create(server, { prompt: CLEAR }, 'one')).body.jobId).toBe(jobId);
    expect((await create(server, { prompt: CONFLICT }, 'two')).body.jobId).not.toBe(jobId);
    const first = await answer(server, jobId, 'hot', 'a');
    expect(await answer(server, jobId, 'frozen', 'a').then(({ body }) => body)).toEqual(first.body);
    expect(await answer(server, jobId, 'hot').then(({ body }) => body)).toEqual(first.body);
    expect((await answer(server, jobId, 'frozen', 'b')).status).toBe(409);
  });

  it('a session that holds the answer is not asked again, and the reply says what settled it', async () => {
    const server = await serve(store);
    const first = (await create(server, { prompt: CONFLICT })).body;
    await answer(server, first.jobId, 'hot');
    const second = await create(server, { prompt: CONFLICT, sessionId: first.sessionId });
    expect(second.body).toMatchObject({
      needsClarification: false,
      clarificationStatus: 'skipped',
      settledBy: [{ answer: 'hot', source: 'history' }],
    });
  });

  it('a question that was answered on another surface has its job built, and the answer here is told who won', async () => {
    const server = await serve(store);
    const { jobId, clarification } = (await create(server, { prompt: CONFLICT })).body;
    await server.send('answerer', `POST /clarifications/${clarification!.id}/answer`, { answer: 'frozen' });
    expect((await job(server, jobId)).body).toMatchObject({
      clarificationStatus: 'answered',
      clarificationAnswer: 'frozen',
    });
    expect((await answer(server, jobId, 'frozen')).body).toMatchObject({ success: true });
    expect((await answer(server, jobId, 'hot')).status).toBe(409);
  });
});

describe('what a job replies', () => {
  const inSqlite = () => serve(sqlite);

  it('404 for one that is not there, 409 for one that was not asked, 400 for no answer, 410 once it was cancelled', async () => {
    const server = await inSqlite();
    const clear = (await create(server, { prompt: CLEAR })).body.jobId;
    const asked = (await create(server, { prompt: CONFLICT })).body.jobId;
    expect(await answer(server, 'job-none', 'hot')).toMatchObject({ status: 404, body: { code: 'job_unknown' } });
    expect(await answer(server, clear, 'hot')).toMatchObject({ status: 409, body: { code: 'job_not_asked' } });
    for (const nothing of ['', '   ', []])
      expect(await answer(server, asked, nothing)).toMatchObject({ status: 400, body: { code: 'answer_empty' } });
    expect(await server.send('asker', `POST /jobs/${asked}/cancel`, { because: 'changed my mind' })).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', waiting: [] },
    });
    expect(await answer(server, asked, 'hot')).toMatchObject({ status: 410, body: { code: 'clarification_closed' } });
    expect(await job(server, 'job-none')).toMatchObject({ status: 404 });
  });

  it('whose token cancelled it, and not whose server it is', async () => {
    const server = await serve(sqlite, { open: { by: 'whoever runs the server' }, http: { requireToken: false } });
    for (const [who, by] of [['asker', 'the asker'] as const, ['nobody', null] as const]) {
      const { jobId } = (await create(server, { prompt: CLEAR })).body;
      await server.send(who, `POST /jobs/${jobId}/cancel`);
      const events = await trail(server.askonce);
      expect(events.find(({ type, job }) => type === 'job.cancelled' && job === jobId)!.data.by).toBe(by);
    }
  });

  it('400 for a prompt that is missing, empty, or no text, and says which', async () => {
    const server = await inSqlite();
    for (const body of [{}, { prompt: '' }, { prompt: '  \n ' }, { prompt: 7 }, { prompt: null }, []])
      expect(await create(server, body)).toMatchObject({ status: 400, body: { code: 'argument_invalid' } });
  });

  // shows: O2-06-HTTP
  it('403 to an asker who would answer, its own question or any other', async () => {
    const server = await inSqlite();
    const { jobId, clarification } = (await create(server, { prompt: CONFLICT })).body;
    for (const what of [`POST /jobs/${jobId}/clarification`, `POST /clarifications/${clarification!.id}/answer`])
      expect((await server.send('asker', what, { answer: 'hot' })).status).toBe(403);
    expect((await server.send('nobody', `POST /jobs/${jobId}/clarification`, { answer: 'hot' })).status).toBe(401);
    expect((await job(server, jobId)).body.clarificationStatus).toBe('asked');
  });

  it('all jobs in pages, by state and session, newest first where that is wanted', async () => {
    const server = await inSqlite();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push((await create(server, { prompt: `${CLEAR} ${n}`, sessionId: 's' })).body.jobId);
    await create(server, { prompt: CONFLICT });
    type Page = { items: { jobId: string }[]; next: string | null };
    const page = async (query: string) => (await server.send<Page>('asker', `GET /jobs?${query}`)).body;
    const first = await page('session=s&limit=2');
    const second = await page(`session=s&limit=2&after=${first.next}`);
    const third = await page(`session=s&limit=2&after=${second.next}`);
    expect([first, second, third].flatMap(({ items }) => items.map(({ jobId }) => jobId))).toEqual(ids);
    expect(third.next).toBeNull();
    expect((await page('newest=true&session=s')).items.map(({ jobId }) => jobId)).toEqual(ids.toReversed());
    expect((await page('state=AWAITING_RESPONSE')).items).toHaveLength(1);
    expect((await page('state=QUEUED,RUNNING')).items).toHaveLength(5);
    expect(await server.send('asker', 'GET /jobs?state=LOST')).toMatchObject({ status: 400 });
  });

  it('the end of its log, and what comes after a line', async () => {
    const server = await inSqlite();
    const runner = server.askonce.runner({
      agent: 'http',
      executor: async (_job, { log }) => {
        for (let n = 1; n <= 60; n += 1) log(`line ${n}`);
      },
    });
    onTestFinished(() => runner.stop());
    await runner.start();
    const { jobId } = (await create(server, { prompt: CLEAR })).body;
    await server.askonce.jobs.ended(jobId);
    const { log } = (await job(server, jobId)).body as unknown as { log: { line: string; n: number }[] };
    expect(log.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, n) => `line ${n + 11}`));
    const after = await server.send<{ items: { line: string }[] }>(
      'asker',
      `GET /jobs/${jobId}/log?after=${log[47]!.n}`,
    );
    expect(after.body.items.map(({ line }) => line)).toEqual(['line 59', 'line 60']);
  });
});

it.each([
  'Show messages saved by the user. Never store messages.',
  'Add a constructor to the class. Never constructor messages.',
])('a prompt that a reader stumbled over is a job like any other: %s', async (prompt) => {
  const server = await serve(sqlite);
  expect(await create(server, { prompt })).toMatchObject({ status: 201, body: { jobId: expect.any(String) } });
});
