/** Sessions, jobs and keys belong to a project: the same names in two projects on one store are two of each, and share nothing. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { POLICIES } from '../../src/core/model/policy.ts';
import type { AskOnce } from '../../src/index.ts';
import { type Bench, codeOf, nextEvent, only, parkedId, setUp, trail } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';

const COLOUR = 'Which colour should the button have?';
const CONFLICT = 'hot frozen cheese';

interface Two extends Bench {
  /** The project that came first, and one that came later: the store keeps their ids in different forms. */
  readonly first: AskOnce;
  readonly second: AskOnce;
  /** A further opening of the second project, as another process would make it. */
  readonly again: () => Promise<AskOnce>;
}

async function two(store: StoreKind): Promise<Two> {
  const bench = await setUp(store);
  const project = join(bench.root, '..', 'second');
  mkdirSync(project);
  const again = () => bench.open({ project });
  return { ...bench, first: bench.askonce, second: await again(), again };
}

async function running(askonce: AskOnce, executor: Parameters<AskOnce['runner']>[0]['executor']) {
  const runner = askonce.runner({ executor });
  onTestFinished(() => runner.stop());
  await runner.start();
  return runner;
}

describeOnStores('two projects on one store', (store) => {
  it('have a session of the same name each, with questions and answers of its own', async () => {
    const { first, second, again } = await two(store);
    const ids = [];
    for (const askonce of [first, second])
      ids.push(parkedId(await askonce.session('checkout').ask(COLOUR, { wait: false })));
    expect(ids[0]).not.toBe(ids[1]);
    await first.questions.answer(ids[0]!, 'red');
    expect(only(await first.session('checkout').ask(COLOUR, { wait: false }))).toMatchObject({ answer: 'red' });
    expect(only(await second.session('checkout').ask(COLOUR, { wait: false }))).toMatchObject({ outcome: 'parked' });
    await second.questions.answer(ids[1]!, 'blue');
    const later = await again();
    expect(only(await later.session('checkout').ask(COLOUR, { wait: false }))).toMatchObject({ answer: 'blue' });
    for (const [askonce, answer] of [
      [first, 'red'],
      [later, 'blue'],
    ] as const) {
      expect((await askonce.session('checkout').history()).items).toMatchObject([{ answer }]);
      expect((await askonce.history({ session: 'checkout' })).items).toMatchObject([{ answer }]);
      const { items } = await askonce.questions.list({ session: 'checkout' });
      expect(items).toMatchObject([{ answer, session: 'checkout', project: askonce.project }]);
    }
  });

  it('have their own words of the person', async () => {
    const { first, second } = await two(store);
    const asked = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
    await second.session('checkout').observe('please use YAML');
    expect(only(await first.session('checkout').ask(asked, { wait: false }))).toMatchObject({ outcome: 'parked' });
    expect(only(await second.session('checkout').ask(asked, { wait: false }))).toMatchObject({ answer: 'YAML' });
  });

  it.each(['job', 'asker', 'session'] as const)('have a cap each where a %s has one', async (scope) => {
    const { first, second } = await two(store);
    const policy = { ...POLICIES.job, name: 'two', cap: 2, scope, onCap: 'fallback' } as const;
    const spend = async (askonce: AskOnce) => {
      const session = askonce.session('checkout', { policy });
      const ended = [];
      for (const question of ['Which colour?', 'Which size?', 'Which shape?', 'Which font?'])
        ended.push(
          only(await session.ask({ question, subject: askonce.project }, { job: 'build', wait: false })).outcome,
        );
      return ended;
    };
    const alone = ['parked', 'parked', 'fallback', 'fallback'];
    for (const askonce of [first, second, first, second]) expect(await spend(askonce)).toEqual(alone);
  });

  it('have a job of the same id each, with its own state, log and results', async () => {
    const { first, second, again } = await two(store);
    const did: string[] = [];
    for (const askonce of [first, second]) {
      const task = await askonce.jobs.queue('Build it', { id: 'build', session: 'checkout' });
      expect(task).toMatchObject({ id: 'build', session: 'checkout', project: askonce.project });
      const runner = await running(askonce, async (job, { once, log, ask }) => {
        expect(job).toMatchObject({ id: 'build', session: 'checkout', project: askonce.project });
        log(`in ${job.project}`);
        const { answer } = await ask(COLOUR);
        return once('deploy', () => {
          did.push(`${answer}`);
          return `deployed ${answer}`;
        });
      });
      await runner.idle();
    }
    const [one, other] = (await first.questions.list({ status: 'pending' })).items;
    await first.questions.answer(one!.id, 'red');
    // The person answers for all projects, whichever of them their process belongs to.
    expect((await first.questions.answer(other!.id, 'blue')).clarification).toMatchObject({
      job: 'build',
      answer: 'blue',
    });
    expect(await first.jobs.ended('build')).toMatchObject({ result: 'deployed red' });
    expect(await second.jobs.ended('build')).toMatchObject({ result: 'deployed blue' });
    expect(did.toSorted()).toEqual(['blue', 'red']);
    const later = await again();
    expect((await later.jobs.log('build')).map(({ line }) => line)).toEqual([`in ${second.project}`]);
    expect((await later.jobs.list({ session: 'checkout' })).items).toMatchObject([
      { id: 'build', project: second.project },
    ]);
    expect((await later.jobs.list()).items).toMatchObject([{ id: 'build', project: second.project }]);
  });

  it('answer, list and revoke each other’s questions by their ids, and show plain names', async () => {
    const { first, second, open, root } = await two(store);
    mkdirSync(join(root, '..', 'third'));
    const third = await open({ project: join(root, '..', 'third') });
    for (const [asking, answering] of [
      [first, second],
      [second, first],
      [second, third],
    ] as const) {
      const session = asking.session('checkout');
      const id = parkedId(await session.ask(`${COLOUR} ${answering.project}`, { job: 'build', wait: false }));
      const shown = { session: 'checkout', job: 'build', project: asking.project };
      expect(await answering.questions.get(id)).toMatchObject(shown);
      expect((await answering.questions.list({ status: 'pending' })).items).toMatchObject([shown]);
      expect((await answering.questions.answer(id, 'red')).clarification).toMatchObject(shown);
      expect((await answering.questions.revoke(id)).clarification).toMatchObject({ ...shown, status: 'revoked' });
      const anew = parkedId(await session.ask(`${COLOUR} ${answering.project}`, { job: 'build', wait: false }));
      expect((await answering.questions.wait(anew, { wait: false }))?.clarification).toMatchObject(shown);
      await answering.questions.decline(anew);
      await answering.questions.cancel(anew).catch(() => {});
      expect(await asking.questions.outcome(anew)).toMatchObject({ outcome: 'declined' });
      const seen = (await trail(answering)).filter(({ clarification }) => clarification === anew);
      expect(seen.length).toBeGreaterThan(1);
      for (const event of seen) expect([event.session, event.job ?? 'build']).toEqual(['checkout', 'build']);
    }
  });

  it('tell each other’s listeners plain names', async () => {
    const { first, second } = await two(store);
    for (const [asking, hearing] of [
      [first, second],
      [second, first],
    ] as const) {
      const told = nextEvent(hearing, 'clarification.requested');
      // What other processes do is heard from the end of the next call on.
      await hearing.events.last();
      await asking.session('checkout').ask(COLOUR, { job: 'build', wait: false });
      expect(await told).toMatchObject({ session: 'checkout', job: 'build' });
    }
  });

  it('may use the same idempotency keys for different things', async () => {
    const { first, second, again } = await two(store);
    const keyed = { idempotencyKey: 'k', wait: false } as const;
    const asks = [];
    for (const askonce of [first, second]) asks.push(await askonce.ask([{ question: COLOUR }], keyed));
    expect(asks[0]!.ask).not.toBe(asks[1]!.ask);
    await first.questions.answer(parkedId(asks[0]!), 'red');
    const later = await again();
    expect(only(await first.ask([{ question: COLOUR }], keyed))).toMatchObject({ answer: 'red' });
    expect(await later.ask([{ question: COLOUR }], keyed)).toEqual(asks[1]);

    const jobs = [];
    for (const askonce of [first, second]) jobs.push(await askonce.jobs.submit(CONFLICT, { idempotencyKey: 'k' }));
    expect(jobs.map(({ made }) => made)).toEqual([true, true]);
    expect(jobs[0]!.clarification!.id).not.toBe(jobs[1]!.clarification!.id);
    const again1 = await later.jobs.submit(CONFLICT, { idempotencyKey: 'k' });
    expect(again1).toMatchObject({ made: false, job: { id: jobs[1]!.job.id } });
    expect(await later.jobs.answer(again1.job.id, 'hot')).toMatchObject({ settled: true });
    expect(await first.jobs.get(jobs[0]!.job.id)).toMatchObject({ state: 'AWAITING_RESPONSE' });

    const assumed = [];
    for (const askonce of [first, second])
      assumed.push(await askonce.session('checkout').assume({ decision: askonce.project, idempotencyKey: 'k' }));
    expect(assumed[0]!.id).not.toBe(assumed[1]!.id);
    expect((await later.session('checkout').assumptions()).items).toMatchObject([
      { decision: second.project, session: 'checkout' },
    ]);
  });

  it('have the state of their own requests', async () => {
    const { first, second } = await two(store);
    const request = { question: 'Which database should it use?', options: ['SQLite', 'PostgreSQL'] };
    const how = { asker: 'pm', wait: false, idempotencyKey: '1' } as const;
    await second.session('goal', { policy: 'orchestrator' }).request(request, how);
    expect(await first.session('goal').state('pm')).toMatchObject({ clarification_used: false });
    expect(await second.session('goal').states()).toHaveProperty('pm.clarification_used', expect.anything());
  });

  it('do not reach each other by a generated id, nor by the form in which the store keeps an id', async () => {
    const { first, second, sql } = await two(store);
    const { session } = await second.ask(COLOUR, { wait: false });
    expect(parkedId(await first.session(session).ask(COLOUR, { wait: false }))).toBeDefined();
    expect((await first.questions.list({ session })).items).toMatchObject([{ project: first.project }]);
    expect((await second.questions.list({ session })).items).toMatchObject([{ project: second.project }]);
    for (const [mine, theirs] of [
      [first, second],
      [second, first],
    ] as const) {
      const { id } = await theirs.jobs.queue('Build it');
      expect(await mine.jobs.get(id)).toBeNull();
      expect(await codeOf(mine.jobs.cancel(id))).toBe('job_unknown');
      expect(await codeOf(mine.jobs.log(id))).toBe('job_unknown');
    }
    for (const { id } of await sql('SELECT id FROM jobs')) {
      if (!String(id).includes(' ')) continue;
      for (const askonce of [first, second]) expect(await askonce.jobs.get(String(id))).toBeNull();
    }
    for (const number of [0, 1]) {
      expect(await second.jobs.get(`build ${number}`)).toBeNull();
      await expect(first.session('checkout').ask(COLOUR, { job: `build ${number}` })).rejects.toThrow('without spaces');
    }
  });

  it('name a job or a session in an error as the caller did', async () => {
    const { second } = await two(store);
    await second.jobs.queue('Build it', { id: 'build', session: 'checkout' });
    const error = await second.jobs.queue('Another', { id: 'build' }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'job_exists', details: { job: 'build' } });
    expect(error.message).toContain('job build already');
    const elsewhere = second.session('other').ask(COLOUR, { job: 'build', wait: false });
    await expect(elsewhere).rejects.toThrow('Job build belongs to session checkout, not to other.');
    await expect(second.jobs.cancel('unknown')).rejects.toThrow(/unknown(?! \d)/);
  });
});
