/** `askonce resume`: runs what can go on, one task or all of the project, and ends. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';

const ASKS = 'grep -q "Answer: YAML" && echo "Used YAML." || echo "NEEDS_CLARIFICATION: Which format should I use?"';

/** A task that waits for its answer; returns its id and its question's. */
async function parked(folder: Folder, prompt = 'Add it'): Promise<{ task: string; question: string }> {
  const { stderr } = await folder.run(['run', prompt, '--exec', ASKS]);
  const [, question, task] = /question open: (q-\S+) \((task-\S+)\)/.exec(stderr)!;
  return { task: task!, question: question! };
}

/** Puts tasks into the queue, which nobody runs. */
async function queued(folder: Folder, ...prompts: string[]): Promise<string[]> {
  const askonce = await openAskOnce({ project: folder.path, db: join(folder.path, '.askonce', 'askonce.db') });
  onTestFinished(() => askonce.close());
  const ids: string[] = [];
  for (const prompt of prompts) ids.push((await askonce.jobs.queue(prompt)).id);
  return ids;
}

test('a task whose question was answered goes on, by its id', async () => {
  const folder = newFolder();
  const { task, question } = await parked(folder);
  await folder.run(['answer', question, 'YAML']);
  const ended = await folder.run(['resume', task, '--exec', ASKS]);
  expect(ended).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
  const again = await folder.run(['resume', task, '--exec', 'exit 9', '--json']);
  expect({ code: again.code, task: JSON.parse(again.stdout) }).toMatchObject({
    code: 0,
    task: { id: task, state: 'COMPLETE', result: 'Used YAML.', runs: 2 },
  });
});

test('a task that still waits is not run: exit 2, and its question is shown again', async () => {
  const folder = newFolder();
  const { task, question } = await parked(folder);
  const { code, stdout, stderr } = await folder.run(['resume', task, '--exec', 'echo ran >&2; exit 9']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`question open: ${question} (${task})`);
  expect(stderr).not.toContain('ran');
});

test('a task that still waits takes an answer in advance, and goes on', async () => {
  const folder = newFolder();
  const { task } = await parked(folder);
  const ended = await folder.run(['resume', task, '--exec', ASKS, '--answer', 'Which format should I use?=YAML']);
  expect(ended).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
});

test('a task that failed stays so: exit 1, and its error is said again', async () => {
  const folder = newFolder();
  const { stderr } = await folder.run(['run', 'Go', '--exec', 'exit 3']);
  const task = /^task: (\S+)/m.exec(stderr)![1]!;
  const again = await folder.run(['resume', task, '--exec', 'echo fine']);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain(`error: ${task}: The agent exited with code 3.`);
});

test('without an id everything that can run is run, and what waits is named', async () => {
  const folder = newFolder();
  const waits = await parked(folder);
  const [one, two] = await queued(folder, 'first', 'second');
  const { code, stdout, stderr } = await folder.run(['resume', '--exec', 'cat']);
  expect(code).toBe(2);
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual([`${one}: first`, `${two}: second`].toSorted());
  expect(stderr).toContain(`question open: ${waits.question} (${waits.task})`);
  const json = await folder.run(['resume', '--exec', 'cat', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ id: waits.task, state: 'AWAITING_RESPONSE' });
});

test('with nothing to run it says so and ends with 0, as text and as JSON', async () => {
  const folder = newFolder();
  expect(await folder.run(['resume', '--exec', 'cat'])).toMatchObject({ code: 0, stdout: 'Nothing to run.\n' });
  expect(await folder.run(['resume', '--exec', 'cat', '--json'])).toMatchObject({ code: 0, stdout: '{"items":[]}\n' });
});

test('an id that does not exist is an error with a code', async () => {
  const { code, stderr } = await newFolder().run(['resume', 'task-none', '--exec', 'cat']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: No job task-none. Check the id.\ncode: job_unknown\n' });
});

test('a job of another project is an error, and not waited for', async () => {
  const folder = newFolder();
  const [task] = await queued(folder, 'first');
  const other = join(folder.path, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), '{}');
  const { code, stderr } = await folder.run(
    ['resume', task!, '--exec', 'cat', '--db', join(folder.path, '.askonce', 'askonce.db')],
    { cwd: other },
  );
  expect(code).toBe(1);
  expect(stderr).toContain(`No job ${task}`);
});

