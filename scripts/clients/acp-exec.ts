/** The promises of docs/runner.md about `--acp`, tested with real agents: they wait, they are killed, and they go on. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerAcp } from '../../src/adapters/acp/answer.ts';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import type { Clarification, Task } from '../../src/index.ts';
import { shellQuoted } from '../../src/util/shell.ts';
import { acpExecutor } from '../../src/worker/agents/acp/executor.ts';
import { living, until } from '../../test/support/processes.ts';
import type { Case, Column, Trial } from './cases.ts';
import type { Start } from './client.ts';
import type { ScriptedCall } from './fake-model.ts';
import { ASKONCE, type Ran, Workplace } from './workplace.ts';

/** How an agent is tried over ACP. */
export interface AcpAgent {
  /** The row of the table. */
  readonly way: string;
  /** Writes the settings of its model, without an entry of AskOnce. Returns the arguments that make it speak ACP. */
  readonly setUp: (place: Workplace) => Start;
  /** Runs a command in a shell. */
  readonly deed: (command: string) => ScriptedCall;
  /** Writes a file. */
  readonly write: (file: string, content: string) => ScriptedCall;
  /** Whether it loads its session after a kill. It then has the call that was interrupted among its results. */
  readonly loads: boolean;
}

const MAKE = 'echo made >> deeds';
const QUESTION: ScriptedCall = {
  tool: 'ask_person',
  args: { questions: [{ question: 'Which port should it listen on?' }] },
};

class OneTask {
  private readonly trial: Trial;
  private readonly agent: AcpAgent;
  readonly place: Workplace;

  constructor(trial: Trial, place: Workplace, agent: AcpAgent) {
    this.trial = trial;
    this.place = place;
    this.agent = agent;
  }

  /** `askonce run`, until the task has ended or waits. */
  run(end?: AbortSignal): Promise<Ran> {
    return this.askonce(['run', 'Build it.', '--acp', this.command()], end);
  }

  resume(end?: AbortSignal): Promise<Ran> {
    return this.askonce(['resume'], end);
  }

  private askonce(args: readonly string[], end?: AbortSignal): Promise<Ran> {
    const how = { everything: true, ...(end === undefined ? {} : { end }) };
    return this.place.run(process.execPath, [ASKONCE, ...args], {}, how);
  }

  /** Runs the task in this process, so that the agent waits for as long as it takes. */
  async runHere(): Promise<Task> {
    const { askonce, project } = this.place;
    const asking = libraryAsking(async () => askonce);
    const executor = acpExecutor({
      command: this.command(),
      db: join(project, '.askonce', 'askonce.db'),
      server: { command: process.execPath, args: [ASKONCE, 'mcp', '--ask-tool', 'ask_person'] },
      answer: (request, how) => answerAcp(asking, request, how),
    });
    const runner = askonce.runner({ executor });
    this.place.atEnd(() => runner.stop());
    await runner.start();
    const { id } = await askonce.jobs.queue('Build it.');
    return askonce.jobs.ended(id);
  }

  /** Notes its process before it becomes the agent. It gets the variables of the workplace alone, and those of its task. */
  private command(): string {
    const { args, env } = this.agent.setUp(this.place);
    const start = join(this.place.home, 'start.sh');
    const own = Object.entries({ ...this.place.shelter(), ...env }).map(([name, value]) => `${name}=${value}`);
    const task = ['DB', 'PROJECT', 'SESSION', 'JOB'].map((name) => `ASKONCE_${name}="$ASKONCE_${name}"`).join(' ');
    const words = [this.trial.program, ...args].map(shellQuoted).join(' ');
    this.place.write(
      start,
      `echo $$ > ${shellQuoted(this.pidFile)}\nexec env -i ${own.map(shellQuoted).join(' ')} ${task} ${words}\n`,
    );
    return `sh ${shellQuoted(start)}`;
  }

  private get pidFile(): string {
    return join(this.place.home, 'agent.pid');
  }

