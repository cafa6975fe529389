/** What the public implementation behind seeds 000 and 003 gets wrong at its prompt, and AskOnce must not. */
import { describe, expect, it } from 'vitest';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';
import { agentOf, asking, FORMAT, held, letGo, told, turns } from './agents.ts';
import { newProject } from './repl.ts';

const idOf = (stdout: string) => /Task (task-\S+) queued/.exec(stdout)![1]!;
const count = (text: string, part: string) => text.split(part).length - 1;

describe('a question that was answered', () => {
  // shows: O1-01-REPL
  it('is not put to the person by the next task of the session', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const first = await repl.waits('Create configuration file');
    await repl.asks('/respond YAML', `[v] Task ${first} COMPLETE`);
    const second = await repl.queue('Create another one');
    const line = await repl.shows(/\[auto-resolved\] .*\n/);
    expect(line).toMatch(/ → YAML \(history: .*; \/revoke q-\S+\)\n$/);
    await repl.shows(`[v] Task ${second} COMPLETE`);
    expect(told(project, second)).toEqual(['Create another one', '', 'Clarification Answer: YAML']);
    const { code, stdout } = await repl.end();
    expect(code).toBe(0);
    expect(count(stdout, '[?]')).toBe(1);
  });

  it('is put once where two tasks ask it at the same time, and lets both go on', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const first = await repl.waits('Create configuration file');
    const second = await repl.queue('Create another one');
    const open = await project.open();
    await expect.poll(async () => (await open.jobs.get(second))?.state).toBe('AWAITING_RESPONSE');
    expect((await open.events.list()).map(({ type }) => type)).toContain('clarification.joined');
    repl.type('/respond JSON');
    const { code, stdout } = await repl.end();
    expect(code).toBe(0);
    expect(count(stdout, 'How to respond')).toBe(1);
    for (const task of [first, second]) expect(told(project, task).at(-1)).toBe('Clarification Answer: JSON');
  });
});

describe('after a restart', () => {
  // shows: O1-02-REPL
  it('/respond reaches the agent, which is run once more and no oftener', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    const killed = project.repl(agent);
    const task = await killed.waits('Create configuration file');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const repl = project.repl(agent);
    await repl.shows(`[?] ${task} - Create configuration file\n`);
    await repl.asks('/respond YAML', `Response received: "YAML"\nTask ${task} continuing...\n`);
    await repl.shows(`[v] Task ${task} COMPLETE`);
    expect(told(project, task)).toEqual(['Create configuration file', '', 'Clarification Answer: YAML']);
    expect(turns(project, task)).toBe(2);
    expect((await repl.end()).code).toBe(0);
  });

  it('an answer that is all of the input is waited for until its task has ended', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    expect((await project.piped(agent, 'Create configuration file\n')).code).toBe(2);
    const { code, stdout } = await project.piped(agent, '/respond YAML\n');
    expect(stdout).toMatch(/continuing\.\.\.\n\[v\] Task \S+ COMPLETE\n/);
    expect(code).toBe(0);
  });

  it('so is one whose task finds no room at first', async () => {
    const project = newProject();
    const asks = asking(project, FORMAT);
    project.file(
      'either.sh',
      `prompt=$(cat); case "$prompt" in Do*) ${held(project)};; *) echo "$prompt" | ${asks};; esac`,
    );
    const task = idOf((await project.piped('sh either.sh', 'Create configuration file\n')).stdout);
    const repl = project.repl('sh either.sh', ['--concurrency', '1']);
    const other = await repl.queue('Do it');
    await agentOf(project, other);
    await repl.asks('/respond YAML', `Task ${task} continuing...\n`);
    const ended = repl.end();
    letGo(project);
    const { code, stdout } = await ended;
    expect(stdout).toMatch(new RegExp(`${other} COMPLETE(?:.|\n)*${task} COMPLETE`));
    expect(code).toBe(0);
  });
});

describe('leaving', () => {
  // shows: O1-03
  it.each(['exit', 'end'] as const)(
    'by the %s ends with 2 while a question waits, and the task is safe',
    async (how) => {
      const project = newProject();
      const repl = project.repl(asking(project, FORMAT));
      const task = await repl.waits('Create configuration file');
      const { code, stdout, stderr } = await repl[how]();
      expect(code).toBe(2);
      expect(stdout).toMatch(/\n1 task is waiting for your answer\. To continue: askonce --continue --exec .*\n/);
      expect(stderr).toMatch(new RegExp(`^question open: q-\\S+ \\(${task}\\): Which format`));
      expect((await (await project.open()).jobs.get(task))?.state).toBe('AWAITING_RESPONSE');
    },
  );

  it.each(['exit', 'end'] as const)('by the %s lets an agent that runs finish', async (how) => {
    const project = newProject();
    const repl = project.repl(held(project));
    const task = await repl.queue('Do it');
    const left = repl[how]();
    letGo(project);
    const { code, stdout } = await left;
    expect(code).toBe(0);
    expect(stdout).toContain(`[v] Task ${task} COMPLETE\n    Finished.\n`);
  });
});

