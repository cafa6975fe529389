/** The promises of docs/runner.md about `--exec codex`, tested with the real Codex over its app server: it waits, is killed, and goes on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clarification } from '../../src/index.ts';
import type { Case, Column } from './cases.ts';
import { lives, OneTask, until } from './codex-task.ts';
import type { ScriptedCall } from './fake-model.ts';
import { Workplace } from './workplace.ts';

export const CODEX_EXEC = '`askonce run --exec codex`';

/** Adds a line each time that it is carried out. Codex asks because it is outside of the sandbox. */
const deed = (command: string): ScriptedCall => ({
  tool: 'exec_command',
  args: { cmd: command, sandbox_permissions: 'require_escalated', justification: 'It writes outside of the sandbox.' },
});
const DEED = deed('echo made >> ../deeds');
const TOUCH = deed('touch made');
const SLOW_DEED = deed('echo made >> ../deeds; sleep 20');
const PATCH: ScriptedCall = {
  tool: 'exec_command',
  args: {
    cmd: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ../outside.txt\n+hello\n*** End Patch\nEOF\n",
  },
};
const QUESTION: ScriptedCall = {
  tool: 'request_user_input',
  args: {
    questions: [
      {
        ...{ id: 'db', header: 'Database', question: 'Which database should it use?' },
        options: ['PostgreSQL', 'SQLite'].map((label) => ({ label, description: `Use ${label}.` })),
      },
    ],
  },
};
const PERMISSIONS: ScriptedCall = {
  tool: 'request_permissions',
  args: { reason: 'It needs the network.', permissions: { network: { enabled: true } } },
};
const FORM: ScriptedCall = { tool: 'mcp__forms/show_form', args: {} };
const FORM_SERVER = join(import.meta.dirname, 'form-server.ts');

