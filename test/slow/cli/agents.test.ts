/** A task is run by the agent it was typed for, and by no other; and agents get what they need, and no more. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

const ASKS = 'grep -q "Answer: YAML" && echo "Used YAML." || echo "NEEDS_CLARIFICATION: Which format should I use?"';

async function answered() {
  const folder = newFolder();
  const { stderr } = await folder.run(['run', 'Add it', '--exec', ASKS]);
  const [, question, task] = /question open: (q-\S+) \((task-\S+)\)/.exec(stderr)!;
  await folder.run(['answer', question!, 'YAML']);
  return { folder, task: task! };
}

test('a task of an agent is not taken by whoever has none: it says how to go on, and nothing is lost', async () => {
  const { folder, task } = await answered();
  // Somebody else, who has never started that command.
  const env = { XDG_STATE_HOME: join(folder.path, 'of-another-person') };
  const all = await folder.run(['resume'], { env });
  expect(all).toMatchObject({ code: 0, stdout: 'Nothing to run.\n' });
  expect(all.stderr).toContain(`${task} is for another agent. Resume it with: askonce resume ${task} --exec `);
  const one = await folder.run(['resume', task], { env });
  expect(one).toMatchObject({ code: 1, stdout: '' });
  expect(one.stderr).toMatch(/was started with another agent.*--exec.*\ncode: usage\n$/);
  expect(await folder.run(['resume', task, '--exec', ASKS])).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
});

test('a task of one agent is not taken by another', async () => {
  const { folder, task } = await answered();
  const other = await folder.run(['resume', '--exec', 'echo wrong']);
  expect(other).toMatchObject({ code: 0, stdout: 'Nothing to run.\n' });
  expect(other.stderr).toContain(task);
});

test('the model and its key are not handed on to agents', async () => {
  const env = { ASKONCE_MODEL: 'x', ASKONCE_MODEL_URL: 'http://127.0.0.1:9', ASKONCE_MODEL_KEY: 's3cret' };
  const { code, stdout, stderr } = await newFolder().run(['run', 'Show it', '--exec', 'env; echo end'], { env });
  expect(code).toBe(0);
  expect(stdout).toContain('ASKONCE_JOB=task-');
  expect(stdout + stderr).not.toMatch(/s3cret|ASKONCE_MODEL/);
});

test('an agent is refused the prompt, where it could answer its own question', async () => {
  const { code, stderr } = await newFolder().run(['repl', '--non-interactive'], { env: { ASKONCE_JOB: 'task-x' } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/code: person_only\n$/);
});

test('an answer in advance to what nobody asked is told of, where a question is open', async () => {
  const { code, stderr } = await newFolder().run(['run', 'Add it', '--exec', ASKS, '--answer', 'Colour=red']);
  expect(code).toBe(2);
  expect(stderr).toContain('The answer for “Colour” was not used: that question was not asked.');
});

test('a yes given in advance to “Should I proceed?” lets nothing be destroyed', async () => {
  const folder = newFolder();
  const agent = 'printf "I will drop the production database.\\n\\nShould I proceed?"';
  const ended = await folder.run(['run', 'Add it', '--exec', agent, '--answer', 'Should I proceed?=yes']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('I will drop the production database.');
  expect(await folder.pending()).toHaveLength(1);
});