  pid(): number {
    return Number(readFileSync(this.pidFile, 'utf8'));
  }

  deeds(): number {
    const file = join(this.place.project, 'deeds');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  }

  async task(): Promise<Task> {
    const { items } = await this.place.askonce.jobs.list({ limit: 1 });
    return items[0]!;
  }

  /** The task waits for a person, with no worker and no process. */
  async parked(ran: Ran): Promise<Clarification> {
    const task = await this.task();
    assert.equal(task?.state, 'AWAITING_RESPONSE', `${task?.error} ${ran.output.slice(-800)}`);
    assert.equal(task.worker, null, 'a worker holds it');
    assert.equal(task.waiting.length, 1);
    await until(() => living([this.pid()]).length === 0, 'the agent has ended');
    return task.waiting[0]!;
  }

  async allow(): Promise<void> {
    const { waiting } = await this.task();
    for (const { id } of waiting)
      await this.place.askonce.approvals.decide(id, { decision: 'allow', by: 'ada', surface: 'page' });
  }

  async done(ran: Ran, deeds = 1): Promise<void> {
    const task = await this.task();
    assert.deepEqual({ state: task.state, result: task.result }, { state: 'COMPLETE', result: 'Done.' }, ran.output);
    assert.equal(this.deeds(), deeds, `the command ran ${this.deeds()} times`);
  }

  async requested(): Promise<number> {
    const events = await this.place.askonce.events.list({ limit: 1_000 });
    return events.filter(({ type }) => type === 'clarification.requested').length;
  }

  /** Calls this as soon as a question waits, once. */
  onQuestion(call: (id: string) => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const off = this.place.askonce.events.on('clarification.requested', ({ clarification }) => {
        off();
        Promise.resolve(call(clarification!)).then(() => resolve(), reject);
      });
    });
  }

  /** What its model was told by its calls. */
  told(): readonly string[] {
    return this.place.model.turns.at(-1)?.results ?? [];
  }
}

