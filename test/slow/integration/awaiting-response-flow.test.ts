/** The eight scenarios of seed 003, through the real REPL: lines in, text out. */
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BIN, INDEX } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';
import { asking, askingLate, FORMAT, letGo, told } from './agents.ts';
import { newProject } from './repl.ts';

const INDEX_URL = pathToFileURL(INDEX).href;

/** What an executor of seed 003 looks like: a function that asks by the callback. */
const HANDLER_CONFIG = `
import { userResponseHandler } from ${JSON.stringify(INDEX_URL)};
export default {
  executor: async (job, context) => {
    const ask = userResponseHandler(context);
    const format = await ask('Which format should I use?', ['YAML', 'JSON'], 'Multiple valid approaches exist');
    return 'Used ' + format + '.';
  },
};
`;

describe('1. State transitions', () => {
  // shows: S003-FLOW, O1-12
  it('go from QUEUED over RUNNING and AWAITING_RESPONSE back to RUNNING and to COMPLETE', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const open = await project.open();
    expect((await open.jobs.get(task))?.state).toBe('AWAITING_RESPONSE');
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(await project.states(task)).toEqual(['QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'RUNNING', 'COMPLETE']);
    expect((await repl.end()).code).toBe(0);
  });

  // shows: S003-TASK-FIELDS
  it('give a waiting task its question and its reason, and take them away with the answer', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const { jobs } = await project.open();
    expect(await jobs.get(task)).toMatchObject({
      id: task,
      description: 'Create configuration file',
      state: 'AWAITING_RESPONSE',
      clarificationQuestion: FORMAT.question,
      clarificationReason: FORMAT.reason,
    });
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(Object.keys((await jobs.get(task))!).join()).not.toContain('clarification');
  });

  // shows: S003-HANDLER
  it('are the same for an executor that asks by userResponseHandler, whose promise resolves with the answer', async () => {
    const project = newProject();
    project.file('askonce.config.js', HANDLER_CONFIG);
    expect((await project.run(['--project', project.path, 'trust', '--yes'])).code).toBe(0);
    const repl = project.repl(null);
    const task = await repl.waits('Create configuration file');
    const { jobs } = await project.open();
    expect(await jobs.get(task)).toMatchObject({
      state: 'AWAITING_RESPONSE',
      clarificationQuestion: 'Which format should I use?',
      clarificationReason: 'Multiple valid approaches exist',
    });
    await repl.asks('/respond JSON', `[v] Task ${task} COMPLETE`);
    expect(await jobs.get(task)).toMatchObject({ state: 'COMPLETE', result: 'Used JSON.' });
    expect(await project.states(task)).toEqual(['QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'RUNNING', 'COMPLETE']);
  });
});

describe('2. /tasks', () => {
  // shows: S003-TASKS-MARKER, S003-TASKS-SUMMARY
  it('shows a waiting task with its marker, question and reason, and counts it in the summary', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    expect(await repl.block('/tasks')).toBe(
      [
        'Task Queue',
        '',
        `   1. [?] ${task} - Create configuration file`,
        '         Question: Which format should I use? (YAML or JSON)',
        '         Reason: Multiple valid approaches exist - user preference required',
        '',
        'Summary: 0 RUNNING, 1 AWAITING_RESPONSE, 0 QUEUED, 0 COMPLETE',
        '',
      ].join('\n'),
    );
  });

  it('marks what has ended otherwise, and says why a task failed', async () => {
    const project = newProject();
    project.file('agent.sh', 'case "$(cat)" in *break*) echo "no disk left" >&2; exit 3;; esac; echo Finished.');
    const repl = project.repl('sh agent.sh');
    const good = await repl.queue('Do it');
    await repl.shows(`[v] Task ${good} COMPLETE`);
    const bad = await repl.queue('break it');
    await repl.shows(`[X] Task ${bad} ERROR: The agent exited with code 3: no disk left`);
    const list = await repl.block('/tasks');
    expect(list).toContain(`   1. [v] ${good} - Do it\n`);
    expect(list).toContain(`   2. [X] ${bad} - break it\n         Error: The agent exited with code 3: no disk left\n`);
    expect(list).toContain('Summary: 0 RUNNING, 0 AWAITING_RESPONSE, 0 QUEUED, 1 COMPLETE, 1 ERROR\n');
  });
});

describe('3. /status', () => {
  // shows: S003-STATUS
  it('says whether a response is awaited, and by which task', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    expect(await repl.block('/status')).toContain('User Response Status:\n  awaiting_user_response: false\n');
    const task = await repl.waits('Create configuration file');
    expect(await repl.block('/status')).toContain(
      `User Response Status:\n  awaiting_user_response: true\n  pending_task_id: ${task}\n`,
    );
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(await repl.block('/status')).toMatch(/User Response Status:\n {2}awaiting_user_response: false\n$/);
  });
});

