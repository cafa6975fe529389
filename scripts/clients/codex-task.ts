/** One task of the real Codex in a project of its own, run by `askonce run` or by a worker of this process. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCodex } from '../../src/adapters/codex/answer.ts';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import type { Task } from '../../src/index.ts';
import { shellQuoted } from '../../src/util/shell.ts';
import { type CodexSettings, codexExecutor } from '../../src/worker/agents/codex/executor.ts';
import type { Trial } from './cases.ts';
import { ASKONCE, type Ran, type Workplace } from './workplace.ts';

/** A project with one task of Codex. */
export class OneTask {
  private readonly trial: Trial;
  readonly place: Workplace;

  constructor(trial: Trial, place: Workplace) {
    this.trial = trial;
    this.place = place;
  }

  /** `askonce run`, until the task has ended or waits. */
  async run(end?: AbortSignal, flags: readonly string[] = []): Promise<Ran> {
    const command = [await this.command(), ...flags].map(shellQuoted).join(' ');
    return this.askonce(['run', 'Build it.', '--exec', command], end);
  }

  resume(end?: AbortSignal): Promise<Ran> {
    return this.askonce(['resume'], end);
  }

  private async askonce(args: readonly string[], end?: AbortSignal): Promise<Ran> {
    const { env } = await this.trial.client.setUp(this.place);
    const how = { everything: true, ...(end === undefined ? {} : { end }) };
    return this.place.run(process.execPath, [ASKONCE, ...args], env, how);
  }

  /** A worker in this process, which keeps running while the task waits. */
  async work(): Promise<string> {
    const { askonce, project } = this.place;
    const { env } = await this.trial.client.setUp(this.place);
    const variables = Object.entries({ ...this.place.shelter(), ...env }).map(
      ([name, value]) => `${name}=${shellQuoted(value)}`,
    );
    const command = [...variables, await this.command()].join(' ');
    const asking = libraryAsking(async () => askonce);
    const answer: CodexSettings['answer'] = (request, how) => answerCodex(asking, request, how);
    const runner = askonce.runner({
      executor: codexExecutor({ command, db: join(project, '.askonce', 'askonce.db'), answer }),
    });
    this.place.atEnd(() => runner.stop());
    await runner.start();
    return (await askonce.jobs.queue('Build it.')).id;
  }

  /** Until the task of a worker is in this state. */
  async reaches(state: Task['state']): Promise<Task> {
    await until(async () => (await this.task()).state === state);
    return this.task();
  }

  /** What Codex has stored of the thread. */
  transcript(): string {
    const folder = join(this.place.home, '.codex', 'sessions');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  }

  /** A command named codex that notes its process before it becomes Codex. */
  private async command(): Promise<string> {
    const command = join(this.place.home, 'codex');
    this.place.write(command, `#!/bin/sh\necho $$ > ${this.pidFile}\nexec '${this.trial.program}' "$@"\n`);
    await this.place.run('chmod', ['+x', command]);
    return command;
  }

  private get pidFile(): string {
    return join(this.place.home, 'codex.pid');
  }

  pid(): number {
    return Number(readFileSync(this.pidFile, 'utf8'));
  }

  deeds(): number {
    const file = join(this.place.project, '..', 'deeds');
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
    await until(() => !lives(this.pid()));
    return task;
  }

  async allow(): Promise<void> {
    const { waiting } = await this.task();
    for (const { id } of waiting)
      await this.place.askonce.approvals.decide(id, { decision: 'allow', by: 'ada', surface: 'page' });
  }

  async done(ran: Ran, deeds = 1): Promise<void> {
    const task = await this.task();
    assert.deepEqual({ state: task.state, result: task.result }, { state: 'COMPLETE', result: 'Done.' }, ran.output);
    assert.equal(this.deeds(), deeds, 'the deed was not done as often as approved');
  }

  async requested(): Promise<number> {
    const events = await this.place.askonce.events.list({ limit: 1_000 });
    return events.filter(({ type }) => type === 'clarification.requested').length;
  }

  /** What its model was told by its calls. */
  told(): readonly string[] {
    return this.place.model.turns.at(-1)?.results ?? [];
  }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 600; left > 0 && !(await condition()); left -= 1) await pause(50);
  assert.ok(await condition(), 'it did not come to that');
}

/** A process that has ended may stay as a zombie, where nothing reaps it. */
export function lives(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout.trim());
}
