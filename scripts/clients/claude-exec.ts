/** The promises of docs/runner.md about `--exec claude`, tested with the real Claude Code: it parks, it is killed, and it goes on. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '../../src/index.ts';
import { living } from '../../test/support/processes.ts';
import type { Case, Column, Trial } from './cases.ts';
import { BASH, byCommand, hooksOf, QUESTIONS } from './claude-setups.ts';
import type { ScriptedCall } from './fake-model.ts';
import { ASKONCE, type Ran, Workplace } from './workplace.ts';

export const EXEC = '`askonce run --exec claude`';

/** Adds a line each time that it is carried out. */
const DEED = { tool: 'Bash', args: { command: 'echo made >> deeds', description: 'make it' } };
const OTHER_DEED = { tool: 'Bash', args: { command: 'echo other >> deeds', description: 'make another' } };
const SLOW_DEED = { tool: 'Bash', args: { command: 'echo made >> deeds; sleep 20', description: 'make it slowly' } };

/** A project with one task of Claude Code. */
class OneTask {
  private readonly trial: Trial;
  readonly place: Workplace;

  constructor(trial: Trial, place: Workplace) {
    this.trial = trial;
    this.place = place;
  }

  /** `askonce run`, until the task has ended or waits. */
  async run(end?: AbortSignal): Promise<Ran> {
    return this.askonce(['run', 'Build it.', '--exec', await this.command()], end);
  }

  resume(end?: AbortSignal): Promise<Ran> {
    return this.askonce(['resume'], end);
  }

  private async askonce(args: readonly string[], end?: AbortSignal): Promise<Ran> {
    const { env } = await this.trial.client.setUp(this.place);
    const { NODE_OPTIONS: _options, ...own } = env;
    const how = { everything: true, ...(end === undefined ? {} : { end }) };
    return this.place.run(process.execPath, [ASKONCE, ...args], own, how);
  }

  /** As a person would resume the conversation in a shell. */
  async byHand(): Promise<Ran> {
    const { env } = await this.trial.client.setUp(this.place);
    const [args = ''] = /--(?:session-id|resume) \S+/.exec(readFileSync(this.argsFile, 'utf8')) ?? [];
    return this.place.run(this.trial.program, ['-p', '--resume', args.split(' ')[1]!], env, { everything: true });
  }

  /** A command named claude that notes its process before it becomes Claude Code. */
  private async command(): Promise<string> {
    const command = join(this.place.home, 'claude');
    this.place.write(
      command,
      `#!/bin/sh\necho $$ > ${this.pidFile}\necho "$@" > ${this.argsFile}\nexec '${this.trial.program}' "$@"\n`,
    );
    await this.place.run('chmod', ['+x', command]);
    return command;
  }

  private get pidFile(): string {
    return join(this.place.home, 'claude.pid');
  }

  private get argsFile(): string {
    return join(this.place.home, 'claude.args');
  }

  pid(): number {
    return Number(readFileSync(this.pidFile, 'utf8'));
  }

  /** How often the deed was done. */
  deeds(): number {
    const file = join(this.place.project, 'deeds');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  }

  async task(): Promise<Task> {
    const { items } = await this.place.askonce.jobs.list({ limit: 1 });
    return items[0]!;
  }

  /** The task waits for a person, with no worker and no process. */
  async parked(ran: Ran, count = 1): Promise<Task> {
    const task = await this.task();
    assert.equal(task.state, 'AWAITING_RESPONSE', ran.output.slice(-800));
    assert.equal(task.worker, null, 'a worker holds it');
    assert.equal(task.waiting.length, count);
    assert.deepEqual(living([this.pid()]), [], 'Claude Code still runs');
    return task;
  }

  async allow(): Promise<void> {
    const { waiting } = await this.task();
    for (const { id } of waiting)
      await this.place.askonce.approvals.decide(id, { decision: 'allow', by: 'ada', surface: 'page' });
  }

  async done(ran: Ran): Promise<void> {
    const task = await this.task();
    assert.deepEqual({ state: task.state, result: task.result }, { state: 'COMPLETE', result: 'Done.' }, ran.output);
    assert.equal(this.deeds(), 1, `the deed was not done once: ${this.told().join('; ')}`);
  }

  /** What its model was told by its calls. */
  told(): readonly string[] {
    return this.place.model.turns.at(-1)?.results ?? [];
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let left = 600; left > 0 && !condition(); left -= 1) await pause(50);
  assert.ok(condition(), 'it did not come to that');
}

function claudeCase(
  column: Column,
  tried: string,
  script: readonly ScriptedCall[],
  run: (task: OneTask) => Promise<string>,
): Case {
  return {
    ...{ way: EXEC, column, tried },
    async run(trial) {
      const place = await Workplace.open(trial.client.wire, () => script);
      try {
        return await run(new OneTask(trial, place));
      } finally {
        await place.close();
      }
    },
  };
}

/** A signal that comes as soon as a question waits. */
function onQuestion({ place }: OneTask): AbortSignal {
  const end = new AbortController();
  place.askonce.events.on('clarification.requested', () => end.abort());
  return end.signal;
}

