/** The notify command: run for each question that begins to wait, by every command that leaves one waiting, and once. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, type Command } from '../../mcp/clients.ts';
import { type Folder, newFolder, trustConfig } from '../../support/askonce.ts';
import { until } from '../../support/processes.ts';
import { BIN } from '../../support/programs.ts';

/** Writes down each time that it is run, in one write. */
const NOTIFY = `printf '%s|%s|%s\\n' "$ASKONCE_TASK" "$ASKONCE_QUESTION_ID" "$ASKONCE_QUESTION" >> notified`;
const ASKS = 'grep -q "Answer: YAML" && echo "Used YAML." || echo "NEEDS_CLARIFICATION: Which format should I use?"';

function notified({ path }: Folder): string[] {
  const file = join(path, 'notified');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

const questions = (folder: Folder) => notified(folder).map((line) => line.split('|')[2]);

/** The command is not waited for by those who run it. */
const untilNotified = (folder: Folder, question: string) =>
  until(() => questions(folder).includes(question), `the notify command is run for ${question}`);

test('run and resume tell of the question that their task waits for, and not of it again', async () => {
  const folder = newFolder();
  const ran = await folder.run(['run', 'Add it', '--exec', ASKS, '--notify', NOTIFY]);
  expect(ran.code).toBe(2);
  const [, id, task] = /^question open: (q-\S+) \((task-\S+)\)/m.exec(ran.stderr)!;
  await untilNotified(folder, 'Which format should I use?');
  expect(notified(folder)).toEqual([`${task}|${id}|Which format should I use?`]);

  // It still waits, and that is no news.
  expect((await folder.run(['resume', task!, '--exec', ASKS, '--notify', NOTIFY])).code).toBe(2);
  const asksMore = `${ASKS.split(' && ')[0]} && echo "NEEDS_CLARIFICATION: Which port?" || echo never`;
  await folder.run(['answer', id!, 'YAML']);
  const agentOf = (script: string) => writeFileSync(join(folder.path, 'agent.sh'), script);
  agentOf(asksMore);
  const again = await folder.run(['run', 'Answer: YAML', '--exec', 'sh agent.sh', '--notify', NOTIFY]);
  expect(again.code).toBe(2);
  await untilNotified(folder, 'Which port?');
  // What resume brings to its next question is news.
  const [, port, second] = /^question open: (q-\S+) \((task-\S+)\)/m.exec(again.stderr)!;
  await folder.run(['answer', port!, '80']);
  agentOf('echo "NEEDS_CLARIFICATION: Which host?"');
  expect((await folder.run(['resume', second!, '--exec', 'sh agent.sh', '--notify', NOTIFY])).code).toBe(2);
  await untilNotified(folder, 'Which host?');
  expect(questions(folder)).toEqual(['Which format should I use?', 'Which port?', 'Which host?']);
});

test('run tells nobody of what was answered in advance, unless that answer is refused', async () => {
  const folder = newFolder();
  const answer = (text: string) => ['--answer', `Which format should I use?=${text}`];
  const done = await folder.run(['run', 'Add it', '--exec', ASKS, '--notify', NOTIFY, ...answer('YAML')]);
  expect(done).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
  const asks = `echo 'NEEDS_CLARIFICATION: {"question":"Which format should I use?","options":["XML","INI"],"strictOptions":true}'`;
  const refused = await folder.run(['run', 'Add it', '--exec', asks, '--notify', NOTIFY, ...answer('nonsense')]);
  expect(refused.code).toBe(2);
  await untilNotified(folder, 'Which format should I use?');
  expect(notified(folder)).toHaveLength(1);
});

test('what an agent asks by a command of its own is told of once, by whoever runs the agent', async () => {
  const folder = newFolder();
  const asks = `cat >/dev/null; ${process.execPath} ${BIN} ask "Which colour?"`;
  const env = { ASKONCE_NOTIFY: NOTIFY };
  expect((await folder.run(['run', 'Paint it', '--exec', asks], { env })).code).toBe(2);
  await untilNotified(folder, 'Which colour?');
  await folder.run(['ask', 'Which size?'], { env });
  await untilNotified(folder, 'Which size?');
  expect(questions(folder)).toEqual(['Which colour?', 'Which size?']);
});

test('a prompt without a terminal tells of what its tasks wait for when it ends', async () => {
  const folder = newFolder();
  const { child, ended } = folder.start(['repl', '--exec', ASKS, '--notify', NOTIFY], { stdin: 'pipe' });
  child.stdin!.end('Add it\n');
  expect((await ended).code).toBe(2);
  await untilNotified(folder, 'Which format should I use?');
  expect(notified(folder)).toHaveLength(1);
});

test('ask and request tell of what they park, by the flag, the variable or the config file, and not when it is asked again', async () => {
  const folder = newFolder();
  const first = ['ask', 'Which colour?', '--session', 's', '--job', 'job-1', '--notify', NOTIFY];
  expect((await folder.run(first)).code).toBe(2);
  await untilNotified(folder, 'Which colour?');
  const [parked] = await folder.pending();
  expect(notified(folder)).toEqual([`job-1|${parked!.id}|Which colour?`]);
  expect((await folder.run(first)).code).toBe(2);

  const request = ['request', 'Which database should it use?', '--option', 'SQLite', '--option', 'PostgreSQL'];
  const why = ['--blocker', 'exclusive_requirements', '--tried', 'both are in the brief', '--fallback', 'SQLite'];
  const asked = await folder.run([...request, ...why, '--risk', 'none', '--session', 'pm'], {
    env: { ASKONCE_NOTIFY: NOTIFY },
  });
  expect(asked.code).toBe(2);
  await untilNotified(folder, 'Which database should it use?');

  writeFileSync(join(folder.path, 'askonce.config.json'), JSON.stringify({ notify: NOTIFY }));
  await trustConfig(folder);
  const waiting = folder.start(['ask', 'Which size?', '--project', '.', '--wait']);
  await untilNotified(folder, 'Which size?');
  const size = await waiting.stderrShows(/^\[parked\] (q-\S+)/m);
  await folder.run(['answer', size, 'large']);
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'large\n' });
  expect(questions(folder)).toEqual(['Which colour?', 'Which database should it use?', 'Which size?']);
});

test.each(['2026-07-28', '2025-11-25'] as const)(
  'mcp over stdio of %s tells of what its client asks, once',
  async (kind) => {
    const folder = newFolder();
    const command: Command = {
      command: process.execPath,
      args: [BIN, 'mcp', '--notify', NOTIFY],
      cwd: folder.path,
      env: { PATH: process.env.PATH! },
    };
    const client = await agent(kind, command, { person: () => new Promise(() => {}) });
    void client.ask({ question: 'Which drink?' }).catch(() => {});
    await untilNotified(folder, 'Which drink?');
    void client.ask({ question: 'Which dish?' }).catch(() => {});
    await untilNotified(folder, 'Which dish?');
    expect(questions(folder)).toEqual(['Which drink?', 'Which dish?']);
  },
);

test('the link of the notify command leads to the server that the question is at', async () => {
  const folder = newFolder();
  const started = folder.start(['serve', '--port', '0']);
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  const notify = `printf '%s\\n' "$ASKONCE_QUESTION_LINK" >> notified`;
  expect((await folder.run(['ask', 'Which colour?', '--url', url, '--notify', notify])).code).toBe(2);
  await until(() => notified(folder).length > 0, 'the notify command is run');
  expect(notified(folder)).toEqual([expect.stringContaining(`${url}/`)]);
});
