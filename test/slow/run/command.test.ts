import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { endOf } from '../../support/open.ts';
import { living, until } from '../../support/processes.ts';
import { FOLDER, failure, leaveNothingBehind, running, script } from './running.ts';

leaveNothingBehind();

/** Prints its number and stays; `exec`, so that no shell stands before it. */
const STAYS = 'echo "pid $$"; exec sleep 600';
/** From here on the clocks of a command go on only when a test says so, however long its processes take to end. */
function stopClocks(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a command', () => {
  it('is a line for the shell, in the folder given, with our environment and what is added', async () => {
    process.env.ASKONCE_TEST_OURS = 'ours';
    const run = running('pwd | cat && echo "$ASKONCE_TEST_OURS $ADDED"; echo "a  b" >&2', { env: { ADDED: 'added' } });
    const { output, errorTail, exitCode, signal } = await run.result;
    expect({ output, errorTail, exitCode, signal }).toEqual({
      output: `${FOLDER}\nours added\n`,
      errorTail: 'a  b\n',
      exitCode: 0,
      signal: null,
    });
    expect(run.lines.toSorted()).toEqual(['! a  b', FOLDER, 'ours added']);
  });

  it('leads a process group of its own', async () => {
    const run = running('ps -o pgid= -p $$; true');
    const { output } = await run.result;
    expect(Number(output)).toBe(run.pid());
  });

  it('ends with any exit code, which is returned', async () => {
    expect((await running('echo out; echo err >&2; exit 3').result).exitCode).toBe(3);
    expect(await running('kill -9 $$').result).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('does nothing before it was announced', async () => {
    const file = join(FOLDER, 'began');
    let early = true;
    const onSpawned = () => {
      early = existsSync(file);
    };
    await running(`touch '${file}'`, { onSpawned }).result;
    expect([early, existsSync(file)]).toEqual([false, true]);
  });
});

describe('the prompt', () => {
  it.each(['', '\nline one\n  日本語\n', 'go\n'])('is the whole of stdin: %j', async (prompt) => {
    expect((await running('cat', { prompt }).result).output).toBe(prompt);
  });

  it('may be a megabyte', async () => {
    const prompt = 'プロンプト'.repeat(70_000);
    const { output } = await running('wc -c', { prompt }).result;
    expect(Number(output)).toBe(Buffer.byteLength(prompt));
    expect(Number(output)).toBeGreaterThan(1_000_000);
  });

  it('need not be read, or not to its end', async () => {
    const prompt = 'x'.repeat(2_000_000);
    expect((await running('exec <&-; echo done', { prompt }).result).output).toBe('done\n');
    expect((await running('head -c 3', { prompt }).result).output).toBe('xxx');
  });
});

describe('the output', () => {
  it('comes line by line while the command runs', async () => {
    const go = join(FOLDER, 'go-on');
    const run = running(`echo first; until test -e '${go}'; do sleep 0.02; done; printf last`);
    await run.printed('first');
    expect(run.lines).toEqual(['first']);
    writeFileSync(go, '');
    await run.result;
    expect(run.lines).toEqual(['first', 'last']);
  });

  it('is decoded across chunks', async () => {
    // Each byte by itself, and the next only when it has left.
    const code = `const bytes = [...Buffer.from("日本語の出力\\n")];
      const next = () => bytes.length > 0 && process.stdout.write(Buffer.of(bytes.shift()), () => setTimeout(next, 2));
      next();`;
    const run = running(script(code));
    expect((await run.result).output).toBe('日本語の出力\n');
    expect(run.lines).toEqual(['日本語の出力']);
  });

  it('is kept as it is, and given plain', async () => {
    const run = running(`printf '10%%\\r\\033[32m100%%\\033[0m\\n'`);
    expect((await run.result).output).toBe('10%\r\x1b[32m100%\x1b[0m\n');
    expect(run.lines).toEqual(['100%']);
  });

  it('is kept to its last million characters, the errors to their last 4,000', async () => {
    const run = running(
      script('const x = "x".repeat(1.5e6); process.stdout.write(x + "end"); process.stderr.write(x + "end")'),
    );
    const { output, errorTail } = await run.result;
    expect([output.length, output.slice(-4)]).toEqual([1_000_000, 'xend']);
    expect([errorTail.length, errorTail.slice(-4)]).toEqual([4000, 'xend']);
  });

  it('ends the command where the caller cannot take it', async () => {
    const full = new Error('no room');
    const run = running(`echo one; ${STAYS}`, {
      onLine: () => {
        throw full;
      },
    });
    expect(await run.error).toBe(full);
    expect(living([run.pid()])).toEqual([]);
  });
});

describe('an abort', () => {
  it('ends the whole group, and rejects with its reason when it is gone, without the two seconds', async () => {
    const run = running(`sleep 601 & echo "child $!"; ${STAYS}`);
    const child = Number((await run.printed(/^child /)).split(' ')[1]);
    await run.printed(/^pid /);
    stopClocks();
    run.abort('enough');
    await until(() => living([run.pid(), child]).length === 0, 'they are gone');
    await vi.advanceTimersByTimeAsync(1999);
    expect(await endOf(run.error)).toBe('enough');
  });

  it('kills after two seconds what ignores SIGTERM', async () => {
    const run = running("trap '' TERM; echo ready; while :; do sleep 0.1; done");
    await run.printed('ready');
    const started = performance.now();
    run.abort();
    expect(await run.error).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - started).toBeGreaterThan(1900);
    expect(living([run.pid()])).toEqual([]);
  });

  it('also kills after two seconds what its leader has left behind', async () => {
    const run = running(`(trap '' TERM; echo ready; exec sleep 602) & echo "child $!"; ${STAYS}`);
    const child = Number((await run.printed(/^child /)).split(' ')[1]);
    await run.printed('ready');
    stopClocks();
    run.abort('enough');
    await until(() => living([run.pid()]).length === 0, 'they are gone');
    await vi.advanceTimersByTimeAsync(1999);
    expect(living([child])).toEqual([child]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await endOf(run.error)).toBe('enough');
    await until(() => living([child]).length === 0, 'they are gone');
  });

  it('lets the agent say its last words', async () => {
    const run = running("trap 'echo bye; exit' TERM; echo ready; while :; do sleep 0.05; done");
    await run.printed('ready');
    run.abort();
    await run.error;
    expect(run.lines.at(-1)).toBe('bye');
  });

  it('before the start starts nothing', async () => {
    let spawned = false;
    const signal = AbortSignal.abort('early');
    const onSpawned = () => {
      spawned = true;
    };
    expect(await running('true', { signal, onSpawned }).error).toBe('early');
    expect(spawned).toBe(false);
  });

  it('between spawn and start lets nothing begin', async () => {
    const file = join(FOLDER, 'never');
    const run = running(`touch '${file}'`, { onSpawned: () => run.abort('changed my mind') });
    expect(await run.error).toBe('changed my mind');
    expect(existsSync(file)).toBe(false);
  });
});

