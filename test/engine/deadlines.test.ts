import { expect, it } from 'vitest';
import type { Policy } from '../../src/index.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { askOf, codeOf, nextEvent, only, parkedId, setUp, stateOf, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const COLOUR = { question: 'Which colour?', default: 'blue' };
const COLOURED = { question: COLOUR.question, answer: COLOUR.default };

describeOnStores('a deadline', (store) => {
  // shows: R5, O3-02
  it('is none by default: a question waits for ever', async () => {
    const { askonce, clock } = await setUp(store);
    const waiting = askonce.session('s').ask(COLOUR);
    const { clarification } = await nextEvent(askonce, 'clarification.requested');
    clock.advance(365 * DAY);
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([clarification]);
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(clarification!, 'red');
    expect(only(await waiting)).toMatchObject({ outcome: 'answered', answer: 'red' });
  });

  // shows: R5
  it('changes nothing without onTimeout, or with onTimeout wait', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const a = parkedId(await session.ask(COLOUR, { wait: false, timeout: '10m' }));
    const b = parkedId(await session.ask('Which size?', { wait: false, timeout: '10m', onTimeout: 'wait' }));
    clock.advance(365 * DAY);
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([a, b]);
    await askonce.questions.answer(a, 'red');
  });

  // shows: O2-06
  it('with onTimeout default takes the default, and says that nobody gave it', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = session.ask(COLOUR, { timeout: '10m', onTimeout: 'default', job: 'j' });
    await asked;
    clock.advance(10 * MINUTE - 1);
    expect(await stateOf(waiting)).toBe('waits');
    clock.advance(1);
    const result = await waiting;
    expect(result.status).toBe('auto_resolved');
    expect(only(result)).toMatchObject({ answer: 'blue', source: 'default', confidence: 0 });
    expect(only(result)).toHaveProperty('evidence', expect.stringContaining('no answer by 2027-01-01T00:10:00'));
    expect((await session.history()).items).toEqual([]);
  });

  // shows: R7, R8
  it('leaves in the whole history what was gone on with, as nobody’s answer and no answer to others', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const size = { question: 'Which size?' };
    const shape = { question: 'Which shape?' };
    await session.ask(COLOUR, { timeout: '10m', onTimeout: 'default', wait: false });
    await session.ask(size, { timeout: '10m', onTimeout: 'fallback', fallback: 'Take any.', wait: false });
    const failing = await session.ask(shape, { timeout: '10m', onTimeout: 'fail', wait: false });
    clock.advance(10 * MINUTE);
    await expect.poll(async () => (await askonce.questions.list({ status: 'pending' })).items).toEqual([]);

    const evidence = 'no answer by 2027-01-01T00:10:00.000Z';
    const nobody = { status: 'withdrawn', by: null, surface: null };
    expect((await session.history({ all: true })).items).toMatchObject([
      { ...COLOURED, ...nobody, source: 'default', evidence: `${evidence}; the default applies`, confidence: 0 },
      { ...size, ...nobody, answer: 'Take any.', source: 'fallback', evidence, confidence: 0 },
      { ...shape, ...nobody, id: parkedId(failing), answer: null, source: null, evidence },
    ]);
    expect((await session.history()).items).toEqual([]);
    // Silence is never consent: who asks next puts it to the person.
    const again = parkedId(await session.ask(COLOUR, { wait: false }));
    expect((await askonce.questions.get(again))?.status).toBe('pending');
  });

  // shows: O2-06
  it('with onTimeout fallback goes on with the fallback text', async () => {
    const { askonce, clock } = await setUp(store);
    const asked = nextEvent(askonce, 'clarification.requested');
    const options = { timeout: '10m', onTimeout: 'fallback', fallback: 'Take what you think best.' } as const;
    const waiting = askonce.session('s').ask(COLOUR, options);
    await asked;
    clock.advance(10 * MINUTE);
    expect(only(await waiting)).toMatchObject({
      outcome: 'fallback',
      answer: 'Take what you think best.',
      source: 'fallback',
    });
  });

  // shows: O2-06
  it('with onTimeout fail expires the ask and withdraws the question', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = session.ask(COLOUR, { timeout: new Date(clock.now() + MINUTE), onTimeout: 'fail', job: 'j' });
    const { clarification } = await asked;
    clock.advance(MINUTE);
    expect((await waiting).status).toBe('expired');
    expect((await askonce.questions.get(clarification!))?.status).toBe('withdrawn');
    expect((await trail(askonce)).map(({ type }) => type)).toEqual([
      'job.created',
      'clarification.requested',
      'job.awaiting',
      'ask.expired',
      'clarification.withdrawn',
      'job.resumed',
    ]);
  });

  it('closes the question at its moment, even before any sweep: a late answer is told so', async () => {
    const { askonce, clock, open } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(COLOUR, { wait: false, timeout: '10m', onTimeout: 'fail' }));
    await askonce.close();
    const later = await open();
    clock.advance(10 * MINUTE);
    expect(await codeOf(later.questions.answer(id, 'red'))).toBe('clarification_closed');
    expect((await later.questions.get(id))?.status).toBe('withdrawn');
    expect(await codeOf(later.questions.decline(id))).toBe('clarification_closed');
  });

  it('that passes while nobody runs strikes when the inbox is next looked at', async () => {
    const { askonce, clock, open } = await setUp(store);
    const session = askonce.session('s');
    const { ask } = await session.ask(COLOUR, { wait: false, timeout: '10m', onTimeout: 'default', job: 'j' });
    await askonce.close();
    clock.advance(DAY);
    const later = await open();
    expect((await later.questions.list({ status: 'pending' })).items).toEqual([]);
    const again = await later.session('s').ask(COLOUR, { job: 'j' });
    expect(again).toMatchObject({ ask, status: 'auto_resolved', items: [{ answer: 'blue', source: 'default' }] });
  });

  it('lets the same question be asked again where there is no job, and gives a job its own outcome back', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const options = { wait: false, timeout: '10m', onTimeout: 'fail' } as const;
    const withJob = parkedId(await session.ask('Which size?', { ...options, job: 'j' }));
    const without = parkedId(await session.ask(COLOUR, options));
    clock.advance(10 * MINUTE);
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);

    const again = parkedId(await session.ask(COLOUR, options));
    expect(again).not.toBe(without);
    const replayed = await session.ask('Which size?', { ...options, job: 'j' });
    expect(replayed).toMatchObject({ status: 'expired', items: [{ id: withJob }] });
    const other = parkedId(await session.ask('Which size?', { ...options, job: 'k' }));
    expect(other).not.toBe(withJob);
  });

  it('counts the question that is asked again after it against the cap', async () => {
    const policy = { ...CAPPED, cap: 1 };
    const { askonce, clock } = await setUp(store, { policy });
    const session = askonce.session('s');
    await session.ask(COLOUR, { wait: false, timeout: '10m', onTimeout: 'fail' });
    clock.advance(10 * MINUTE);
    await askonce.questions.list({ status: 'pending' });
    expect((await session.ask(COLOUR, { wait: false })).status).toBe('failed');
  });

  it('belongs to one ask of several that share a question: the other waits on', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const short = await session.ask(COLOUR, { wait: false, timeout: '10m', onTimeout: 'fail', job: 'a' });
    const joined = nextEvent(askonce, 'clarification.joined');
    const long = session.ask(COLOUR, { timeout: '20m', onTimeout: 'default', job: 'b' });
    await joined;
    clock.advance(15 * MINUTE);
    const { items } = await askonce.questions.list({ status: 'pending' });
    expect(items).toMatchObject([{ id: parkedId(short), status: 'pending' }]);
    expect((await session.ask(COLOUR, { job: 'a' })).status).toBe('expired');
    await askonce.questions.answer(parkedId(short), 'red');
    expect(only(await long)).toMatchObject({ outcome: 'answered', answer: 'red' });
  });

  it('of the first and the last of those who share a question each bring their own end', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const first = session.ask(COLOUR, { timeout: '10m', onTimeout: 'fail', job: 'a' });
    const second = session.ask(COLOUR, { timeout: '20m', onTimeout: 'default', job: 'b' });
    await nextEvent(askonce, 'clarification.joined');
    clock.advance(10 * MINUTE);
    expect((await first).status).toBe('expired');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    clock.advance(10 * MINUTE);
    expect(only(await second)).toMatchObject({ answer: 'blue', source: 'default' });
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
  });

  it('needs a default where it says so, and one that would be taken as an answer', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const options = { timeout: '1m', onTimeout: 'default' } as const;
    expect(await codeOf(session.ask('Which colour?', options))).toBe('default_missing');
    const strict = { question: 'Which colour?', options: ['red'], strictOptions: true, default: 'blue' };
    expect(await codeOf(session.ask(strict, options))).toBe('default_invalid');
    expect(await codeOf(session.ask(COLOUR, { timeout: 'soon' }))).toBe('duration_invalid');
    expect(await codeOf(session.ask(COLOUR, { timeout: Number.NaN }))).toBe('timeout_invalid');
    expect(await codeOf(session.ask(COLOUR, { onTimeout: 'guess' as 'wait' }))).toBe('timeout_invalid');
  });

  // Was a bug: a policy's own onTimeout "default" was not held against the questions, and silence answered null.
  it('under a policy that takes the default is refused for a question that has none', async () => {
    const policy: Policy = { ...CAPPED, cap: null, onTimeout: 'default' };
    const { askonce, count } = await setUp(store, { policy });
    const ask = askonce.session('s').ask('Which colour?', { wait: false, timeout: '10m', job: 'j' });
    expect(await codeOf(ask)).toBe('default_missing');
    expect(await count('asks')).toBe(0);
  });

  // Was a bug: where the schema refused the default the engine asked for ever: nobody gave it, so nobody can be asked again.
  it('with a default that the schema refuses is refused at once', async () => {
    const { askonce, count } = await setUp(store);
    const schema = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'no colour' }] }) },
    } as const;
    const ask = askonce.session('s').ask({ ...COLOUR, schema }, { timeout: '10m', onTimeout: 'default' });
    expect(await codeOf(ask)).toBe('default_invalid');
    expect(await count('asks')).toBe(0);
  });

  it('can be cancelled by its asker before it passes', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const result = await session.ask(COLOUR, { wait: false, timeout: '10m', onTimeout: 'default', job: 'j' });
    expect(await askonce.questions.cancel({ ask: askOf(result) }, { because: 'no longer needed' })).toBe(1);
    clock.advance(DAY);
    expect((await session.ask(COLOUR, { job: 'j' })).status).toBe('cancelled');
  });
});

const CAPPED: Policy = {
  name: 'capped',
  cap: 1,
  scope: 'session',
  onCap: 'fail',
  onTimeout: 'wait',
  resolvers: [],
  maxRejects: 2,
};
