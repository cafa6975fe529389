/** A server with tokens, and a repository on another machine that reaches it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../support/askonce.ts';

/** Short, so that a killed worker is soon replaced. */
const LEASE = { timeouts: { lease: '3s' } };

export async function served() {
  const folder = newFolder();
  const token = async (role: string) =>
    (await folder.run(['token', 'create', '--role', role, '--name', role])).stdout.trim();
  const tokens = { asker: await token('asker'), other: await token('asker'), answerer: await token('answerer') };
  const start = async (port = '0') => {
    const started = folder.start(['serve', '--require-token', '--port', port]);
    const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
    await started.stderrShows(/Press Ctrl-C to stop/);
    const kill = async () => {
      started.child.kill('SIGKILL');
      await started.ended;
    };
    return { url, kill };
  };
  const first = await start();
  return { ...first, folder, tokens, start: () => start(new URL(first.url).port) };
}

/** Makes a folder a repository of another machine. */
export function makeRepository(path: string, config: object = LEASE): void {
  mkdirSync(join(path, '.git', 'objects'), { recursive: true });
  writeFileSync(join(path, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(path, '.git', 'config'), '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n');
  writeFileSync(join(path, 'askonce.config.json'), JSON.stringify(config));
}

/** A repository on another machine, which reaches the server with a token. */
export function elsewhere(url: string, token: string, config: object = LEASE) {
  const folder = newFolder();
  makeRepository(folder.path, config);
  const env = { ASKONCE_URL: url, ASKONCE_TOKEN: token };
  return {
    ...folder,
    run: (args: readonly string[], more: object = {}) => folder.run(args, { env: { ...env, ...more } }),
    start: (args: readonly string[], more: object = {}) => folder.start(args, { env: { ...env, ...more } }),
  };
}