export const EXEC_CASES: readonly Case[] = [
  claudeCase('approvals', 'wants to run a command, and no person is there', [DEED], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    assert.equal(waiting!.approval?.tool, 'Bash');
    assert.equal(task.deeds(), 0);
    await task.allow();
    await task.done(await task.resume());
    return 'the task waits with no process; allowed, it goes on with the same call, which runs once';
  }),
  claudeCase('approvals', 'denied in the inbox, with words', [DEED], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    await task.place.askonce.approvals.decide(waiting!.id, { decision: 'deny', message: 'Use the build script.' });
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.match(task.told()[0]!, /Use the build script\./);
    assert.equal(task.deeds(), 0);
    return `it does not run, and the agent reads “${task.told()[0]}”`;
  }),
  claudeCase('questions', 'AskUserQuestion, answered the next day', [QUESTIONS], async (task) => {
    const { waiting } = await task.parked(await task.run(), 3);
    for (const { id, options, multiSelect } of waiting) {
      const labels = options.map(({ label }) => label);
      await task.place.askonce.questions.answer(id, multiSelect ? labels : labels[0]!, { by: 'ada' });
    }
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.match(task.told()[0]!, /PostgreSQL.*Auth, Cache.*app/s);
    return `the same conversation goes on: ${task.told()[0]!.slice(0, 160)}`;
  }),
  claudeCase('approvals', 'a question, then two commands', [QUESTIONS, DEED, DEED], async (task) => {
    const { waiting } = await task.parked(await task.run(), 3);
    for (const { id } of waiting) await task.place.askonce.questions.answer(id, 'app', { by: 'ada' });
    await task.parked(await task.resume());
    await task.allow();
    await task.parked(await task.resume());
    assert.equal(task.deeds(), 1);
    await task.allow();
    await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE');
    assert.equal(task.deeds(), 2);
    return 'parks three times, and each call runs once';
  }),
  claudeCase('AskOnce killed', 'its worker is killed while the call waits', [DEED, DEED], async (task) => {
    await task.run(onQuestion(task));
    await until(() => living([task.pid()]).length === 0);
    await task.allow();
    // Claude Code was killed before it could defer the call, so its agent makes it again, and the person is asked again.
    await task.parked(await task.resume());
    assert.match(task.told()[0]!, /interrupted/);
    await task.allow();
    await task.done(await task.resume());
    return 'another worker goes on in the same conversation; the command runs once';
  }),
  claudeCase('agent killed', 'Claude Code is killed while the call waits', [DEED, DEED], async (task) => {
    onQuestion(task).addEventListener('abort', () => process.kill(task.pid(), 'SIGKILL'));
    await task.parked(await task.run());
    await task.allow();
    await task.parked(await task.resume());
    await task.allow();
    await task.done(await task.resume());
    return 'the task waits for the person and goes on; the command runs once';
  }),
  claudeCase('AskOnce killed', 'its worker is killed after the approved command has run', [SLOW_DEED], async (task) => {
    await task.parked(await task.run());
    await task.allow();
    const end = new AbortController();
    const killed = task.resume(end.signal);
    await until(() => task.deeds() === 1);
    end.abort();
    await killed;
    await until(() => living([task.pid()]).length === 0);
    await task.done(await task.resume());
    assert.match(task.told()[0]!, /may have been carried out/);
    return `it does not run again; the agent reads “${task.told()[0]}”`;
  }),
  claudeCase('approvals', 'the task is cancelled while it waits', [DEED], async (task) => {
    const { id, waiting } = await task.parked(await task.run());
    await task.place.askonce.jobs.cancel(id);
    const { status } = (await task.place.askonce.questions.get(waiting[0]!.id))!;
    assert.equal(status, 'withdrawn');
    assert.match((await task.resume()).output, /Nothing to run/);
    return 'the approval is withdrawn, and nothing runs';
  }),
  claudeCase('edits', 'edited in the inbox', [DEED], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    const updatedInput = { command: 'echo edited > edited; echo made >> deeds' };
    await task.place.askonce.approvals.decide(waiting!.id, { decision: 'allow', updatedInput });
    await task.done(await task.resume());
    assert.ok(existsSync(join(task.place.project, 'edited')));
    return 'the edited command runs, once';
  }),
  claudeCase('scopes', 'two equal commands, allowed for this session', [BASH, BASH], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    await task.place.askonce.approvals.decide(waiting!.id, { decision: 'allow', scope: 'session', by: 'ada' });
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.equal(task.told().length, 2);
    return 'the task waits once; the rule decides the second';
  }),
  claudeCase('approvals', 'two commands in one message', [{ ...DEED, beside: [OTHER_DEED] }], async (task) => {
    // Claude Code keeps only one of the calls that it defers. Its agent makes the other again, with another id.
    const first = await task.parked(await task.run(), 2);
    const [one, other] = first.waiting;
    await task.place.askonce.approvals.decide(one!.id, { decision: 'allow', by: 'ada' });
    await task.parked(await task.resume());
    await task.place.askonce.approvals.decide(other!.id, { decision: 'allow', by: 'ada' });
    for (let rounds = 0; (await task.task()).state !== 'COMPLETE'; rounds += 1) {
      assert.ok(rounds < 5, 'it does not end');
      await task.resume();
      await task.allow();
    }
    assert.equal(task.deeds(), 2);
    return 'the task waits for both, and each runs once';
  }),
  claudeCase('approvals', 'resumed by hand while the call waits, without AskOnce’s settings', [DEED], async (task) => {
    await task.parked(await task.run());
    const ran = await task.byHand();
    assert.equal(task.deeds(), 0, 'it ran without an approval');
    await task.allow();
    await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.ok(task.deeds() <= 1);
    return 'the call does not run; with AskOnce’s settings the task goes on';
  }),
  claudeCase(
    'approvals',
    'in a project whose settings have the hooks of `init` too',
    [QUESTIONS, DEED],
    async (task) => {
      task.place.write(join(task.place.project, '.claude', 'settings.local.json'), hooksOf(byCommand('--wait', '50s')));
      const { waiting } = await task.parked(await task.run(), 3);
      for (const { id } of waiting) await task.place.askonce.questions.answer(id, 'app', { by: 'ada' });
      await task.parked(await task.resume());
      await task.allow();
      await task.done(await task.resume());
      return 'each question is asked once, and the task parks as without them';
    },
  ),
];
