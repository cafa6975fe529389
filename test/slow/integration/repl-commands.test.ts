/** The commands of the REPL beside /respond, each with a real agent behind it. */
import { describe, expect, it } from 'vitest';
import { living } from '../../support/processes.ts';
import { agentOf, asking, askingLate, FORMAT, gone, held, letGo, told, turns } from './agents.ts';
import { newProject } from './repl.ts';

const STRICT = 'Should I use TypeScript strict mode?';

describe('a task with several questions', () => {
  it('takes the answers in the order of its questions, and continues after the last', async () => {
    const project = newProject();
    const questions = ['Which port should the server use?', 'Which name should it have?'];
    const repl = project.repl(asking(project, { questions }));
    const task = await repl.waits('Start a server');
    await repl.shows('Question: Which name should it have?');
    await repl.asks('/respond 8080', `Response received: "8080"\nTask ${task} has another question.\n`);
    await repl.shows('Question: Which name should it have?');
    expect((await (await project.open()).jobs.get(task))?.clarificationQuestion).toBe('Which name should it have?');
    expect(turns(project, task)).toBe(1);
    await repl.asks('/respond web', `Response received: "web"\nTask ${task} continuing...\n`);
    await repl.shows(`[v] Task ${task} COMPLETE`);
    expect(told(project, task).filter(Boolean)).toEqual([
      'Start a server',
      'Clarification Answer: Which port should the server use? 8080',
      'Clarification Answer: Which name should it have? web',
    ]);
  });

  it('shows all of them in its log, and in which order they are answered', async () => {
    const project = newProject();
    const questions = ['Which port should the server use?', 'Which name should it have?'];
    const repl = project.repl(asking(project, { questions }));
    await repl.waits('Start a server');
    await repl.shows(/Which name should it have\?[\s\S]*How to respond: .*\n/);
    const log = await repl.block('/logs 1');
    expect(log).toMatch(/Pending Response Required:\n {2}Question: Which port[\s\S]*\n {2}Question: Which name/);
    expect(log).toContain('  The questions are answered in this order; the task continues after the last.\n');
  });
});

describe('how to respond', () => {
  it('names the task where an answer without its id would go to another', async () => {
    const project = newProject();
    const repl = project.repl(askingLate(project));
    letGo(project);
    const first = await repl.waits('first');
    const second = await repl.queue('second');
    await repl.shows(`    How to respond: /respond ${second} <your answer>\n`);
    expect((await repl.block('/respond')).match(/How to respond: .*/g)).toEqual([
      'How to respond: /respond <your answer>',
      `How to respond: /respond ${second} <your answer>`,
    ]);
    await repl.asks(`/respond ${second} 2222`, `[v] Task ${second} COMPLETE`);
    await repl.asks('/respond 1111', `[v] Task ${first} COMPLETE`);
  });

  it.each([
    ['<yes or no>', { question: 'Should I overwrite a.txt?', type: 'CONFIRM' }],
    ['<number or your own words>', FORMAT],
    ['<number>', { ...FORMAT, strictOptions: true }],
    ['<numbers, with commas>', { question: 'Which formats should it read?', options: ['a', 'b'], multiSelect: true }],
  ])('says what is taken: %s', async (wanted, question) => {
    const project = newProject();
    const { stdout } = await project.piped(asking(project, question), 'Do it\n');
    expect(stdout).toContain(`    How to respond: /respond ${wanted}\n`);
  });

  it('is over when another surface has answered, and it is said who did', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    const open = await project.open();
    const [question] = (await open.jobs.get(task))!.waiting;
    await open.questions.answer(question!.id, 'JSON', { surface: 'web' });
    await repl.shows(`The question “${FORMAT.question}” was answered by grace (web): “JSON”.\n`);
    await repl.shows(`[v] Task ${task} COMPLETE`);
  });
});