function codexCase(
  column: Column,
  tried: string,
  script: readonly ScriptedCall[],
  run: (task: OneTask) => Promise<string>,
): Case {
  return {
    ...{ way: CODEX_EXEC, column, tried },
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

/** Calls this as soon as a question waits, once. */
function onQuestion({ place }: OneTask, call: (id: string) => unknown): void {
  const off = place.askonce.events.on('clarification.requested', ({ clarification }) => {
    off();
    call(clarification!);
  });
}

/** The first rule that is offered for the session. */
function ruleOf({ scopes }: NonNullable<Clarification['approval']>): string {
  return scopes.find(({ scope }) => scope === 'session')!.rules[0]!;
}

export const CODEX_EXEC_CASES: readonly Case[] = [
  codexCase('approvals', 'wants to run a command, and no person is there', [DEED, DEED], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    assert.equal(waiting!.approval?.tool, 'Bash');
    assert.equal(waiting!.approval?.editable, false);
    assert.deepEqual(waiting!.approval?.input.command, 'echo made >> ../deeds');
    assert.equal(task.deeds(), 0);
    await task.allow();
    // The thread is resumed. Its agent makes the same call again, which gets the decision that was made.
    await task.done(await task.resume());
    assert.equal(await task.requested(), 1, 'the person was asked again');
    return 'the task waits with no process; allowed, the thread goes on, the command runs once, and the person is asked once';
  }),
  codexCase('approvals', 'its worker keeps running: allowed while Codex waits', [DEED], async (task) => {
    await task.work();
    await task.reaches('AWAITING_RESPONSE');
    assert.ok(lives(task.pid()), 'Codex has ended');
    await task.allow();
    const { result, runs } = await task.reaches('COMPLETE');
    assert.deepEqual({ result, runs, deeds: task.deeds() }, { result: 'Done.', runs: 1, deeds: 1 });
    return 'the process waits, and goes on with the answer; the command runs once';
  }),
  codexCase('approvals', 'its worker keeps running: denied with words while Codex waits', [DEED], async (task) => {
    await task.work();
    const { waiting } = await task.reaches('AWAITING_RESPONSE');
    await task.place.askonce.approvals.decide(waiting[0]!.id, { decision: 'deny', message: 'Use the build script.' });
    await task.reaches('COMPLETE');
    assert.match(task.told()[0]!, /rejected/);
    assert.match(task.transcript(), /"role":"user".*The person denied this call: Use the build script\./);
    assert.equal(task.deeds(), 0);
    return 'it does not run, and the agent gets the words as a message of the same turn';
  }),
  codexCase('approvals', 'denied by one person, then allowed by another', [DEED], async (task) => {
    await task.work();
    const { waiting } = await task.reaches('AWAITING_RESPONSE');
    const { approvals } = task.place.askonce;
    await approvals.decide(waiting[0]!.id, { decision: 'deny', by: 'ada', surface: 'page' });
    await assert.rejects(approvals.decide(waiting[0]!.id, { decision: 'allow', by: 'bob' }), /already/i);
    await task.reaches('COMPLETE');
    assert.equal(task.deeds(), 0);
    return 'the first answer counts; the second person reads who was first';
  }),
  codexCase('scopes', 'allowed for the session', [TOUCH, TOUCH], async (task) => {
    await task.work();
    const { waiting } = await task.reaches('AWAITING_RESPONSE');
    const { id, approval } = waiting[0]!;
    await task.place.askonce.approvals.decide(id, {
      decision: 'allow',
      scope: 'session',
      rule: ruleOf(approval!),
      by: 'ada',
    });
    await task.reaches('COMPLETE');
    assert.equal(await task.requested(), 1, 'the person was asked again');
    assert.equal(task.told().length, 2);
    return `the rule ${ruleOf(approval!)} decides the next equal call`;
  }),
  codexCase('approvals', 'a change of files outside of the sandbox', [PATCH, PATCH], async (task) => {
    const [waiting] = (await task.parked(await task.run())).waiting;
    assert.equal(waiting!.approval?.tool, 'apply_patch');
    assert.match(String(waiting!.approval?.input.patch), /\+hello/);
    await task.allow();
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.equal(readFileSync(join(task.place.project, '..', 'outside.txt'), 'utf8'), 'hello\n');
    return 'the person sees the patch; allowed, it is applied';
  }),
  codexCase('approvals', 'request_permissions', [PERMISSIONS, PERMISSIONS], async (task) => {
    const flags = ['--enable', 'request_permissions_tool'];
    const [waiting] = (await task.parked(await task.run(undefined, flags))).waiting;
    assert.equal(waiting!.approval?.tool, 'request_permissions');
    await task.allow();
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.match(task.told().at(-1)!, /"enabled":true.*"scope":"turn"/);
    return `granted for the turn: ${task.told().at(-1)!.slice(0, 120)}`;
  }),
  codexCase('questions', 'request_user_input, answered the next day', [QUESTION, QUESTION], async (task) => {
    const { waiting } = await task.parked(await task.run());
    await task.place.askonce.questions.answer(waiting[0]!.id, 'PostgreSQL', { by: 'ada' });
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.match(task.told().at(-1)!, /PostgreSQL/);
    assert.equal(await task.requested(), 1);
    return `the same thread goes on: ${task.told().at(-1)}`;
  }),
  codexCase('questions', 'a tool of an MCP server, then its form', [FORM, FORM, FORM, FORM], async (task) => {
    const server = `{ command = ${JSON.stringify(process.execPath)}, args = [${JSON.stringify(FORM_SERVER)}], required = true }`;
    await task.parked(await task.run(undefined, ['-c', `mcp_servers.forms=${server}`]));
    assert.equal((await task.task()).waiting[0]!.approval?.tool, 'mcp__forms__show_form');
    await task.allow();
    const { waiting } = await task.parked(await task.resume(), 3);
    for (const { id, question } of waiting) {
      const answer = question.startsWith('Region') ? 'Europe' : question.startsWith('Replicas') ? '2' : 'Yes';
      await task.place.askonce.questions.answer(id, answer, { by: 'ada' });
    }
    // The tool was approved and then interrupted, so its next call is asked about again.
    await task.parked(await task.resume());
    await task.allow();
    const ran = await task.resume();
    assert.equal((await task.task()).state, 'COMPLETE', ran.output);
    assert.match(task.told().at(-1)!, /backups\W+true\W+region\W+eu\W+replicas\W+2/);
    return 'the tool is approved as mcp__forms__show_form, and its form is three questions, each asked once';
  }),
  codexCase('AskOnce killed', 'its worker is killed while the call waits', [DEED, DEED], async (task) => {
    const end = new AbortController();
    onQuestion(task, () => end.abort());
    await task.run(end.signal);
    await until(() => !lives(task.pid()));
    await task.allow();
    await task.done(await task.resume());
    assert.equal(await task.requested(), 1, 'the person was asked again');
    return 'another worker resumes the thread; the command runs once, and the person is asked once';
  }),
  codexCase('agent killed', 'Codex is killed while the call waits', [DEED, DEED], async (task) => {
    await task.work();
    await task.reaches('AWAITING_RESPONSE');
    process.kill(task.pid(), 'SIGKILL');
    await until(async () => (await task.task()).worker === null);
    await task.allow();
    const { result } = await task.reaches('COMPLETE');
    assert.deepEqual(
      { result, deeds: task.deeds(), asked: await task.requested() },
      { result: 'Done.', deeds: 1, asked: 1 },
    );
    return 'the task waits for the person and goes on in the same thread; the command runs once, and the person is asked once';
  }),
  codexCase(
    'AskOnce killed',
    'its worker is killed after the approved command has run',
    [SLOW_DEED, SLOW_DEED, SLOW_DEED],
    async (task) => {
      await task.parked(await task.run());
      await task.allow();
      const end = new AbortController();
      const killed = task.resume(end.signal);
      await until(() => task.deeds() === 1);
      end.abort();
      await killed;
      await until(() => !lives(task.pid()));
      // Its agent makes the call again. Nothing says whether the first one took effect, so the person is asked.
      await task.parked(await task.resume());
      assert.deepEqual({ deeds: task.deeds(), asked: await task.requested() }, { deeds: 1, asked: 2 });
      return 'the decision is used up: the same call, made again, waits for the person and does not run';
    },
  ),
  codexCase('approvals', 'the task is cancelled while it waits', [DEED], async (task) => {
    const { id, waiting } = await task.parked(await task.run());
    await task.place.askonce.jobs.cancel(id);
    const { status } = (await task.place.askonce.questions.get(waiting[0]!.id))!;
    assert.equal(status, 'withdrawn');
    assert.match((await task.resume()).output, /Nothing to run/);
    return 'the approval is withdrawn, and nothing runs';
  }),
];