test('a project that is named by a link is the same project', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const { task, question } = await parked(folder);
  const link = join(elsewhere.path, 'link');
  symlinkSync(folder.path, link);
  const resume = (...args: string[]) => elsewhere.run(['resume', ...args, '--exec', ASKS, '--project', link]);
  expect(await resume()).toMatchObject({ code: 2, stderr: expect.stringContaining(`question open: ${question}`) });
  await folder.run(['answer', question, 'YAML']);
  expect(await resume(task)).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
});

test('a job that only asks, and was never a task, is an error, and not waited for', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?', '--job', 'build-7');
  await folder.run(['answer', id, 'red']);
  const { code, stderr } = await folder.run(['resume', 'build-7', '--exec', 'cat']);
  expect(code).toBe(1);
  expect(stderr).toContain('build-7');
});

test('a task that another process runs is waited for, and not run twice', async () => {
  const folder = newFolder();
  const agent = 'echo begun; until [ -e go ]; do sleep 0.05; done; echo "$ASKONCE_JOB" >> ran; echo done';
  const running = folder.start(['run', 'Add it', '--exec', agent]);
  const task = await running.stderrShows(/^task: (\S+)/m);
  await running.stderrShows(/^ {2}begun$/m);
  const waiting = folder.start(['resume', task, '--exec', 'echo twice']);
  writeFileSync(join(folder.path, 'go'), '');
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'begun\ndone\n' });
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'begun\ndone\n' });
});

test('a task whose process was killed outright goes on at once, by whoever resumes it', async () => {
  const folder = newFolder();
  const agent = '[ -e go ] && { echo done; exit; }; echo begun; exec tail -f /dev/null';
  const running = folder.start(['run', 'Add it', '--exec', agent]);
  const task = await running.stderrShows(/^task: (\S+)/m);
  await running.stderrShows(/^ {2}begun$/m);
  running.child.kill('SIGKILL');
  await running.ended;
  writeFileSync(join(folder.path, 'go'), '');
  expect(await folder.run(['resume', task, '--exec', agent])).toMatchObject({ code: 0, stdout: 'done\n' });
});

test('answer says that nothing runs the task and how it goes on; resume alone starts what it was started with', async () => {
  const folder = newFolder();
  const { task, question } = await parked(folder);
  const answered = await folder.run(['answer', question, 'YAML']);
  expect(answered.code).toBe(0);
  const [, command] = new RegExp(
    `^Task ${task}\\ is not running. Resume it with: (askonce resume ${task} --exec .*)$`,
    'm',
  ).exec(answered.stderr)!;
  expect(command).toContain('grep -q');
  expect(await folder.run(['resume', task])).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
});

test('answer says nothing of the kind where the task’s process lives, or no task asked', async () => {
  const folder = newFolder();
  const alone = await folder.park('Which colour?');
  expect((await folder.run(['answer', alone, 'red'])).stderr).toBe('');
  const repl = folder.start(['repl', '--non-interactive', '--exec', ASKS], { stdin: 'pipe' });
  repl.child.stdin!.write('Add it\n');
  let question: string | undefined;
  await expect.poll(async () => (question = (await folder.pending())[0]?.id)).toBeDefined();
  expect((await folder.run(['answer', question!, 'YAML'])).stderr).toBe('');
  repl.child.stdin!.end();
  expect((await repl.ended).stdout).toContain('Used YAML.');
});

test('resume without an id starts each task with its own command, and says so of what it may not start', async () => {
  const folder = newFolder();
  const one = await parked(folder, 'one');
  const other = 'grep -q Answer: && echo "By the other." || echo "NEEDS_CLARIFICATION: Which port?"';
  const ran = await folder.run(['run', 'two', '--exec', other]);
  const [, port, two] = /question open: (q-\S+) \((task-\S+)\)/.exec(ran.stderr)!;
  await folder.run(['answer', one.question, 'YAML']);
  await folder.run(['answer', port!, '80']);
  const { code, stdout } = await folder.run(['resume']);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual(
    [`${one.task}: Used YAML.`, `${two}: By the other.`].toSorted(),
  );
});

test('a command that came with a store from elsewhere is not started by resume', async () => {
  const folder = newFolder();
  const askonce = await openAskOnce({ project: folder.path, db: join(folder.path, '.askonce', 'askonce.db') });
  onTestFinished(() => askonce.close());
  const { id } = await askonce.jobs.queue('Add it', { agent: 'touch planted' });
  expect(await folder.run(['resume'])).toMatchObject({ stderr: expect.stringContaining(`${id} is for another agent`) });
  const named = await folder.run(['resume', id]);
  expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining("--exec 'touch planted'") });
  expect(existsSync(join(folder.path, 'planted'))).toBe(false);
});
