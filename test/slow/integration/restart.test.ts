/** The command is killed in every state of a task and started again: the answer reaches the agent, which ran as often as it had to. */
import { describe, expect, it } from 'vitest';
import { begun, newProject, type Project, resume, runTask, startRepl } from './repl-process.ts';

const ANSWERED = '||Clarification Answer: blue';

/** Ends the REPL when all tasks are through, and says with which code. */
async function ended(project: Project, repl: ReturnType<typeof startRepl>): Promise<number | null> {
  const code = await repl.end();
  await project.allGone();
  return code;
}

describe('a REPL that is killed and started again', () => {
  it('while a task runs and another is queued behind it runs both, the first anew, the second once', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('wait for it');
    await begun(project, 1);
    first.type('wait behind it');
    await first.shows(/queued[\s\S]*queued/);
    await first.kill();
    await project.allGone();
    expect(project.prompts()).toEqual(['wait for it']);
    project.letGo();
    const second = startRepl(project);
    await second.shows(/COMPLETE[\s\S]*COMPLETE/);
    expect(await ended(project, second)).toBe(0);
    expect(project.prompts()).toEqual(['wait for it', 'wait for it', 'wait behind it']);
  });

  // shows: O1-02-REPL
  it('while a question waits whose agent has ended takes the answer to the agent, which runs once more', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('ask me');
    const task = await first.shows(/Task (\S+) queued/);
    await begun(project, 1);
    first.type('/respond');
    await first.shows(/Which colour\?/);
    await first.kill();
    await project.allGone();
    const second = startRepl(project);
    second.type('/respond blue');
    await second.shows(/Response received: "blue"/);
    await second.shows(new RegExp(`${task} COMPLETE`));
    second.type(`/logs ${task}`);
    await second.shows(/done with blue/);
    expect(await ended(project, second)).toBe(0);
    expect(project.prompts()).toEqual(['ask me', `ask me${ANSWERED}`]);
  });

  it('while a question waits, and left again unanswered, ends with 2 and the question is safe', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('ask me');
    await begun(project, 1);
    first.type('/respond');
    await first.shows(/Which colour\?/);
    await first.kill();
    const second = startRepl(project, '--continue');
    second.type('/tasks');
    await second.shows(/\[\?\]/);
    expect(await ended(project, second)).toBe(2);
    expect(project.prompts()).toEqual(['ask me']);
  });

  it('while an agent waits on the command line leaves none behind, and tells its successor the answer', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('call me');
    await begun(project, 1);
    first.type('/respond');
    await first.shows(/Which colour\?/);
    await first.kill();
    await project.allGone();
    const second = startRepl(project);
    second.type('/respond blue');
    const task = await second.shows(/Task (\S+) COMPLETE/);
    second.type(`/logs ${task}`);
    await second.shows(/done with blue/);
    expect(await ended(project, second)).toBe(0);
    expect(project.prompts()).toEqual(['call me', 'call me']);
  });

  it('while nobody runs and the question is answered meanwhile goes on at once', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('ask me');
    await begun(project, 1);
    first.type('/respond');
    await first.shows(/Which colour\?/);
    await first.kill();
    const { stdout } = await project.run('inbox', '--json');
    const [question] = JSON.parse(stdout).items;
    expect(await project.run('answer', question.id, 'blue')).toMatchObject({ code: 0 });
    const second = startRepl(project);
    await second.shows(/COMPLETE/);
    expect(await ended(project, second)).toBe(0);
    expect(project.prompts()).toEqual(['ask me', `ask me${ANSWERED}`]);
  });

  it('right after the answer was taken does not lose it, and asks nothing again', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('ask me');
    await begun(project, 1);
    first.type('/respond blue');
    await first.shows(/Response received/);
    await first.kill();
    await project.allGone();
    const second = startRepl(project);
    // Unless it was through before the kill, which came too late then.
    second.type('/tasks');
    await second.shows(/Summary/);
    expect(await ended(project, second)).toBe(0);
    const [before, ...after] = project.prompts();
    expect(before).toBe('ask me');
    expect(after.length).toBeLessThanOrEqual(2);
    expect(new Set(after)).toEqual(new Set([`ask me${ANSWERED}`]));
    const { stdout } = await project.run('history', '--json');
    expect(JSON.parse(stdout).items).toHaveLength(1);
  });

  it('while the agent works with its answer runs only that turn again', async () => {
    const project = newProject();
    const first = startRepl(project);
    first.type('ask me, then wait');
    await begun(project, 1);
    first.type('/respond blue');
    await begun(project, 2);
    await first.kill();
    await project.allGone();
    project.letGo();
    const second = startRepl(project);
    await second.shows(/COMPLETE/);
    expect(await ended(project, second)).toBe(0);
    const turn = `ask me, then wait${ANSWERED}`;
    expect(project.prompts()).toEqual(['ask me, then wait', turn, turn]);
  });
});

describe('askonce run that is killed', () => {
  it('while its agent runs is gone on with by resume, which prints the result', async () => {
    const project = newProject();
    const first = runTask(project, 'wait for it');
    await begun(project, 1);
    await first.kill();
    await project.allGone();
    project.letGo();
    expect(await resume(project)).toMatchObject({ code: 0, stdout: 'done with\n' });
    expect(project.prompts()).toEqual(['wait for it', 'wait for it']);
    await project.allGone();
  });

  it('after the answer is gone on with by resume, and before it ends with 2 and says how', async () => {
    const project = newProject();
    const asked = await runTask(project, 'ask me, then wait').exited;
    expect(asked.code).toBe(2);
    const id = /question open: (q-\S+)/.exec(asked.stderr)?.[1];
    expect(await resume(project)).toMatchObject({ code: 2 });
    expect(project.prompts()).toEqual(['ask me, then wait']);
    expect(await project.run('answer', id!, 'blue')).toMatchObject({ code: 0 });
    const killed = project.start('resume', '--exec', 'sh agent.sh');
    await begun(project, 2);
    await killed.kill();
    await project.allGone();
    project.letGo();
    expect(await resume(project)).toMatchObject({ code: 0, stdout: 'done with blue\n' });
    expect(project.prompts()).toHaveLength(3);
    expect(await resume(project)).toMatchObject({ code: 0, stdout: 'Nothing to run.\n' });
    await project.allGone();
  });
});
