/** What becomes of agents when the process that runs them is gone. Real processes, really killed. */
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listed, living, until } from '../../support/processes.ts';
import { FOLDER, leaveNothingBehind, type Parent, parent, script } from './running.ts';

leaveNothingBehind();

/** An agent with a child, which has a child, each in the group and each deaf to everything but SIGKILL. Prints three numbers. */
const FAMILY = `trap '' TERM INT HUP; echo $$; sh -c 'echo $$; sh -c "echo \\$\\$; exec sleep 600"; true'; true`;

/** The descriptors of a process, and what they lead to. */
function opened(pid: number): Map<string, string> {
  const folder = `/proc/${pid}/fd`;
  const entries: [string, string][] = [];
  for (const number of readdirSync(folder)) {
    try {
      entries.push([number, readlinkSync(`${folder}/${number}`)]);
    } catch {}
  }
  return new Map(entries);
}

/** Waits for so many lines of numbers. */
async function pids(run: Parent, count: number): Promise<number[]> {
  await until(() => run.lines().length >= count, `prints ${count} numbers`);
  return run.lines().slice(0, count).map(Number);
}

/** Waits until the process has nothing but its guardian. */
async function guardianOf(run: Parent): Promise<number> {
  await until(() => run.lines().at(-1)?.startsWith('{') ?? false, 'the command has ended');
  const children = listed().filter(({ parent }) => parent === run.child.pid);
  expect(children).toHaveLength(1);
  return children[0]!.pid;
}

const gone = (...all: number[]) => until(() => living(all).length === 0, `${all.join(', ')} are gone`);

describe('a process that is killed', () => {
  it('takes its agent along, with all that the agent started', async () => {
    const run = parent(FAMILY, 'run');
    const family = await pids(run, 4);
    expect(new Set(family).size).toBe(3);
    expect(living(family)).toEqual(family);
    run.child.kill('SIGKILL');
    await gone(...family);
  });

  it('before its agent was let go leaves nothing that began', async () => {
    const file = join(FOLDER, 'begun');
    const run = parent(`touch '${file}'; exec sleep 600`, 'die-when-spawned');
    await run.ended();
    const [pid] = await pids(run, 1);
    await gone(pid!);
    expect(readdirSync(FOLDER)).toEqual([]);
  });
});

describe('the guardian', () => {
  it('holds nothing of ours, hears no signal, is no part of our group, and ends with us', async () => {
    const run = parent('true', 'stay');
    const guardian = await guardianOf(run);
    const row = () => listed().find(({ pid }) => pid === guardian);
    expect(row()!.group).toBe(guardian);
    expect(row()!.state).toMatch(/^Ss/);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(guardian, signal);
    if (process.platform === 'linux') {
      const open = opened(guardian);
      expect([open.get('0'), open.get('1'), open.get('2')]).toEqual([
        expect.stringMatching(/^(socket|pipe):/),
        '/dev/null',
        '/dev/null',
      ]);
      // What has come to us from whoever started the tests comes to everybody.
      const handedOn = new Set(opened(process.pid).values());
      expect([...open].filter(([number, what]) => Number(number) > 2 && !handedOn.has(what))).toEqual([]);
      expect(readlinkSync(`/proc/${guardian}/cwd`)).toBe('/');
    }
    expect(living([guardian])).toEqual([guardian]);
    run.child.kill('SIGTERM');
    await gone(guardian);
  });

  it('does not keep a process that has nothing left to do', async () => {
    const run = parent('echo hello', 'run');
    await run.ended();
    expect(run.child.exitCode).toBe(0);
    expect(run.lines()).toContain('hello');
  });

  it('is replaced when somebody ends it', async () => {
    const run = parent(`${FAMILY}`, 'run');
    const family = await pids(run, 4);
    const others = () => listed().filter(({ pid, parent }) => parent === run.child.pid && !family.includes(pid));
    const [first] = others();
    // One that ends within its first second is not replaced at once: it could not work here.
    const started = performance.now();
    await until(() => performance.now() - started > 1100, 'it is old enough');
    process.kill(first!.pid, 'SIGKILL');
    await until(() => {
      // One look decides: between two, the process that ends may leave the list.
      const now = others();
      return now.length === 1 && now[0]!.pid !== first!.pid;
    }, 'there is another');
    run.child.kill('SIGKILL');
    await gone(...family);
  });
});

describe('a process without room', () => {
  it('keeps little of 100 MB, with line ends and without', async () => {
    const lines = script(
      'const x = ("x".repeat(99) + "\\n").repeat(500); for (let i = 0; i < 2000; i += 1) process.stdout.write(x)',
    );
    for (const command of [lines, "head -c 100000000 /dev/zero | tr '\\0' x"]) {
      // What kept it all would not fit.
      const run = parent(command, 'quiet', ['--max-old-space-size=64']);
      await run.ended();
      const report = JSON.parse(run.lines().at(-1)!);
      expect(report).toMatchObject({ exitCode: 0, kept: 1_000_000, lines: command === lines ? 1_000_000 : 25_000 });
      expect(report.grown).toBeLessThan(90);
    }
  });

  it('says that the agent could not be started', async () => {
    const run = parent('true', 'no-descriptors');
    await run.ended();
    expect(JSON.parse(run.lines().at(-1)!)).toMatchObject({ code: 'agent_missing' });
    expect(run.child.exitCode).toBe(0);
  });
});
