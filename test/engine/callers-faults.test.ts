/** Functions of the caller's that fail (a schema, a listener, onParked): the fault is the caller's to hear of, and harms nothing else. */
import { getEventListeners } from 'node:events';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { expect, it, onTestFinished } from 'vitest';
import type { AskResult, AuditEvent } from '../../src/index.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, nextEvent, only, parkedId, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZE = 'Which size?';

function schemaOf(validate: (value: unknown) => StandardSchemaV1.Result<string>): StandardSchemaV1<string, string> {
  return { '~standard': { version: 1, vendor: 'by hand', validate } };
}

const numbers = schemaOf((value) =>
  /^\d+$/.test(String(value)) ? { value: String(value) } : { issues: [{ message: 'a number, please' }] },
);

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** What ends up with the process instead of with a caller, from now to the end of the test. The runner's own listeners pause. */
function strays(event: 'uncaughtException' | 'unhandledRejection'): unknown[] {
  const caught: unknown[] = [];
  const paused = process.rawListeners(event) as ((...args: unknown[]) => void)[];
  const listener = (error: unknown) => caught.push(error);
  process.removeAllListeners(event);
  process.on(event, listener);
  onTestFinished(() => {
    process.off(event, listener);
    for (const one of paused) process.on(event, one);
  });
  return caught;
}

describeOnStores('an onParked that throws', (store) => {
  // Was a bug: the rejection was nobody's, which ends the process, and the ask went on waiting.
  it('later, because it is async, ends the ask too', async () => {
    const { askonce } = await setUp(store);
    const ask = askonce.session('s').ask(SIZE, {
      async onParked() {
        await Promise.resolve();
        throw new Error('the printer is on fire');
      },
    });
    await expect(ask).rejects.toThrow('the printer is on fire');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  // Was a bug: its wait stayed behind, and was rejected at close with nobody to hear it, which ends the process.
  it('ends the ask with its error, leaves no wait behind, and the question stays parked', async () => {
    const { askonce, open } = await setUp(store);
    const unheard = strays('unhandledRejection');
    let told: AskResult | undefined;
    const { signal } = new AbortController();
    const ask = askonce.session('s').ask(SIZE, {
      signal,
      onParked(result) {
        told = result;
        throw new Error('the printer is on fire');
      },
    });
    await expect(ask).rejects.toThrow('the printer is on fire');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const id = parkedId(told!);
    expect((await askonce.questions.list({ status: 'pending' })).items.map((item) => item.id)).toEqual([id]);
    await askonce.close();
    await turns();
    expect(unheard).toEqual([]);

    const later = await open();
    await later.questions.answer(id, 'small');
    expect((await later.session('s').ask(SIZE)).answer).toBe('small');
  });

  it('after it closed AskOnce itself ends the ask with its error, and nothing is left unheard', async () => {
    const { askonce } = await setUp(store);
    const unheard = strays('unhandledRejection');
    const ask = askonce.session('s').ask(SIZE, {
      onParked() {
        void askonce.close();
        throw new Error('enough');
      },
    });
    await expect(ask).rejects.toThrow('enough');
    await turns();
    expect(unheard).toEqual([]);
  });

  it('leaves those who wait for the same question alone', async () => {
    const { askonce } = await setUp(store);
    const asked = nextEvent(askonce, 'clarification.requested');
    const patient = askonce.session('s').ask(SIZE);
    const { clarification } = await asked;
    const ask = askonce.session('s').ask(SIZE, {
      onParked() {
        throw new Error('no');
      },
    });
    await expect(ask).rejects.toThrow('no');
    await askonce.questions.answer(clarification!, 'small');
    expect((await patient).answer).toBe('small');
  });
});

describeOnStores('a listener that throws', (store) => {
  // Was a bug: the error ended the round, so this listener missed what followed in it.
  it('on one event gets the following ones, and its error surfaces', async () => {
    const { askonce } = await setUp(store);
    const uncaught = strays('uncaughtException');
    const heard: string[] = [];
    const also: string[] = [];
    const listen = ({ type }: AuditEvent) => {
      heard.push(type);
      if (type === 'job.created') throw new Error('not this one');
    };
    askonce.events.on('*', listen);
    askonce.events.on('*', ({ type }) => also.push(type));
    const answered = nextEvent(askonce, 'job.resumed');
    const id = parkedId(await askonce.session('s').ask(SIZE, { job: 'j', wait: false }));
    await askonce.questions.answer(id, 'small');
    await answered;
    await turns();
    const asked = ['job.created', 'clarification.requested', 'job.awaiting'];
    expect(heard).toEqual([...asked, 'clarification.answered', 'job.resumed']);
    expect(also).toEqual(heard);
    expect(uncaught).toEqual([expect.objectContaining({ message: 'not this one' })]);
  });
});

describeOnStores('a schema that throws', (store) => {
  // Was a bug: its error came out of answer() as it was, without a code.
  // shows: R8
  it.each<[string, () => StandardSchemaV1.Result<string>]>([
    [
      'an error',
      () => {
        throw new Error('cannot reach the list of ports');
      },
    ],
    [
      'a text',
      () => {
        throw 'cannot reach the list of ports';
      },
    ],
  ])('%s refuses the answer and leaves the question open', async (_what, validate) => {
    const { askonce } = await setUp(store);
    const question = { question: 'Which port?', schema: schemaOf(validate) };
    const id = parkedId(await askonce.session('s').ask(question, { wait: false }));
    await expect(askonce.questions.answer(id, '80')).rejects.toMatchObject({
      code: 'answer_refused',
      message: expect.stringContaining('cannot reach the list of ports'),
    });
    expect((await askonce.questions.list({ status: 'pending' })).items.map((item) => item.id)).toEqual([id]);
    expect((await askonce.history()).items).toEqual([]);
  });

  it('on a default refuses the ask', async () => {
    const { askonce, count } = await setUp(store);
    const schema = schemaOf(() => {
      throw new Error('broken');
    });
    const question = { question: 'Which port?', default: '80', schema };
    const ask = askonce.session('s').ask(question, { timeout: '1m', onTimeout: 'default', wait: false });
    expect(await codeOf(ask)).toBe('default_invalid');
    expect(await count('clarifications')).toBe(0);
  });
});

describeOnStores('the time that an ask waits', (store) => {
  // Was a bug: every question that was asked anew began to wait the whole time again.
  it('is one limit for the whole ask, also where the schema refuses an answer in between', async () => {
    const { askonce, open, clock } = await setUp(store);
    const other = await open();
    let asked = nextEvent(askonce, 'clarification.requested');
    const waiting = askonce.session('s').ask({ question: 'Which port?', schema: numbers }, { wait: '10m' });
    for (const wrong of ['eighty', 'ninety']) {
      const { clarification } = await asked;
      clock.advance(4 * MINUTE);
      asked = nextEvent(askonce, 'clarification.requested');
      await other.questions.answer(clarification!, wrong);
    }
    const { clarification } = await asked;
    clock.advance(2 * MINUTE - 1);
    expect(await stateOf(waiting)).toBe('waits');
    clock.advance(1);
    expect(only(await waiting)).toMatchObject({ outcome: 'parked', id: clarification });
  });
});