describe('a process that is left behind with the streams open', () => {
  it('holds nobody up for more than half a second, and is killed', async () => {
    const go = join(FOLDER, 'leaves');
    const run = running(`sleep 603 & echo "child $!"; until test -e '${go}'; do sleep 0.02; done`);
    const child = Number((await run.printed(/^child /)).split(' ')[1]);
    stopClocks();
    writeFileSync(go, '');
    // Its end is known when the clock of half a second is set.
    await until(() => vi.getTimerCount() === 1, 'the clock is set');
    await vi.advanceTimersByTimeAsync(499);
    expect(living([run.pid(), child])).toEqual([child]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await endOf(run.result)).exitCode).toBe(0);
    await until(() => living([child]).length === 0, 'they are gone');
  });

  it('is not waited for even where it has left the group', async () => {
    const code = `const c = require("node:child_process").spawn("sleep", ["604"], { detached: true, stdio: "inherit" });
      console.log(c.pid); c.unref();`;
    const run = running(script(code));
    await run.result;
    const pid = Number(run.lines[0]);
    expect(living([pid])).toEqual([pid]);
    process.kill(pid, 'SIGKILL');
  });

  it('may print for a moment longer', async () => {
    const run = running('(sleep 0.1; echo later) & echo first');
    expect((await run.result).output).toBe('first\nlater\n');
  });
});

describe('a command that cannot be run', () => {
  it.each([
    ['no-such-agent -p', 'no-such-agent'],
    ['A=1 B="2 3" no-such-agent -p', 'no-such-agent'],
    ["'no such agent' -p", 'no such agent'],
    ['./no/such/agent', './no/such/agent'],
  ])('is named: %s', async (command, name) => {
    const error = await failure(running(command));
    expect(error.code).toBe('agent_missing');
    expect(error.message).toContain(`“${name}” was not found`);
    expect(error.message).toContain('--exec "claude -p"');
  });

  it('may be a file that is not executable', async () => {
    writeFileSync(join(FOLDER, 'plain.txt'), 'text');
    const error = await failure(running('./plain.txt'));
    expect(error.code).toBe('agent_missing');
    expect(error.message).toContain('“./plain.txt” cannot be run');
  });

  it('is told from a script that lacks a program', async () => {
    writeFileSync(join(FOLDER, 'agent.sh'), '#!/bin/sh\nno-such-tool\n', { mode: 0o755 });
    expect((await running('./agent.sh').result).exitCode).toBe(127);
    expect((await running('echo begun; no-such-tool').result).exitCode).toBe(127);
    expect(await running('no-such-tool; exit 127').error).toMatchObject({ code: 'agent_missing' });
    expect((await running('exit 127').result).exitCode).toBe(127);
  });

  it('may lack its folder', async () => {
    const error = await failure(running('true', { cwd: join(FOLDER, 'nowhere') }));
    expect(error.code).toBe('agent_missing');
    expect(error.message).toContain(`there is no folder ${join(FOLDER, 'nowhere')}`);
  });

  it('may be no command at all', async () => {
    expect((await failure(running('echo \0'))).code).toBe('agent_missing');
  });
});
