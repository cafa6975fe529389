/** How far a yes to something destructive reaches, and when it ends. */
import { expect, it } from 'vitest';
import { only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const DEPLOY = { question: 'Deploy to production?', type: 'CONFIRM' } as const;
const PLAIN = { wait: false } as const;

describeOnStores('a yes to something destructive', (store) => {
  // shows: R6
  it('holds for the job that asked, and another job asks anew', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const ask = (job: string) => session.ask(DEPLOY, { ...PLAIN, job });
    const id = parkedId(await ask('one'));
    await askonce.questions.answer(id, 'yes');
    expect(only(await ask('one'))).toMatchObject({ id, answer: 'Yes' });
    const other = parkedId(await ask('two'));
    expect(other).not.toBe(id);
    expect((await session.ask(DEPLOY, PLAIN)).status).toBe('parked');
  });

  // shows: R6
  it('is asked for by each of two jobs that wait: they share no card', async () => {
    const { askonce } = await setUp(store);
    const ask = async (job: string) => parkedId(await askonce.session('s').ask(DEPLOY, { ...PLAIN, job }));
    const [one, two] = [await ask('one'), await ask('two')];
    expect(one).not.toBe(two);
    await askonce.questions.answer(one, 'yes');
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([two]);
  });

  // shows: S000-REPEAT, R6
  it('holds in its session where it was asked for without a job', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask({ ...DEPLOY, question: 'Overwrite config.yaml?' }, PLAIN));
    await askonce.questions.answer(id, 'yes');
    const again = await session.ask({ ...DEPLOY, question: 'overwrite  config.yaml' }, PLAIN);
    expect(only(again)).toMatchObject({ outcome: 'auto_resolved', id, answer: 'Yes' });
    const other = await session.ask({ ...DEPLOY, question: 'Overwrite Config.yaml?' }, PLAIN);
    expect(other.status).toBe('parked');
    expect((await askonce.session('t').ask(DEPLOY, PLAIN)).status).toBe('parked');
  });

  // shows: R6
  it.each([null, 'j'])('ends when the person says otherwise, and is offered (job %s)', async (job) => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const ask = () => session.ask(DEPLOY, job === null ? PLAIN : { ...PLAIN, job });
    const id = parkedId(await ask());
    await askonce.questions.answer(id, 'yes');
    clock.advance(1_000);
    await session.observe('looks good so far');
    expect(only(await ask())).toMatchObject({ answer: 'Yes' });
    await session.observe('Do not deploy any more today.');
    await session.observe('and thanks for the tests');
    const again = only(await ask());
    expect(again).toMatchObject({ outcome: 'parked', offered: { id, answer: 'Yes' } });
    clock.advance(1_000);
    await askonce.questions.answer((again as { id: string }).id, 'yes');
    expect(only(await ask())).toMatchObject({ answer: 'Yes' });
  });

  it('ends by words that come with an ask, too; a no stays', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const drop = { question: 'Drop the users table?', type: 'CONFIRM' } as const;
    await askonce.questions.answer(parkedId(await session.ask(DEPLOY, PLAIN)), 'yes');
    await askonce.questions.answer(parkedId(await session.ask(drop, PLAIN)), 'no');
    clock.advance(1_000);
    const input = 'never deploy on a Friday, and do not drop the users table';
    expect((await session.ask(DEPLOY, { ...PLAIN, userMessage: input })).status).toBe('parked');
    expect(only(await session.ask(drop, PLAIN))).toMatchObject({ answer: 'No' });
  });

  it('does not end by the words that a job brings again when it is run again', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const input = 'deploy the app but do not delete the logs';
    const ask = () => session.ask(DEPLOY, { ...PLAIN, job: 'j', userMessage: input });
    await askonce.questions.answer(parkedId(await ask()), 'yes');
    clock.advance(1_000);
    await session.observe('how is it going?');
    clock.advance(1_000);
    expect(only(await ask())).toMatchObject({ answer: 'Yes' });
  });
});

describeOnStores('a yes to an act that is not known to be harmless', (store) => {
  const TIDY = { question: 'Should I tidy up the old refs on origin?', type: 'CONFIRM' } as const;

  // shows: R6
  it('holds for the job that asked, also in other words; another job asks anew and is offered it', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const ask = (job: string, question: string = TIDY.question) =>
      session.ask({ ...TIDY, question }, { ...PLAIN, job });
    const id = parkedId(await ask('one'));
    await askonce.questions.answer(id, 'yes');
    expect(only(await ask('one', 'Do you want me to tidy up the old refs on origin?'))).toMatchObject({
      answer: 'Yes',
    });
    const other = parkedId(await ask('two'));
    expect((await askonce.questions.get(other))?.offered).toMatchObject({ id, answer: 'Yes' });
  });

  // shows: S000-REPEAT
  it('holds in its session where no job asks; one that is known to be harmless for every job', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(TIDY, PLAIN)), 'yes');
    expect(only(await session.ask(TIDY, PLAIN))).toMatchObject({ outcome: 'auto_resolved', answer: 'Yes' });
    const tests = { question: 'Should I add tests?', type: 'CONFIRM' } as const;
    await askonce.questions.answer(parkedId(await session.ask(tests, { ...PLAIN, job: 'one' })), 'yes');
    expect(only(await session.ask(tests, { ...PLAIN, job: 'two' }))).toMatchObject({ answer: 'Yes' });
  });
});

describeOnStores('a yes to go on with what a job does', (store) => {
  const PLAN = { question: 'Proceed?', type: 'CONFIRM', context: 'Move the invoices to the new layout.' } as const;

  it('holds for that job, and another job asks', async () => {
    const { askonce } = await setUp(store);
    const ask = (job: string) => askonce.session('s').ask(PLAN, { ...PLAIN, job });
    const id = parkedId(await ask('one'));
    await askonce.questions.answer(id, 'yes');
    expect(only(await ask('one'))).toMatchObject({ id, answer: 'Yes' });
    expect(parkedId(await ask('two'))).not.toBe(id);
  });

  it('holds in its session where no job asks', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(PLAN, PLAIN));
    await askonce.questions.answer(id, 'yes');
    expect(only(await askonce.session('s').ask(PLAN, PLAIN))).toMatchObject({ id, answer: 'Yes' });
  });
});