describe('4. /logs', () => {
  // shows: S003-LOGS
  it('shows what a waiting task needs and how to respond, by its id and by its number', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const log = await repl.block(`/logs ${task}`);
    expect(log).toMatch(new RegExp(`^Task: ${task}\nStatus: AWAITING_RESPONSE\n`));
    expect(log).toContain(
      [
        '',
        'Pending Response Required:',
        '  Question: Which format should I use? (YAML or JSON)',
        '  Reason: Multiple valid approaches exist - user preference required',
      ].join('\n'),
    );
    expect(log).toMatch(/\n {2}How to respond: \/respond <your answer>\n$/);
    expect(await repl.block('/logs 1')).toMatch(new RegExp(`^Task: ${task}\n`));
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(await repl.block(`/logs ${task}`)).not.toContain('Pending Response Required');
  });
});

describe('5. /respond with nothing waiting', () => {
  // shows: S003-RESPOND-NOTHING
  it('changes nothing, and says so in the seed’s words with code E107', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    await repl.shows(/^AskOnce\. [\s\S]*?agent: .*\n/);
    expect(await repl.block('/respond something')).toBe(
      [
        'Error: No tasks awaiting response - nothing to respond to',
        '       Use /tasks to check task states.',
        '       Use /logs <task-id> to see what a task needs.',
        'Code: E107',
        '',
      ].join('\n'),
    );
    expect(await (await project.open()).events.list()).toEqual([]);
    // Who reads the exit code alone must not take the response for given.
    expect((await repl.end()).code).toBe(1);
  });

  it('says where the questions are that other agents asked in the project', async () => {
    const project = newProject();
    await (await project.open()).session('another').ask('Which colour?', { wait: false });
    const repl = project.repl(asking(project, FORMAT));
    await repl.shows(/^AskOnce\. [\s\S]*?agent: .*\n/);
    const said = await repl.block('/respond something');
    expect(said).toContain(
      '1 more question is waiting that belongs to no task. Run `askonce inbox` to see it.\nCode: E107',
    );
    expect((await (await project.open()).questions.list({ status: 'pending' })).items).toHaveLength(1);
    expect((await repl.end()).code).toBe(1);
  });

  it('is the same error once everything is answered', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(await repl.block('/respond JSON')).toContain('Code: E107\n');
    expect(await repl.block('/respond')).toContain('Code: E107\n');
    expect(told(project, task)).toEqual(['Create configuration file', '', 'Clarification Answer: YAML']);
  });
});

describe('6. The full flow', () => {
  // shows: S003-RESPOND, S003-EXECUTOR-CONTINUES
  it('confirms the answer in the seed’s words, and the agent goes on with it', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    await repl.asks('/respond YAML', `Response received: "YAML"\nTask ${task} continuing...\n`);
    await repl.shows(`[v] Task ${task} COMPLETE`);
    const asked = 'You asked: Which format should I use? (YAML or JSON)\nAnswer: YAML\n\n';
    expect(project.read(`told-${task}`)).toBe(`${asked}Create configuration file\n\nClarification Answer: YAML\n`);
    expect(await repl.end()).toMatchObject({ code: 0, stderr: '' });
  });

  // shows: S003-INVALID-RESPONSE
  it('lets the agent have an answer that makes no sense, and ask again', async () => {
    const project = newProject();
    const again = { question: FORMAT.question, rejects: true, because: 'that is no format' };
    const repl = project.repl(asking(project, { question: FORMAT.question }, again));
    const task = await repl.waits('Create configuration file');
    await repl.asks('/respond purple elephants', 'Response received: "purple elephants"');
    await repl.shows(new RegExp(`\\[\\?\\] ${task} - (?:.|\n)*How to respond`));
    await repl.asks('/respond YAML', `[v] Task ${task} COMPLETE`);
    expect(told(project, task).filter((line) => line !== '')).toEqual([
      'Create configuration file',
      'Clarification Answer: purple elephants',
      'Clarification Answer: YAML',
    ]);
  });
});

describe('A response that the question cannot take', () => {
  it('is refused, the question stays open, and the agent hears of nothing', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, { question: 'Should it be public?', type: 'CONFIRM' }));
    const task = await repl.waits('Create a page');
    await repl.asks('/respond purple', 'The question is still open.');
    expect(await repl.block('/tasks')).toContain(`[?] ${task} - Create a page\n`);
    await repl.asks('/respond yes', `[v] Task ${task} COMPLETE`);
    expect(told(project, task).filter(Boolean).slice(1)).toEqual(['Clarification Answer: Yes']);
  });
});

