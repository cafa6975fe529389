/** What random sequences and reading found: each as the shortest sequence that shows it, so that it stays found. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { expect, it } from 'vitest';
import type { AskOnce, AskOptions, QuestionInput } from '../../src/index.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { codeOf, openNew, park } from '../faults/support.ts';
import { describeOnStores } from '../support/stores.ts';

/** Asks one question in session `s` and returns its item, without waiting. */
async function ask(askonce: AskOnce, question: string | QuestionInput, options: AskOptions = {}) {
  return (await askonce.session('s').ask(question, { wait: false, ...options })).items[0]!;
}

/** A schema that takes nothing, and ends the test when it has been asked too often. */
function takesNothing(most: number): StandardSchemaV1<string, unknown> {
  let calls = 0;
  const validate = () => {
    calls += 1;
    if (calls > most) throw new Error(`asked ${most} times what was refused`);
    return { issues: [{ message: 'no good' }] };
  };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

describeOnStores('what was found', (kind) => {
  // shows: R6
  it('an answer to another question is never taken for an answer to a destructive one, whatever rejects what', async () => {
    const askonce = await openNew(kind);
    const danger: QuestionInput = { question: 'Delete the users table?', type: 'CONFIRM' };
    const first = await ask(askonce, danger);
    await askonce.questions.answer(first.id!, 'no');
    const other = await ask(
      askonce,
      { question: 'Shall I write the report?', type: 'CONFIRM' },
      { rejects: first.id! },
    );
    await askonce.questions.answer(other.id!, 'yes');
    const third = await park(askonce, 'What is the title?');
    await askonce.questions.answer(third, 'News');
    expect((await ask(askonce, danger, { rejects: third })).outcome).toBe('parked');
    expect((await ask(askonce, danger)).outcome).toBe('parked');
  });

  it('an open answer that stands in for a CONFIRM is not given out as a yes or a no', async () => {
    const askonce = await openNew(kind);
    const confirm: QuestionInput = { question: 'Is the kitchen blue?', type: 'CONFIRM' };
    const first = await ask(askonce, confirm);
    await askonce.questions.answer(first.id!, 'no');
    const open = await ask(askonce, 'Which colour has the kitchen?', { rejects: first.id! });
    await askonce.questions.answer(open.id!, 'green as grass');
    expect(await ask(askonce, confirm)).not.toMatchObject({ answer: 'green as grass' });
  });

  // shows: R2
  it('a job that failed at the cap is told so again when it is run again, whatever the person has said since', async () => {
    const askonce = await openNew(kind, { policy: 'job' });
    await ask(askonce, 'What is the title?', { job: 'j' });
    const kitchen: QuestionInput = { question: 'Is the kitchen blue?', type: 'CONFIRM' };
    expect((await ask(askonce, kitchen, { job: 'j' })).outcome).toBe('failed');
    await askonce.session('s').observe('no');
    expect((await ask(askonce, kitchen, { job: 'j' })).outcome).toBe('failed');
  });

  it('a job that put a rejected question in other words gets its answer when it is run again, at the cap too', async () => {
    const askonce = await openNew(kind, { policy: 'orchestrator' });
    const first = await ask(askonce, 'Which colour has the kitchen?', { job: 'j' });
    await askonce.questions.answer(first.id!, 'hmm');
    const again = { job: 'j', rejects: first.id!, because: 'no colour' };
    const second = await ask(askonce, 'Which colour has the kitchen: blue or green?', again);
    await askonce.questions.answer(second.id!, 'green');
    expect(await ask(askonce, 'Which colour has the kitchen?', { job: 'j' })).toMatchObject({ answer: 'green' });
    expect(await ask(askonce, 'Which colour has the kitchen: blue or green?', again)).toMatchObject({
      answer: 'green',
    });
  });

  // Was a bug: an ask that is wholly settled by the session's answers is not kept, so a job loses them when another supersedes the answer.
  it('a job that was given the session’s answer is given it again when it is run again', async () => {
    const askonce = await openNew(kind);
    const format = (...options: string[]): QuestionInput => ({ question: 'Which format do you want?', options });
    await askonce.questions.answer((await ask(askonce, format('YAML', 'JSON'), { job: 'first' })).id!, 'YAML');
    expect(await ask(askonce, format('YAML', 'JSON'), { job: 'second' })).toMatchObject({ answer: 'YAML' });
    const anew = await ask(askonce, format('JSON', 'TOML'), { job: 'third' });
    expect(await ask(askonce, format('YAML', 'JSON'), { job: 'second' })).toMatchObject({ answer: 'YAML' });
    await askonce.questions.answer(anew.id!, 'JSON');
    expect(await ask(askonce, format('YAML', 'JSON'), { job: 'second' })).toMatchObject({ answer: 'YAML' });
  });

  /** It once went round for ever: the default could be neither used nor rejected. */
  it('a default that the asker’s schema refuses is refused when it is given', async () => {
    const askonce = await openNew(kind);
    const question = { question: 'What is it?', default: 'x', schema: takesNothing(20) };
    const options = { job: 'j', timeout: '1m', onTimeout: 'default' } as const;
    expect(await codeOf(() => ask(askonce, question, options))).toBe('default_invalid');
  });

  // Was a bug: `stillHolds` looks at the question's answer alone, and a default stands in the item: it is given back whatever the options.
  it('a default that does not fit the job’s next options is not given back for them', async () => {
    const clock = new FakeClock();
    let lines = 0;
    const log = () => {
      lines += 1;
      if (lines > 20) throw new Error('applied 20 times what does not fit');
    };
    const askonce = await openNew(kind, { clock, log });
    const format = (...options: string[]): QuestionInput => ({ question: 'Which format do you want?', options });
    await ask(
      askonce,
      { ...format('YAML', 'JSON'), default: 'YAML' },
      { job: 'j', timeout: '1m', onTimeout: 'default' },
    );
    clock.advance(60_000);
    await askonce.questions.list({ status: 'pending' });
    expect(await ask(askonce, format('JSON', 'TOML'), { job: 'j' })).not.toMatchObject({ answer: 'YAML' });
  });

  it('a wait that ends before the last answer gives what was answered by then', async () => {
    const clock = new FakeClock();
    const askonce = await openNew(kind, { clock });
    const requested = Promise.withResolvers<string>();
    const off = askonce.events.on('clarification.requested', ({ clarification }) => requested.resolve(clarification!));
    const asked = askonce.session('s').ask([{ question: 'What first?' }, { question: 'What then?' }], { wait: '10m' });
    const answered = new Promise<void>((resolve) => askonce.events.on('clarification.answered', () => resolve()));
    await askonce.questions.answer(await requested.promise, 'eat');
    await answered;
    clock.advance(600_000);
    const { items } = await asked;
    off();
    expect(items.map(({ outcome }) => outcome)).toEqual(['answered', 'parked']);
  });

  // Was a bug: the depth of a rejection counts every taken-back answer before it, also those that the person took back.
  // shows: R8
  it('answers that the person took back do not use up what the agent may reject', async () => {
    const askonce = await openNew(kind);
    const title = 'What is the title?';
    for (const answer of ['one', 'two']) {
      const { id } = await ask(askonce, title);
      await askonce.questions.answer(id!, answer);
      await askonce.questions.revoke(id!, 'a slip of the pen');
    }
    const third = await ask(askonce, title);
    await askonce.questions.answer(third.id!, 'three');
    expect((await ask(askonce, title, { rejects: third.id!, because: 'too long' })).outcome).toBe('parked');
  });
});
