/** Where an ask belongs that does not say so. */
import { expect, it } from 'vitest';
import type { AskResult } from '../../src/index.ts';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('an ask', (store) => {
  it('belongs in the session it names, else in its job’s, else in a new one', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    let asked = 0;
    const sessionOf = async (place: object) => {
      asked += 1;
      return (await askonce.ask(`Question ${asked}?`, { ...place, wait: false })).session;
    };
    expect(await sessionOf({ session: 't' })).toBe('t');
    expect(await sessionOf({ job: 'j' })).toBe('s');
    const [one, other] = [await sessionOf({ job: 'new' }), await sessionOf({})];
    expect(new Set(['s', 't', one, other]).size).toBe(4);
    expect(await sessionOf({ job: 'new' })).toBe(one);
    expect(await sessionOf({ job: 'j', idempotencyKey: 'j' })).toBe('s');
    expect(await sessionOf({ idempotencyKey: 'k' })).toBe(await sessionOf({ idempotencyKey: 'k' }));
    expect(await sessionOf({ idempotencyKey: 'k' })).not.toBe(await sessionOf({ idempotencyKey: 'l' }));
  });

  it('of a job that another process made goes where that one made it, and is known there', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    await other.session('theirs').ask('Which size?', { job: 'j', wait: false });
    const { session, status } = await askonce.ask('Which colour?', { job: 'j', wait: false });
    expect({ session, status }).toEqual({ session: 'theirs', status: 'parked' });
    const again = await askonce.ask('Which size?', { job: 'j', wait: false });
    expect(again.session).toBe('theirs');
    expect((await askonce.questions.list({ session: 'theirs' })).items.map(({ question }) => question)).toEqual([
      'Which size?',
      'Which colour?',
    ]);
  });

  it('of a new job that names no session shares one with all that are asked at the same moment', async () => {
    const { askonce, open } = await setUp(store);
    const all = [askonce, askonce, await open(), await open()];
    for (const job of ['j1', 'j2', 'j3', 'j4', 'j5']) {
      const asked = await Promise.all(all.map((one, n) => one.ask(`Question ${n}?`, { job, wait: false })));
      const { session } = (await askonce.jobs.get(job))!;
      expect(asked.map((one) => one.session)).toEqual(all.map(() => session));
    }
  });

  it('whose answer does not serve is asked anew in its job’s session', async () => {
    const { askonce, open } = await setUp(store);
    // Where the schema is not known, so that the asker alone sees that the answer does not serve.
    const person = await open();
    await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    const answers = ['seven', '7'];
    const onParked = async ({ items }: AskResult) =>
      void (await person.questions.answer(items[0]!.id!, answers.shift()!));
    const validate = (value: unknown) => (value === '7' ? { value } : { issues: [{ message: 'Give a number' }] });
    const schema = { '~standard': { version: 1, vendor: 'test', validate } } as const;
    const { session, answer } = await askonce.ask({ question: 'How many?', schema }, { job: 'j', onParked });
    expect({ session, answer }).toEqual({ session: 's', answer: '7' });
  });

  it('that names another session than its job’s is refused there, and not taken elsewhere', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    const ask = askonce.ask('Which size?', { session: 't', job: 'j', wait: false });
    expect(await codeOf(ask)).toBe('job_elsewhere');
  });
});