describe('7. Without somebody at a terminal', () => {
  const ESCAPE = '\u001b';

  it.each([
    ['--non-interactive', ['--non-interactive'], {}],
    ['ASKONCE_NON_INTERACTIVE', [], { ASKONCE_NON_INTERACTIVE: '1' }],
  ])('there is no picker and no escape code on a terminal with %s', async (_name, flags, env) => {
    const project = newProject();
    const args = ['repl', '--exec', asking(project, FORMAT), ...flags];
    const terminal = openTerminal({ file: BIN, args, env, cwd: project.path });
    await terminal.waitFor('Type a task');
    terminal.type('Create configuration file\r');
    await terminal.waitFor('How to respond: /respond');
    terminal.press('ctrl-d');
    expect(await terminal.exit).toBe(2);
    expect(terminal.raw()).toContain('1. YAML');
    expect(terminal.raw()).not.toContain(ESCAPE);
  });

  it('there is none without a terminal, whatever else is said', async () => {
    const project = newProject();
    const { child, ended } = project.start(['repl', '--exec', asking(project, FORMAT)], { stdin: 'pipe' });
    child.stdin!.end('Create configuration file\n');
    const { code, stdout, stderr } = await ended;
    expect(stdout).toContain('     1. YAML\n     2. JSON\n    How to respond: /respond <number or your own words>\n');
    expect(stdout + stderr).not.toContain(ESCAPE);
    expect(code).toBe(2);
  });

  // shows: S003-NON-INTERACTIVE
  it('an open question ends with 2, its id on stderr, and no answer is invented', async () => {
    const project = newProject();
    const { code, stdout, stderr } = await project.piped(asking(project, FORMAT), 'Create configuration file\n');
    const task = /Task (task-\S+) queued/.exec(stdout)![1];
    const open = await project.open();
    const [question] = (await open.jobs.get(task!))!.waiting;
    expect(code).toBe(2);
    expect(stderr).toBe(`question open: ${question!.id} (${task}): ${FORMAT.question}\n`);
    expect(question).toMatchObject({ status: 'pending', answer: null });
    expect((await open.history()).items).toEqual([]);
    expect((await open.jobs.get(task!))?.state).toBe('AWAITING_RESPONSE');
  });

  it('what is complete ends with 0 and an agent’s error with 1', async () => {
    const project = newProject();
    expect(await project.piped('cat', 'Do it\n')).toMatchObject({ code: 0, stderr: '' });
    const failed = await project.piped('echo "no disk left" >&2; exit 3', 'Do it\n');
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/\[X\] Task task-\S+ ERROR: The agent exited with code 3: no disk left\n/);
  });
});

describe('8. Errors', () => {
  it('are codes that say what to do: unknown commands, numbers, ids, and an empty response', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const errors = [
      [
        '/taks',
        'Error: Unknown command: /taks\n       Did you mean /tasks? Use /help to list the commands.\nCode: E201\n',
      ],
      [
        '/respond-all x',
        'Error: Unknown command: /respond-all\n       Did you mean /respond? Use /help to list the commands.\nCode: E201\n',
      ],
      [
        '/logs 7',
        'Error: Task number 7 not found\n       Use /tasks to list the tasks with their numbers.\nCode: E105\n',
      ],
      [
        '/cancel task-none',
        'Error: Task task-none not found\n       Use /tasks to list the tasks with their numbers.\nCode: E105\n',
      ],
      [`/respond ${task}`, `Error: The response is empty\n       Use /respond ${task} <your answer>.\nCode: E109\n`],
    ];
    for (const [line, error] of errors) expect(await repl.block(line!)).toBe(error);
    expect((await (await project.open()).jobs.get(task))?.state).toBe('AWAITING_RESPONSE');
  });

  // shows: S003-RESPOND-OLDEST
  it('with several tasks waiting, the answer goes to the oldest by queuedAt, and it is said which', async () => {
    const project = newProject();
    const repl = project.repl(askingLate(project));
    const first = await repl.queue('first');
    const second = await repl.waits('second');
    letGo(project);
    await repl.shows(`[?] ${first} - first`);
    await repl.asks('/respond 8080', `Response received: "8080"\nTask ${first} continuing...\n`);
    await repl.shows(`[v] Task ${first} COMPLETE`);
    await repl.asks('/respond 9090', `Response received: "9090"\nTask ${second} continuing...\n`);
    await repl.shows(`[v] Task ${second} COMPLETE`);
    expect((await repl.end()).code).toBe(0);
  });
});