export function acpCases(agent: AcpAgent): readonly Case[] {
  const make = agent.deed(MAKE);
  // A rule covers no redirection.
  const mkdir = agent.deed('mkdir -p made');
  // An agent that begins again plays its script from the start.
  const again = (call: ScriptedCall) => (agent.loads ? [call, call] : [call]);
  const goesOn = agent.loads ? 'the session is loaded' : 'the task begins again';
  const acpCase = (
    column: Column,
    tried: string,
    script: readonly ScriptedCall[],
    run: (task: OneTask) => Promise<string>,
  ): Case => ({
    ...{ way: agent.way, column, tried },
    async run(trial) {
      const place = await Workplace.open(trial.client.wire, () => script);
      try {
        return await run(new OneTask(trial, place, agent));
      } finally {
        await place.close();
      }
    },
  });
  return [
    acpCase('questions', 'asks with the tool of AskOnce, answered while it waits', [QUESTION], async (task) => {
      const answered = task.onQuestion((id) => task.place.askonce.questions.answer(id, '8080', { by: 'ada' }));
      const [{ state, error }] = await Promise.all([task.runHere(), answered]);
      assert.equal(state, 'COMPLETE', String(error));
      assert.match(task.told()[0]!, /8080/);
      return 'no permission is needed for the tool, and the agent gets the answer';
    }),
    acpCase('questions', 'asks, and a person answers the next day', again(QUESTION), async (task) => {
      const { id, question } = await task.parked(await task.run());
      assert.match(question, /port/);
      await task.place.askonce.questions.answer(id, '8080', { by: 'ada' });
      const ran = await task.resume();
      assert.equal((await task.task()).state, 'COMPLETE', ran.output);
      assert.match(task.told().at(-1)!, /8080/);
      assert.equal(await task.requested(), 1);
      return `${goesOn}; the agent asks again and gets the answer, the person is asked once`;
    }),
    acpCase('approvals', 'wants to run a command, allowed while it waits', [make], async (task) => {
      const seen: Clarification[] = [];
      const decided = task.onQuestion(async (id) => {
        seen.push((await task.place.askonce.questions.get(id))!);
        await task.allow();
      });
      const [{ state, error }] = await Promise.all([task.runHere(), decided]);
      assert.equal(state, 'COMPLETE', String(error));
      assert.equal(task.deeds(), 1);
      assert.equal(seen[0]!.approval!.tool, 'Bash');
      assert.equal(seen[0]!.approval!.input.command, MAKE);
      return 'the person sees the whole command; it runs once';
    }),
    acpCase('approvals', 'a command that is denied with words', [make], async (task) => {
      const decided = task.onQuestion((id) =>
        task.place.askonce.approvals.decide(id, { decision: 'deny', message: 'Use the build script.' }),
      );
      const [{ state, error }] = await Promise.all([task.runHere(), decided]);
      assert.equal(state, 'COMPLETE', String(error));
      assert.equal(task.deeds(), 0);
      return `it does not run; the model reads: “${task
        .told()[0]!
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .trim()
        .slice(0, 120)}”`;
    }),
    acpCase('approvals', 'wants to write a file', [agent.write('made.txt', 'hello\n')], async (task) => {
      const seen: Clarification[] = [];
      const decided = task.onQuestion(async (id) => {
        seen.push((await task.place.askonce.questions.get(id))!);
        await task.allow();
      });
      const [{ state, error }] = await Promise.all([task.runHere(), decided]);
      assert.equal(state, 'COMPLETE', String(error));
      const { tool, input } = seen[0]!.approval!;
      const file = join(task.place.project, 'made.txt');
      assert.deepEqual({ tool, input }, { tool: 'Write', input: { file_path: file, content: 'hello\n' } });
      assert.equal(readFileSync(file, 'utf8'), 'hello\n');
      return 'the person sees the file and its content; allowed, it is written';
    }),
    acpCase('approvals', 'the task is cancelled while a call waits', [make], async (task) => {
      const cancelled = task.onQuestion(async () => task.place.askonce.jobs.cancel((await task.task()).id));
      const [{ state }] = await Promise.all([task.runHere(), cancelled]);
      assert.equal(state, 'CANCELLED');
      await until(() => living([task.pid()]).length === 0, 'the agent has ended');
      assert.equal(task.deeds(), 0);
      const { items } = await task.place.askonce.questions.list({ status: 'pending' });
      assert.deepEqual(items, []);
      return 'the approval is withdrawn, the agent ends, and nothing runs';
    }),
    acpCase('scopes', 'allowed for the session, and makes the call again', [mkdir, mkdir], async (task) => {
      const decided = task.onQuestion((id) =>
        task.place.askonce.approvals.decide(id, { decision: 'allow', scope: 'session', by: 'ada' }),
      );
      const [{ state, error }] = await Promise.all([task.runHere(), decided]);
      assert.equal(state, 'COMPLETE', String(error));
      assert.equal(task.told().length, 2);
      assert.equal(await task.requested(), 1);
      return 'the person’s rule allows the second call; the agent itself remembers nothing';
    }),
    acpCase('agent killed', 'is killed while a call waits', again(make), async (task) => {
      const killed = task.onQuestion(() => process.kill(task.pid(), 'SIGKILL'));
      const ran = await task.run();
      await killed;
      await task.parked(ran);
      await task.allow();
      await task.done(await task.resume());
      assert.equal(await task.requested(), 1, 'the person was asked again');
      return `${goesOn}; the command runs once, and the person is asked once`;
    }),
    acpCase('AskOnce killed', 'its worker is killed while a call waits', again(make), async (task) => {
      const end = new AbortController();
      const killed = task.onQuestion(() => end.abort());
      await task.run(end.signal);
      await killed;
      await until(() => living([task.pid()]).length === 0, 'the agent has ended');
      await task.allow();
      await task.done(await task.resume());
      assert.equal(await task.requested(), 1, 'the person was asked again');
      return `the agent ends with its worker; ${goesOn}, the command runs once, and the person is asked once`;
    }),
  ];
}
