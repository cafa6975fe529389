/** What ends an agent that does not end of itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watch } from '../../../src/worker/agents/command/watch.ts';
import { living, until } from '../../support/processes.ts';
import { FOLDER, failure, leaveNothingBehind, running } from './running.ts';

leaveNothingBehind();

const STAYS = 'exec sleep 600';
/** A detector as simple as can be. */
const asks = (tail: string) => /.*\[Y\/n\]\s*$/.exec(tail)?.[0].trim() ?? null;

describe('a limit', () => {
  it('of the whole time ends it and names itself', async () => {
    const run = running('while :; do echo tick; sleep 0.02; done', { totalMs: 300, idleMs: 60_000 });
    const error = await failure(run);
    expect(error.code).toBe('agent_timeout');
    expect(error.message).toBe(
      'The agent ran longer than its limit of 300 milliseconds and was stopped. To allow more time, use --run-timeout.',
    );
    expect(living([run.pid()])).toEqual([]);
  });

  it('of silence ends it and names itself', async () => {
    const run = running(STAYS, { totalMs: 60_000, idleMs: 200 });
    const error = await failure(run);
    expect(error.code).toBe('agent_timeout');
    expect(error.message).toBe(
      'The agent printed nothing for 200 milliseconds and was stopped. To allow more time, use --idle-timeout.',
    );
    expect(living([run.pid()])).toEqual([]);
  });

  it.each(['', ' >&2'])('of silence counts from the last output%s', async (to) => {
    const command = `for i in 1 2 3 4 5 6 7 8 9 10; do printf .${to}; sleep 0.2; done`;
    expect((await running(command, { idleMs: 1500 }).result).exitCode).toBe(0);
  });

  it.each([{ totalMs: 200 }, { idleMs: 200 }])('ends it when a person is no longer waited for: %j', async (limit) => {
    let looked = 0;
    // At a tick of 20 ms, 30 looks are three times the limit.
    const isWaiting = () => {
      looked += 1;
      return looked < 30;
    };
    const error = await failure(running(STAYS, { ...limit, isWaiting }));
    expect(error.code).toBe('agent_timeout');
    expect(looked).toBeGreaterThanOrEqual(30);
  });

  it.each([
    { totalMs: 200, idleMs: null },
    { totalMs: null, idleMs: 200 },
  ])('does not run while a person is waited for: %j', (limit) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const began = performance.now();
    const ended: number[] = [];
    const end = () => ended.push(performance.now() - began);
    const isWaiting = () => performance.now() - began <= 600;
    const agent = watch({ ...limit, pauseMs: 3000 }, { isWaiting, onTotal: end, onIdle: end, onPause: () => {} });
    vi.advanceTimersByTime(810);
    agent.stop();
    expect(ended).toEqual([800]);
  });
});

describe('a prompt for typing', () => {
  it('that hangs ends the agent', async () => {
    const command = "printf 'Working\\n\\033[1mOverwrite? [Y/n]\\033[0m ' >&2; exec sleep 600";
    const run = running(command, { promptMs: 150, interactivePrompt: asks });
    const error = await failure(run);
    expect(error.code).toBe('agent_prompted');
    expect(error.message).toBe(
      'The agent is waiting for keyboard input: “Overwrite? [Y/n]”. Its stdin is closed, so it would wait forever. ' +
        'Run it in non-interactive mode, or have it print NEEDS_CLARIFICATION: followed by its question.',
    );
    expect(living([run.pid()])).toEqual([]);
  });

  it('is looked for after each pause, once', async () => {
    const tails: string[] = [];
    const interactivePrompt = (tail: string) => {
      tails.push(tail);
      return asks(tail);
    };
    const go = join(FOLDER, 'asks-next');
    const command = `echo one; until test -e '${go}'; do sleep 0.02; done; printf 'Sure? [Y/n]'; exec sleep 600`;
    const run = running(command, { promptMs: 100, interactivePrompt });
    await until(() => tails.length === 1, 'the first pause');
    writeFileSync(go, '');
    expect((await failure(run)).code).toBe('agent_prompted');
    expect(tails).toEqual(['one\n', 'one\nSure? [Y/n]']);
  });

  it('that is only printed is left alone', async () => {
    const command = `printf 'Overwrite? [Y/n] '; sleep 0.02; echo 'yes, of course'; sleep 2; printf 'again? [Y/n]'`;
    const run = running(command, { promptMs: 1500, interactivePrompt: asks });
    expect((await run.result).exitCode).toBe(0);
  });

  it('is not looked for while a person is waited for', async () => {
    let looked = 0;
    const isWaiting = () => {
      looked += 1;
      return looked < 30;
    };
    const interactivePrompt = (tail: string) => (looked < 30 ? 'too early' : asks(tail));
    const run = running(`printf 'Go? [Y/n]'; exec sleep 600`, { promptMs: 100, isWaiting, interactivePrompt });
    expect((await failure(run)).details.prompt).toBe('Go? [Y/n]');
  });
});
