/** A job that asks again where it was answered gets what it would get anywhere else: what is remembered is checked. */
import { describe, expect, it } from 'vitest';
import type { QuestionInput } from '../../src/index.ts';
import { parkedId } from '../support/open.ts';
import { openOn, postgresBench } from './postgres-bench.ts';
import { PostgresProxy } from './postgres-proxy.ts';

const QUESTION = { question: 'Which format?' };

/** Two openings of one store; the statements of the first are counted. */
async function two() {
  const bench = await postgresBench();
  const proxy = await PostgresProxy.before(bench.db);
  const here = await openOn(proxy.through(bench.db));
  const elsewhere = await bench.open();
  await here.questions.list({ status: 'pending' });
  const asking = (askonce = here, question: QuestionInput = QUESTION) =>
    askonce.session('s').ask(question, { job: 'j', wait: false });
  const statementsOf = async (call: () => Promise<unknown>) => {
    const before = proxy.roundTrips;
    await call();
    return proxy.roundTrips - before;
  };
  return { here, elsewhere, asking, statementsOf };
}

describe('a job that asks again where it was answered', () => {
  it.each(['answered', 'declined'] as const)('gets the same as anywhere else: %s', async (status) => {
    const { here, elsewhere, asking, statementsOf } = await two();
    const id = parkedId(await asking());
    if (status === 'answered') await here.questions.answer(id, 'yaml', { surface: 'test', by: 'ann' });
    else await here.questions.decline(id, 'not mine to say');
    const known = await asking();
    expect(known).toEqual(await asking(elsewhere));
    expect(known).toMatchObject({ status });
    expect(await statementsOf(asking)).toBe(1);
  });

  it('asks the person once the answer was revoked elsewhere', async () => {
    const { here, elsewhere, asking } = await two();
    const id = parkedId(await asking());
    await here.questions.answer(id, 'YAML');
    await elsewhere.questions.revoke(id);
    expect(await asking()).toMatchObject({ status: 'parked' });
  });

  it('is refused once it was cancelled elsewhere', async () => {
    const { here, elsewhere, asking } = await two();
    await here.questions.answer(parkedId(await asking()), 'YAML');
    await elsewhere.jobs.cancel('j');
    await expect(asking()).rejects.toMatchObject({ code: 'job_not_running' });
  });

  it('asks the person if it offers options now, and the answer is none of them', async () => {
    const { here, asking } = await two();
    await here.questions.answer(parkedId(await asking()), 'YAML');
    expect(await asking(here, { ...QUESTION, options: ['TOML', 'INI'] })).toMatchObject({ status: 'parked' });
  });
});
