/** Four processes that do everything at once in one session: how few statements that takes, and that the rules hold. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AskOnce, AskOnceError } from '../../../src/index.ts';
import { Connections } from '../../../src/store/postgres/connections.ts';
import { DecisionQueue } from '../../../src/store/postgres/queue.ts';
import { type PostgresBench, postgresBench } from '../../store/postgres-bench.ts';

/** Counts decisions, and the statements that are read and written for them, in all openings of this process. */
function counting() {
  const query = vi.spyOn(Connections.prototype, 'query');
  const run = vi.spyOn(DecisionQueue.prototype, 'run');
  onTestFinished(() => {
    query.mockRestore();
    run.mockRestore();
  });
  return {
    statements: () => query.mock.calls.filter(([{ name }]) => /^(look|write) /.test(name)).length,
    decisions: () => run.mock.calls.length,
  };
}

/** A sequence of numbers below `below`, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const QUESTIONS = 6;
const seen: string[] = [];
const asks: string[] = [];

/** What one caller does: asks what others ask, answers, revokes, declines and leaves. */
async function work(askonce: AskOnce, caller: string, steps: number, number: (below: number) => number): Promise<void> {
  const some = (of: readonly string[]) => of[number(of.length)] ?? 'none';
  for (let step = 0; step < steps; step += 1) {
    const kind = number(10);
    const call = async () => {
      if (kind < 5) {
        const job = kind < 2 ? { job: `${caller}-${number(2)}` } : {};
        const said = kind === 4 ? { userMessage: `It is ${step} o'clock for ${caller}.` } : {};
        const question = `What is number ${number(QUESTIONS)}?`;
        const result = await askonce.session('s').ask(question, { wait: false, ...job, ...said });
        for (const item of result.items) if (item.outcome === 'parked') seen.push(item.id);
        if (result.ask) asks.push(result.ask);
      } else if (kind < 7) await askonce.questions.answer(some(seen), `answer ${number(3)}`);
      else if (kind === 7) await askonce.questions.decline(some(seen), 'no idea');
      else if (kind === 8) await askonce.questions.revoke(some(seen), 'a mistake');
      else await askonce.questions.cancel({ ask: some(asks) });
    };
    await call().catch((error: unknown) => {
      // Somebody else was faster; the store itself never fails.
      if (!(error instanceof AskOnceError) || error.code.startsWith('store_')) throw error;
    });
  }
}

/** What must hold in every order of the calls. */
async function mustBeSound({ count }: PostgresBench): Promise<void> {
  const waits = `EXISTS (SELECT FROM ask_items i WHERE i.clarification_id = c.id AND i.outcome = 'parked')`;
  expect(await count('clarifications c', `status = 'pending' AND NOT ${waits}`)).toBe(0);
  expect(await count('clarifications c', `status <> 'pending' AND ${waits}`)).toBe(0);
  const jobWaits = `EXISTS (SELECT FROM ask_items i WHERE i.job_id = j.id AND i.outcome = 'parked')`;
  expect(await count('jobs j', `(state = 'AWAITING_RESPONSE') <> ${jobWaits}`)).toBe(0);
  const asked = `(SELECT count(*) FROM events e WHERE e.clarification_id = c.id AND e.type = 'clarification.answered')`;
  expect(await count('clarifications c', `${asked} > 1`)).toBe(0);
  expect(await count('clarifications c', `status = 'answered' AND source = 'user' AND ${asked} <> 1`)).toBe(0);
}

describe('four processes in one session', () => {
  it.each([
    [1, 40],
    [4, 20],
    [32, 8],
  ])('with %d callers each take at most three statements for a decision', async (callers, steps) => {
    const bench = await postgresBench();
    seen.length = 0;
    asks.length = 0;
    const processes = await Promise.all(Array.from({ length: 4 }, () => bench.open()));
    await processes[0]!.session('s').ask('What is the first question?', { wait: false });
    const { statements, decisions } = counting();
    await Promise.all(
      processes.flatMap((askonce, p) =>
        Array.from({ length: callers }, (_, c) =>
          work(askonce, `caller-${p}-${c}`, steps, numbersFrom(p * 1_000 + c + 1)),
        ),
      ),
    );
    const each = statements() / decisions();
    await mustBeSound(bench);
    expect(decisions()).toBeGreaterThanOrEqual(4 * callers * steps * 0.9);
    expect(each).toBeLessThanOrEqual(3);
  });
});
