/** The real server with a person's channels: killed, started again, with a desktop and a command, and in the local network. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type ok, startService, status } from '../../notify/service.ts';
import { type Folder, newFolder, type Started } from '../../support/askonce.ts';
import { until } from '../../support/processes.ts';

/** A person with these channels; their configuration is in the folder. */
function personWith(
  channels: readonly object[],
  folder = newFolder(),
): { folder: Folder; env: Record<string, string> } {
  const config = join(folder.path, 'config');
  mkdirSync(join(config, 'askonce'), { recursive: true });
  writeFileSync(join(config, 'askonce', 'notify.json'), JSON.stringify({ channels }), { mode: 0o600 });
  return { folder, env: { XDG_CONFIG_HOME: config } };
}

async function listening(started: Started): Promise<void> {
  await started.stderrShows(/(Press Ctrl-C to stop)/);
}

test('a server that is killed while it tells, before and after, tells nothing twice, and its successor what is new', async () => {
  const service = await startService();
  // Slack has no way to replace a message, so a second one would be seen.
  const slack = { type: 'slack', botToken: 'xoxb-1', channel: 'C1', apiUrl: `${service.url}/` };
  const reply = (response: Parameters<typeof ok>[0]) => response.end('{"ok":true,"ts":"1.1","channel":"C1"}');
  const { folder, env } = personWith([slack]);
  const start = async () => {
    const started = folder.start(['serve', '--port', '0'], { env });
    await listening(started);
    return started;
  };
  const kill = async ({ child, ended }: Started) => {
    child.kill('SIGKILL');
    await ended;
    // Its lease ends a minute later; no test waits that long.
    const db = new Database(join(folder.path, '.askonce', 'askonce.db'));
    db.exec('UPDATE channels SET holder = NULL, held_until = NULL');
    db.close();
  };
  const textsAre = () => service.posted.map(({ body }) => body.text);
  service.reply(reply);
  const first = await start();
  await folder.park('Which colour?');
  await service.has(1);
  // Received, but the server never learns it.
  service.reply(() => {});
  await folder.park('Which size?');
  await service.has(2);
  await kill(first);
  await folder.park('Which shape?');
  service.reply(reply);
  const second = await start();
  await until(() => textsAre().includes('Which shape?'), 'the successor tells what is new');
  await kill(second);
  const third = await start();
  await folder.park('Which weight?');
  await until(() => textsAre().includes('Which weight?'), 'and so does the next');
  await kill(third);
  expect(textsAre()).toEqual(['Which colour?', 'Which size?', 'Which shape?', 'Which weight?']);
});

test('desktop and command get the question as data, and a failing channel is in doctor and delays no ask', async () => {
  const service = await startService(status(500));
  const folder = newFolder();
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  const shown = join(folder.path, 'shown');
  const notifier = join(bin, process.platform === 'darwin' ? 'osascript' : 'notify-send');
  writeFileSync(notifier, `#!/bin/sh\nprintf '[%s]' "$@" >> '${shown}'\n`);
  chmodSync(notifier, 0o755);
  const told = join(folder.path, 'told');
  const variables = ['KIND', 'PROJECT', 'OPTIONS', 'LINK'].map((name) => `"$ASKONCE_QUESTION_${name}"`).join(' ');
  const command = `printf '%s|' "$ASKONCE_QUESTION" ${variables} > '${told}.part' && mv '${told}.part' '${told}'`;
  const channels = [
    { type: 'desktop' },
    { type: 'command', command },
    { type: 'ntfy', topic: 'a', server: service.url },
  ];
  const { env: own } = personWith(channels, folder);
  const env = { ...own, PATH: `${bin}:${process.env.PATH}` };
  const started = folder.start(['serve', '--port', '0'], { env });
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  await listening(started);
  const words = 'Which $(touch owned) <b> "quoted"?';
  const id = await folder.park(words, '--option', 'red', '--option', 'blue');
  await until(() => existsSync(told) && existsSync(shown), 'both are told');
  await service.has(1);
  expect(readFileSync(told, 'utf8')).toBe(`${words}|question|${folder.path}|red\nblue|${url}/#/q/${id}|`);
  if (process.platform === 'linux') expect(readFileSync(shown, 'utf8')).toContain('[--][Question in ');
  expect(readFileSync(shown, 'utf8')).toContain('$(touch owned)');
  expect(existsSync(join(folder.path, 'owned'))).toBe(false);
  const doctor = async () => (await folder.run(['doctor', '--json'], { env })).stdout;
  let found = '';
  for (let tries = 0; tries < 20 && !found.includes('HTTP 500'); tries += 1) found = await doctor();
  const checks = JSON.parse(found).checks.filter(({ name }: { name: string }) => name === 'channels');
  expect(checks.map(({ status }: { status: string }) => status)).toEqual(['ok', 'ok', 'warn']);
  expect(checks[2].text).toMatch(
    /^ntfy 127\.0\.0\.1:\d+\/a failed (?:once|\d+ times): 127\.0\.0\.1:\d+ replied with HTTP 500\./,
  );
});

test('link prints a link that answers, and is refused to an agent', async () => {
  const folder = newFolder();
  const started = folder.start(['serve', '--port', '0']);
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  const id = await folder.park('Which colour?');
  const linked = await folder.run(['link', id, '--public-url', url]);
  expect(linked).toMatchObject({ code: 0, stderr: '' });
  const answered = await fetch(linked.stdout.trim(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"answer":"red"}',
  });
  expect(answered.status).toBe(200);
  expect((await folder.run(['link', id], { env: { CLAUDECODE: '1' } })).stderr).toContain('person_only');
});

test('serve --lan needs tokens from other machines, and its QR code pairs a phone once', async () => {
  const folder = newFolder();
  const started = folder.start(['serve', '--lan', '--port', '0']);
  const pairing = await started.stderrShows(/(http:\/\/\S+\/#pair=\S+)/).catch(() => null);
  if (pairing === null) {
    // A machine in no network says so.
    expect((await started.ended).stderr).toContain('in no local network');
    return;
  }
  const url = await started.stderrShows(/AskOnce is listening on (http:\/\/127\.0\.0\.1:\d+)/);
  const [address, code] = pairing.split('/#pair=') as [string, string];
  expect(address).toMatch(/^http:\/\/(?!0\.0\.0\.0|127\.)[\d.]+:\d+$/);
  expect((await fetch(`${url}/clarifications`)).status).toBe(200);
  expect((await fetch(`${address}/clarifications`)).status).toBe(401);
  const pair = () =>
    fetch(`${address}/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  const reply = await pair();
  expect(reply.status).toBe(200);
  const { token } = (await reply.json()) as { token: string };
  expect((await pair()).status).toBe(410);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${address}/clarifications`, { headers })).status).toBe(200);
  const refused = await folder.run(['serve', '--lan', '--port', '0'], { env: { CLAUDECODE: '1' } });
  expect(refused.stderr).toContain('person_only');
});
