/** A job goes on after its question: where its worker lives, there; where it died, with whoever is free. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import type { Executor } from '../../src/worker/executor.ts';
import { setUp, trail } from '../support/open.ts';
import { heldExecutor, reaches, startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

/** Says how its questions ended, one after the other. */
function asks(...questions: readonly string[]): Executor & { calls: number } {
  const executor = async (_job: unknown, { ask }: Parameters<Executor>[1]) => {
    executor.calls += 1;
    const told: string[] = [];
    for (const question of questions) {
      const [item] = (await ask(question, { timeout: '4s', onTimeout: 'fail' })).items;
      told.push(item && 'answer' in item ? item.answer : item!.outcome);
    }
    return told.join();
  };
  executor.calls = 0;
  return executor;
}

/** The ways a question ends, and what its asker is told. */
const WAYS: Readonly<Record<string, [(askonce: AskOnce, id: string, ask: string) => Promise<unknown>, string]>> = {
  'an answer': [(askonce, id) => askonce.questions.answer(id, 'YAML'), 'YAML'],
  'a decline': [(askonce, id) => askonce.questions.decline(id), 'declined'],
  'the cancelling of its ask': [(askonce, _id, ask) => askonce.questions.cancel({ ask }), 'cancelled'],
};

describeOnStores('a job that waits', (store) => {
  it.each(Object.keys(WAYS))('goes on after %s where its worker lives: the same run', async (way) => {
    const { askonce, open } = await setUp(store);
    const executor = asks('Which format?');
    const { runner } = await startRunner(askonce, executor);
    const other = heldExecutor();
    const elsewhere = await open();
    const second = await startRunner(elsewhere, other.executor);
    const id = await runner.run('a task');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    const [end, told] = WAYS[way]!;
    await end(elsewhere, waiting[0]!.id, waiting[0]!.ask!);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: told, runs: 1 });
    await second.runner.idle();
    expect(executor.calls).toBe(1);
    expect(other.runs).toEqual([]);
  });

  it.each(Object.keys(WAYS))(
    'goes on after %s elsewhere where its worker has died, and is told the same',
    async (way) => {
      const { askonce, open, sql } = await setUp(store);
      const dying = await open();
      const { runner } = await startRunner(dying, asks('Which format?'));
      const id = await runner.run('a task');
      const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
      const ask = waiting[0]!.ask!;
      await dying.close();
      await sql('UPDATE workers SET lease_until = 0');
      expect(await askonce.jobs.get(id)).toMatchObject({ state: 'AWAITING_RESPONSE', worker: runner.worker });
      const [end, told] = WAYS[way]!;
      await end(askonce, waiting[0]!.id, ask);
      // In the same transaction it has become anybody's.
      expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', worker: null });
      await startRunner(askonce, asks('Which format?'));
      expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: told, runs: 2 });
      const requested = (await trail(askonce)).filter(({ type }) => type === 'clarification.requested');
      expect(requested).toHaveLength(1);
    },
  );

  it('goes on when its deadline strikes, with its worker alive and without', async () => {
    const { askonce, open, sql, clock } = await setUp(store);
    const dying = await open();
    const { runner: gone } = await startRunner(dying, asks('Which format?'));
    const orphan = await gone.run('an orphan');
    await reaches(askonce, orphan, 'AWAITING_RESPONSE');
    await dying.close();
    await sql('UPDATE workers SET lease_until = 0');
    const executor = asks('Which format?');
    const { runner } = await startRunner(askonce, executor);
    const id = await runner.run('a task');
    await reaches(askonce, id, 'AWAITING_RESPONSE');
    expect(executor.calls).toBe(1);
    clock.advance(4_000);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'expired', runs: 1 });
    expect(await reaches(askonce, orphan, 'COMPLETE')).toMatchObject({ result: 'expired', runs: 2 });
  });

  it('for three questions at once goes on after the last, and each gets its own answer', async () => {
    const { askonce } = await setUp(store);
    let calls = 0;
    await startRunner(askonce, async (_job, { ask }) => {
      calls += 1;
      const results = await Promise.all(['red', 'green', 'blue'].map((colour) => ask(`How ${colour}?`)));
      return results.map(({ items }) => ('answer' in items[0]! ? items[0].answer : '-')).join();
    });
    const { id } = await askonce.jobs.queue('a task');
    await reaches(askonce, id, 'AWAITING_RESPONSE');
    await expect.poll(async () => (await askonce.jobs.get(id))!.waiting.length).toBe(3);
    for (const [n, question] of (await askonce.jobs.get(id))!.waiting.entries()) {
      expect(await askonce.jobs.get(id)).toMatchObject({ state: 'AWAITING_RESPONSE' });
      await askonce.questions.answer(question.id, question.question.replace(/How (\w+)\?/, 'very $1'));
      if (n < 2) expect((await askonce.jobs.get(id))!.waiting).toHaveLength(2 - n);
    }
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'very red,very green,very blue', runs: 1 });
    expect(calls).toBe(1);
  });

  it('is told again, when it is run again, all that it was told before', async () => {
    const { askonce, open, sql } = await setUp(store);
    const dying = await open();
    const questions = ['Which format?', 'Which colour?', 'Which size?'];
    const { runner } = await startRunner(dying, asks(...questions));
    const id = await runner.run('a task');
    for (const answer of ['YAML', 'red']) {
      const task = await reaches(askonce, id, 'AWAITING_RESPONSE');
      await askonce.questions.answer(task.waiting[0]!.id, answer);
      await expect.poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.id).not.toBe(task.waiting[0]!.id);
    }
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    expect(waiting[0]!.question).toBe('Which size?');
    await dying.close();
    await sql('UPDATE workers SET lease_until = 0');
    await askonce.questions.answer(waiting[0]!.id, 'large');
    const again = asks(...questions);
    await startRunner(askonce, again);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'YAML,red,large', runs: 2 });
    expect(again.calls).toBe(1);
    const requested = (await trail(askonce)).filter(({ type }) => type === 'clarification.requested');
    expect(requested).toHaveLength(3);
  });
});