describe('a number that is typed', () => {
  // shows: O1-04
  it.each(['/respond 2', '2'])('as “%s” chooses that option and arrives as nothing else', async (line) => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    await repl.asks(line, 'Response received: "JSON"\n');
    await repl.shows(`[v] Task ${task} COMPLETE`);
    expect(told(project, task)).toEqual(['Create configuration file', '', 'Clarification Answer: JSON']);
  });

  it('that is no option is refused, and the question stays open', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    expect(await repl.block('3')).toBe(
      [
        'Error: “3” is not one of the options. Choose one of: YAML, JSON. The question is',
        '       still open.',
        'Code: answer_refused',
        '',
      ].join('\n'),
    );
    await repl.asks('1', `[v] Task ${task} COMPLETE`);
    expect(told(project, task).at(-1)).toBe('Clarification Answer: YAML');
  });

  it('is itself where the question has no options', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, 'Which port should the server use?', 'How many workers should it have?'));
    const task = await repl.waits('Start a server');
    await repl.asks('8080', 'Response received: "8080"\n');
    await repl.shows('Question: How many workers');
    await repl.asks('/respond 4', `[v] Task ${task} COMPLETE`);
    expect(told(project, task).filter(Boolean).slice(1)).toEqual([
      'Clarification Answer: 8080',
      'Clarification Answer: 4',
    ]);
  });
});

describe('a task’s id after /respond', () => {
  // shows: O1-05-REPL
  it('that is unknown or mistyped is an error, never the answer’s text', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const wrong = ['task-123456', 'TASK-9', `${task}x`, task.replace('task', 'taks')];
    for (const id of wrong) {
      const shown = await repl.block(`/respond ${id} YAML`);
      expect(shown).toContain(`Error: No task ${id} is awaiting response\n`);
      expect(shown).toMatch(/Code: E108\n$/);
    }
    expect((await (await project.open()).jobs.get(task))?.state).toBe('AWAITING_RESPONSE');
    await repl.asks(`/respond ${task} YAML`, /COMPLETE\n {4}Finished .*\n/);
    expect(await repl.block(`/respond ${task} JSON`)).toBe(
      [
        `Error: Task ${task} is COMPLETEand is not awaiting a response`,
        '       Use /tasks to check task states.',
        '       If your answer begins like an id, use /respond -- <answer>.',
        'Code: E108',
        '',
      ].join('\n'),
    );
    expect(told(project, task).at(-1)).toBe('Clarification Answer: YAML');
  });

  it('may begin an answer all the same, behind two dashes', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, 'What should the branch be called?'));
    const task = await repl.waits('Make a branch');
    await repl.asks('/respond -- task-9 branch', `[v] Task ${task} COMPLETE`);
    expect(told(project, task).at(-1)).toBe('Clarification Answer: task-9 branch');
  });
});

describe('a question that the task’s own words settle', () => {
  const AUTO = /\[auto-resolved\] Which file should I change\? → src\/a\.ts \(input: .*; \/revoke q-\S+\)/;

  // shows: S000-UI-SKIP
  it('opens no picker at a terminal and is told in one line', async () => {
    const project = newProject();
    project.folder('src');
    for (const name of ['src/a.ts', 'src/b.ts']) project.file(name, '');
    const question = {
      question: 'Which file should I change?',
      type: 'TARGET_FILE',
      options: ['src/a.ts', 'src/b.ts'],
    };
    const args = ['repl', '--exec', asking(project, question)];
    const terminal = openTerminal({ file: BIN, args, cwd: project.path, cols: 200 });
    await terminal.waitFor('Type a task');
    terminal.type('Fix the typo in src/a.ts\r');
    await terminal.waitFor(/\[v\] Task task-\S+ COMPLETE/);
    const rows = terminal.everything().join('\n');
    expect(rows).toMatch(AUTO);
    expect(count(rows, '[auto-resolved]')).toBe(1);
    expect(terminal.raw()).not.toContain('Esc');
    expect(terminal.raw()).not.toContain('Several files');
  });

  it('is told in one line without a terminal', async () => {
    const project = newProject();
    project.folder('src');
    for (const name of ['src/a.ts', 'src/b.ts']) project.file(name, '');
    const question = {
      question: 'Which file should I change?',
      type: 'TARGET_FILE',
      options: ['src/a.ts', 'src/b.ts'],
    };
    const { code, stdout } = await project.piped(asking(project, question), 'Fix the typo in src/a.ts\n');
    expect(stdout).toMatch(AUTO);
    expect(stdout).not.toContain('[?]');
    expect(code).toBe(0);
  });
});
