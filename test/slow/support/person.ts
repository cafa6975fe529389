/** A person with a home and any number of projects. What they started is stopped when the test is over. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { newFolder } from '../../support/askonce.ts';
import { living, until } from '../../support/processes.ts';

export interface Up {
  readonly status: string;
  readonly pid: number;
  readonly url: string;
  readonly page: string;
}

export function newPerson() {
  const home = mkdtempSync(join(tmpdir(), 'askonce-person-'));
  const env = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config') };
  const store = join(home, 'data', 'askonce');
  onTestFinished(async () => {
    const record = join(store, 'server.json');
    if (existsSync(record)) {
      const { pid } = JSON.parse(readFileSync(record, 'utf8')) as Up;
      if (living([pid]).length > 0) process.kill(pid, 'SIGKILL');
      await until(() => living([pid]).length === 0, 'the server has ended');
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const newProject = () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, '.git'));
    type Options = Parameters<typeof folder.start>[1];
    const inHome = (options: Options = {}) => ({ ...options, env: { ...env, ...options.env } });
    return {
      ...folder,
      run: (args: readonly string[], more = {}) => folder.run(args, { env: { ...env, ...more } }),
      start: (args: readonly string[], options?: Options) => folder.start(args, inHome(options)),
    };
  };
  return { home, env, store, newProject };
}

export type Project = ReturnType<ReturnType<typeof newPerson>['newProject']>;

export async function up(project: Project, ...args: string[]): Promise<Up> {
  const { code, stdout, stderr } = await project.run(['up', '--json', '--port', '0', ...args]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Up;
}