describe('/cancel', () => {
  it('ends a task that waits, withdraws its question, and leaves nothing to answer', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, FORMAT));
    const task = await repl.waits('Create configuration file');
    expect(await repl.block('/cancel 1')).toBe(`Task ${task} cancelled.\n`);
    expect(await repl.block('/tasks')).toContain(`   1. [-] ${task} - Create configuration file\n`);
    expect(await repl.block('/respond YAML')).toContain('Code: E107\n');
    expect((await (await project.open()).questions.list({ status: 'pending' })).items).toEqual([]);
    expect(turns(project, task)).toBe(1);
    // The response reached no task.
    expect(await repl.end()).toMatchObject({ code: 1, stderr: '' });
  });

  it('ends a task that runs, and its agent is gone', async () => {
    const project = newProject();
    const repl = project.repl(held(project));
    const task = await repl.queue('Do it');
    const agent = await agentOf(project, task);
    expect(living([agent])).toEqual([agent]);
    await repl.asks(`/cancel ${task}`, `Task ${task} cancelled.\n`);
    await gone(agent);
    expect((await repl.end()).code).toBe(0);
    expect(await project.states(task)).toEqual(['QUEUED', 'RUNNING', 'CANCELLED']);
  });

  it('ends a task that is queued before it ever runs', async () => {
    const project = newProject();
    const repl = project.repl(held(project), ['--concurrency', '1']);
    const running = await repl.queue('Do this');
    const queued = await repl.queue('Do that');
    const { jobs } = await project.open();
    await expect.poll(async () => (await jobs.get(running))?.state).toBe('RUNNING');
    expect(await repl.block('/tasks')).toMatch(/\[\*\] [\s\S]*\[ \] [\s\S]*1 RUNNING, 0 AWAITING_RESPONSE, 1 QUEUED/);
    await repl.asks('/cancel 2', `Task ${queued} cancelled.\n`);
    await repl.asks('/cancel 1', `Task ${running} cancelled.\n`);
    expect((await repl.end()).code).toBe(0);
    expect(await project.states(queued)).toEqual(['QUEUED', 'CANCELLED']);
  });

  it('of a task that has ended, or of none, is an error', async () => {
    const project = newProject();
    const repl = project.repl('cat');
    const task = await repl.queue('Do it');
    await repl.shows(/COMPLETE\n.*\n/);
    expect(await repl.block('/cancel')).toMatch(/^Error: Which task\?\n.*\nCode: E105\n$/);
    expect(await repl.block(`/cancel ${task}`)).toBe(
      `Error: Job ${task} is COMPLETE; there is nothing to cancel.\nCode: job_ended\n`,
    );
  });
});

describe('what was settled without the person', () => {
  it('is shown in one line, listed by /history, and asked anew of the next task after /revoke', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, STRICT));
    const first = await repl.queue('Set up TypeScript');
    const id = await repl.shows(/\[auto-resolved\] .* → Yes \(best practice: .*; \/revoke (q-\S+)\)\n/);
    await repl.shows(new RegExp(`Task ${first} COMPLETE\n.*\n`));
    const history = await repl.block('/history');
    expect(history).toMatch(
      new RegExp(`^${id} {2}#1 {2}${STRICT.replace('?', '\\?')}\n {4}→ Yes {2}\\(best practice: `),
    );
    expect(await repl.block(`/revoke ${id}`)).toBe(`Revoked ${id}, which was "Yes". It may be asked again.\n`);
    expect(await repl.block('/history')).toBe('No answers in this session yet.\n');
    const second = await repl.waits('Set up TypeScript again');
    await repl.asks('/respond no', `[v] Task ${second} COMPLETE`);
    expect(told(project, first).at(-1)).toBe('Clarification Answer: Yes');
    expect(told(project, second).at(-1)).toBe('Clarification Answer: No');
  });

  it('cannot be revoked where there is no such answer', async () => {
    const project = newProject();
    const repl = project.repl('cat');
    await repl.shows(/agent: .*\n/);
    expect(await repl.block('/revoke')).toMatch(/^Error: Which answer\?\n.*\/history.*\nCode: E109\n$/);
    expect(await repl.block('/revoke q-none')).toMatch(
      /^Error: No clarification q-none\.[^?]*\nCode: clarification_unknown\n$/,
    );
  });
});

describe('/prefs', () => {
  it('lists what was answered, and from three equal answers on they are applied', async () => {
    const project = newProject();
    const question = 'Which port should the server use?';
    const agent = asking(project, question);
    const shown: string[] = [];
    for (const n of [1, 2, 3]) {
      const repl = project.repl(agent);
      await repl.waits(`Begin the work ${n}`);
      await repl.asks('/respond 8080', /COMPLETE\n.*\n/);
      shown.push((await repl.block('/prefs')).replace(/\n\s+/g, ' '));
      expect((await repl.end()).code).toBe(0);
    }
    expect(shown).toEqual([
      `  ${question} → 8080  (answered once; used automatically after 3 times)\n`,
      `  ${question} → 8080  (answered twice; used automatically after 3 times)\n`,
      `  ${question} → 8080  (answered 3 times)\n`,
    ]);
    const { code, stdout } = await project.piped(agent, 'Begin the work 4\n');
    expect(stdout).toMatch(/\[auto-resolved\] .* → 8080 \(preference: .*; \/revoke q-\S+\)\n/);
    expect(code).toBe(0);
  });
});
