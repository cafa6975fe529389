/** One start of the REPL after another, and two of them at the same time. */
import { describe, expect, it } from 'vitest';
import { agentOf, asking, FORMAT, gone, held, letGo, told, turns } from './agents.ts';
import { newProject, type Project } from './repl.ts';

const idOf = (stdout: string) => /Task (task-\S+) queued/.exec(stdout)![1]!;

describe('--continue', () => {
  it('goes on in the last session: what is known there is not asked again', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    const first = await project.piped(agent, 'Create configuration file\n/respond YAML\n');
    const { code, stdout } = await project.piped(agent, 'Create another one\n', ['--continue']);
    expect(/Session (\S+);/.exec(stdout)![1]).toBe(/Session (\S+);/.exec(first.stdout)![1]);
    expect(stdout).not.toContain('[?]');
    expect(told(project, idOf(stdout)).at(-1)).toBe('Clarification Answer: YAML');
    expect(code).toBe(0);
  });

  it('is needed for that: a new session asks anew', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    await project.piped(agent, 'Create configuration file\n/respond YAML\n');
    expect((await project.piped(agent, 'Create another one\n')).code).toBe(2);
  });

  it('shows the open question again, and a number answers it', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    const task = idOf((await project.piped(agent, 'Create configuration file\n')).stdout);
    const { code, stdout } = await project.piped(agent, '2\n', ['--continue']);
    expect(stdout).toContain(`Response received: "JSON"\nTask ${task} continuing...\n[v] Task ${task} COMPLETE\n`);
    expect(turns(project, task)).toBe(2);
    expect(code).toBe(0);
  });

  it('ends with 2 as long as the question of an earlier start is open', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    await project.piped(agent, 'Create configuration file\n');
    const { code, stderr } = await project.piped(agent, '/status\n', ['--continue']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^question open: q-\S+ \(task-\S+\): Which format/);
  });

  it('does not fail for what failed in an earlier start', async () => {
    const project = newProject();
    expect((await project.piped('exit 3', 'Do it\n')).code).toBe(1);
    const { code, stdout } = await project.piped('cat', 'Do it again\n/tasks\n', ['--continue']);
    expect(stdout).toContain('[X] ');
    expect(code).toBe(0);
  });

  it('goes on with what a killed REPL left running, and with what it had not begun', async () => {
    const project = newProject();
    const agent = held(project, 'echo turn >> "turns-$ASKONCE_JOB"; echo "Finished."');
    const killed = project.repl(agent, ['--concurrency', '1']);
    const tasks = [await killed.queue('Do this'), await killed.queue('Do that')];
    const { jobs } = await project.open();
    const agentLeft = await agentOf(project, tasks[0]!);
    killed.process.kill('SIGKILL');
    await killed.ended;
    await gone(agentLeft);
    letGo(project);
    const { code } = await project.piped(agent, '', ['--continue']);
    expect(code).toBe(0);
    for (const task of tasks) {
      expect((await jobs.get(task))?.state).toBe('COMPLETE');
      expect(turns(project, task)).toBe(1);
    }
  });
});

describe('a signal', () => {
  it.each([
    ['while it reads', 'SIGTERM', ''],
    ['while an answer waits for its question', 'SIGINT', '/respond YAML\n'],
    ['while it lets an agent finish after the input', 'SIGINT', null],
  ] as const)('ends it at once %s, and the task is safe', async (_when, signal, input) => {
    const project = newProject();
    const agent = held(project);
    const repl = project.repl(agent);
    const task = await repl.queue('Do it');
    const process = await agentOf(project, task);
    if (input === null) repl.process.stdin!.end();
    else repl.process.stdin!.write(input);
    // What was written before it is read by then.
    if (input === '') expect(await repl.block('/status')).toContain('Running: 1\n');
    repl.process.kill(signal);
    const { code, stdout, stderr } = await repl.ended;
    await gone(process);
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(stdout).toMatch(/\n1 task is not finished, but saved\. To continue: askonce --continue --exec .*\n$/);
    expect(stdout).not.toContain('Error: No');
    letGo(project);
    expect((await project.piped(agent, '', ['--continue'])).stdout).toContain(`[v] Task ${task} COMPLETE\n`);
  });
});

describe('two REPLs in one project', () => {
  const both = async (project: Project, agent: string) => {
    const repls = [project.repl(agent), project.repl(agent)] as const;
    for (const repl of repls) await repl.shows(/agent: .*\n/);
    return repls;
  };

  it('run every task once, whichever of them takes it', async () => {
    const project = newProject();
    const repls = await both(project, asking(project));
    for (const repl of repls) repl.type('one', 'two', 'three', 'four');
    const ended = await Promise.all(repls.map((repl) => repl.end()));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const tasks = ended.flatMap(({ stdout }) => {
      const queued = [...stdout.matchAll(/Task (task-\S+) queued/g)].map(([, id]) => id!);
      // Whoever typed a task is told of its end, though the other ran it.
      for (const id of queued) expect(stdout).toContain(`[v] Task ${id} COMPLETE\n`);
      return queued;
    });
    expect(new Set(tasks).size).toBe(8);
    for (const task of tasks) {
      expect(await project.states(task)).toEqual(['QUEUED', 'RUNNING', 'COMPLETE']);
      expect(turns(project, task)).toBe(1);
    }
  });

  it('show the question in both, and the answer of either reaches the agent of the one', async () => {
    const project = newProject();
    const [one, other] = await both(project, asking(project, FORMAT));
    const task = await one.waits('Create configuration file');
    await other.shows(`[?] ${task} - Create configuration file\n`);
    await other.asks('/respond JSON', `Response received: "JSON"\nTask ${task} continuing...\n`);
    await one.shows(`[v] Task ${task} COMPLETE`);
    expect(told(project, task).at(-1)).toBe('Clarification Answer: JSON');
    expect(turns(project, task)).toBe(2);
    expect(await one.block('/respond YAML')).toContain('Code: E107\n');
  });

  it('take one of two answers given at the same time, and tell the other', async () => {
    const project = newProject();
    const repls = await both(project, asking(project, FORMAT));
    const task = await repls[0].waits('Create configuration file');
    await repls[1].shows(/How to respond: .*\n/);
    repls[0].type('/respond YAML');
    repls[1].type('/respond JSON');
    const ended = await Promise.all(repls.map((repl) => repl.end()));
    const taken = ended.flatMap(({ stdout }) =>
      [...stdout.matchAll(/Response received: "(\w+)"/g)].map(([, it]) => it!),
    );
    expect(taken).toHaveLength(1);
    expect(told(project, task).filter(Boolean).slice(1)).toEqual([`Clarification Answer: ${taken[0]}`]);
    expect(ended.filter(({ stdout }) => /^Code: (E107|already_answered)$/m.test(stdout))).toHaveLength(1);
  });

  it('do not wait for one another: who answered may leave while the other works on', async () => {
    const project = newProject();
    const after = 'while [ ! -e go ]; do sleep 0.05; done; echo "Finished."';
    project.file('late.sh', `case "$(cat)" in *Answer:*) ${after};; *) echo "NEEDS_CLARIFICATION: Which port?";; esac`);
    const one = project.repl('sh late.sh');
    const task = await one.waits('Start a server');
    const { code, stdout } = await project.piped('cat', '/respond 8080\n');
    expect(stdout).toContain(`Task ${task} continuing...\n`);
    expect(stdout).not.toContain('COMPLETE');
    expect(code).toBe(0);
    letGo(project);
    await one.shows(`[v] Task ${task} COMPLETE\n    Finished.\n`);
    expect((await one.end()).code).toBe(0);
  });
});
