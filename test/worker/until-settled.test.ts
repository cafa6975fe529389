/** When `askonce run` may end: what is about to save itself is not stopped before it has. */
import { expect, it } from 'vitest';
import type { Task } from '../../src/index.ts';
import { untilSettled } from '../../src/worker/until-settled.ts';

/** The tasks as they are looked at, one after the other. Something happens to a job after each look. */
async function looks(...states: readonly Partial<Task>[]): Promise<number> {
  let looked = 0;
  const source = {
    on(_type: string, listener: (event: { job: string | null }) => void) {
      const timer = setInterval(() => listener({ job: 'j' }), 1);
      return () => clearInterval(timer);
    },
  };
  const tasks = async () => {
    const now = states[Math.min(looked, states.length - 1)];
    looked += 1;
    return [{ waiting: [], agent: null, worker: null, ...now } as unknown as Task];
  };
  await untilSettled(source as never, tasks, async () => false);
  return looked;
}

it('waits for a Claude Code that has asked until it has deferred its call and its worker has let go', async () => {
  const asked = { state: 'AWAITING_RESPONSE', agent: 'claude -p', worker: 'w-1' } as const;
  expect(await looks({ ...asked, state: 'RUNNING' }, asked, asked, { ...asked, worker: null })).toBe(4);
});

it('does not wait for another agent, which waits for as long as the person takes', async () => {
  const asked = { state: 'AWAITING_RESPONSE', agent: './agent.sh', worker: 'w-1' } as const;
  expect(await looks({ ...asked, state: 'RUNNING' }, asked, asked)).toBe(2);
});
