/** Tasks that run on one machine and live at the server of another: real processes, tokens, and either side killed meanwhile. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Folder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { elsewhere, served } from './at-server.ts';

/** Asks until it is told YAML. */
const ASKS = 'grep -q "Answer: YAML" && echo "Used YAML." || echo "NEEDS_CLARIFICATION: Which format should I use?"';
const wrote = (folder: Folder, name: string) => () => existsSync(join(folder.path, name));
const linesOf = (folder: Folder, name: string) =>
  readFileSync(join(folder.path, name), 'utf8').split('\n').filter(Boolean);
const taskIn = (stderr: string) => /^task: (\S+)$/m.exec(stderr)![1]!;

/** An agent that notes each start, and goes on when there is a file. */
const HOLDS = 'cat > /dev/null; echo start >> starts; while [ ! -e go ]; do sleep 0.05; done; echo "Done."';

test('a task runs here, asks at the server, and goes on here once it was answered there', async () => {
  const { url, folder, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const asked = await shop.run(['run', 'Add it', '--exec', `env > seen; ${ASKS}`]);
  expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('question open: q-') });
  const seen = readFileSync(join(shop.path, 'seen'), 'utf8');
  expect(seen).toContain(`ASKONCE_URL=${url}\n`);
  expect(seen).toContain('ASKONCE_DB=\n');
  const [question] = await folder.pending();
  expect(question).toMatchObject({ question: 'Which format should I use?', project: 'github.com/acme/shop' });
  expect((await folder.run(['answer', question!.id, 'YAML'])).code).toBe(0);
  const resumed = await shop.run(['resume', taskIn(asked.stderr)]);
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
  expect(JSON.parse((await folder.run(['history', '--json'])).stdout).items).toHaveLength(1);
  const again = await shop.run(['resume']);
  expect(again, again.stderr).toMatchObject({ code: 0, stdout: 'Nothing to run.\n' });
});

test('an agent asks by itself with the token of an asker, and never gets that of a person', async () => {
  const { url, folder, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const asks = `cat > /dev/null; '${process.execPath}' '${BIN}' ask "Which colour?" --wait`;
  const asked = await shop.run(['run', 'Paint it', '--exec', asks]);
  expect(asked).toMatchObject({ code: 2 });
  const [question] = await folder.pending();
  expect(question).toMatchObject({ question: 'Which colour?', job: taskIn(asked.stderr) });
  await folder.run(['answer', question!.id, 'red']);
  const resumed = await shop.run(['resume', taskIn(asked.stderr)]);
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, stdout: 'red\n' });
  const person = elsewhere(url, tokens.answerer);
  const ran = await person.run(['run', 'Look', '--exec', 'cat > /dev/null; env > seen; echo ok']);
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('Agents do not get your token') });
  expect(readFileSync(join(person.path, 'seen'), 'utf8')).not.toContain(tokens.answerer);
});

test('a server that is killed and started again is waited for: the agent runs once, and asks once', async () => {
  const { url, kill, start, folder, tokens } = await served();
  const shop = elsewhere(url, tokens.asker, { timeouts: { lease: '5m' } });
  const agent = `echo start >> starts; while [ ! -e go ]; do sleep 0.05; done; ${ASKS}`;
  const running = shop.start(['run', 'Add it', '--exec', agent]);
  await expect.poll(wrote(shop, 'starts'), { timeout: 60_000 }).toBe(true);
  await kill();
  await running.stderrShows(/(The connection to the server is lost)/);
  writeFileSync(join(shop.path, 'go'), '');
  // The turn has ended, and its question waits for the server.
  await running.stderrShows(/^ {2}NEEDS_CLARIFICATION: (.+)$/m);
  await start();
  expect(await running.ended).toMatchObject({ code: 2 });
  expect(await folder.pending()).toHaveLength(1);
  expect(linesOf(shop, 'starts')).toHaveLength(1);
});

test('a task whose worker was killed is taken by another within its lease, and its agent is gone by then', async () => {
  const { url, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const running = shop.start(['run', 'Add it', '--exec', `echo $$ >> agents; ${HOLDS}`]);
  await expect.poll(wrote(shop, 'starts'), { timeout: 60_000 }).toBe(true);
  running.child.kill('SIGKILL');
  const id = taskIn((await running.ended).stderr);
  const next = shop.start(['resume', id]);
  await expect.poll(() => linesOf(shop, 'starts').length, { timeout: 60_000 }).toBe(2);
  const [first] = linesOf(shop, 'agents');
  expect(() => process.kill(Number(first), 0)).toThrow();
  writeFileSync(join(shop.path, 'go'), '');
  expect(await next.ended).toMatchObject({ code: 0, stdout: 'Done.\n' });
});

test('a worker that is cut off for longer than its lease ends its agent, and starts it again when the server is back', async () => {
  const { url, kill, start, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const running = shop.start(['run', 'Add it', '--exec', `echo $$ >> agents; ${HOLDS}`]);
  await expect.poll(wrote(shop, 'starts'), { timeout: 60_000 }).toBe(true);
  await kill();
  const [first] = linesOf(shop, 'agents');
  const lives = () => {
    try {
      return process.kill(Number(first), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(lives, { timeout: 60_000 }).toBe(false);
  await start();
  await expect.poll(() => linesOf(shop, 'starts').length, { timeout: 60_000 }).toBe(2);
  writeFileSync(join(shop.path, 'go'), '');
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'Done.\n' });
});

test('a task belongs to its token and its folder: no other machine runs it, nor does the server', async () => {
  const { url, folder, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const { stderr } = await shop.run(['run', 'Add it', '--exec', ASKS]);
  const [question] = await folder.pending();
  await folder.run(['answer', question!.id, 'YAML']);
  const id = taskIn(stderr);
  const others = await folder.run(['resume', '--exec', ASKS]);
  expect(others.stdout).toBe('Nothing to run.\n');
  // Another token in the same folder, and the same token in another one.
  const thief = await shop.run(['resume', id, '--exec', ASKS], { ASKONCE_TOKEN: tokens.other });
  expect(thief).toMatchObject({ code: 1, stderr: expect.stringContaining('code: owner_only') });
  const twin = await elsewhere(url, tokens.asker).run(['resume', id, '--exec', ASKS]);
  expect(twin).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to the folder') });
  const nobody = await shop.run(['run', 'x', '--exec', ASKS], { ASKONCE_TOKEN: 'made-up' });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('code: token_invalid') });
  expect((await shop.run(['resume', id])).stdout).toBe('Used YAML.\n');
});

test('a server that does not reply is an error at the start, and nothing runs', async () => {
  const { url, kill, tokens } = await served();
  await kill();
  const shop = elsewhere(url, tokens.asker);
  const ran = await shop.run(['run', 'Add it', '--exec', HOLDS]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('code: server_unreachable') });
  expect(wrote(shop, 'starts')()).toBe(false);
});

test('a command that is stopped while its server is away ends, and says how to resume', async () => {
  const { url, kill, tokens } = await served();
  const shop = elsewhere(url, tokens.asker);
  const running = shop.start(['run', 'Add it', '--exec', HOLDS]);
  await expect.poll(wrote(shop, 'starts'), { timeout: 60_000 }).toBe(true);
  await kill();
  await running.stderrShows(/(The connection to the server is lost)/);
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, stderr: expect.stringContaining('Resume them with') });
});
