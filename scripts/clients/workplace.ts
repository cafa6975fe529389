/** A separate project, home and model for one run of a client, so that your own settings are neither read nor written. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type AskOnce, openAskOnce } from '../../src/index.ts';
import { marked } from '../../test/support/processes.ts';
import { type FakeModel, fakeModel, type ScriptedCall, type Wire } from './fake-model.ts';

const ROOT = join(import.meta.dirname, '..', '..');
export const ASKONCE = join(ROOT, 'bin', 'askonce.js');
/** A turn takes one to ten seconds; anything longer hangs. */
const MAX_RUN_MS = 120_000;

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly ms: number;
}

export class Workplace {
  readonly project: string;
  readonly home: string;
  readonly askonce: AskOnce;
  readonly model: FakeModel;
  private readonly folder: string;
  private readonly toEnd: (() => unknown)[] = [];

  private constructor(folder: string, askonce: AskOnce, model: FakeModel) {
    this.folder = folder;
    this.project = join(folder, 'project');
    this.home = join(folder, 'home');
    this.askonce = askonce;
    this.model = model;
  }

  static async open(wire: Wire, script: (askonce: AskOnce) => readonly ScriptedCall[]): Promise<Workplace> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-clients-')));
    for (const name of ['project', 'home']) mkdirSync(join(folder, name));
    const askonce = await openAskOnce({ project: join(folder, 'project'), db: '.askonce/askonce.db' });
    return new Workplace(folder, askonce, await fakeModel(wire, script(askonce)));
  }

  /** Calls this before the workplace is removed. */
  atEnd(end: () => unknown): void {
    this.toEnd.push(end);
  }

  async close(): Promise<void> {
    for (const end of this.toEnd) await end();
    await Promise.all([this.askonce.close(), this.model.close()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(path: string, content: string | object): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }

  /** The output of `askonce mcp --print-config` for a client, in this checkout. */
  async printedConfig(client: string, flags: readonly string[]): Promise<string> {
    const { code, output } = await this.run(process.execPath, [ASKONCE, 'mcp', '--print-config', client, ...flags]);
    if (code !== 0) throw new Error(`askonce mcp --print-config ${client} failed: ${output}`);
    return output;
  }

  /** Runs a command in the project. It inherits only the PATH: no keys, no settings, no network. */
  async run(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    { everything = false, end }: { readonly everything?: boolean; readonly end?: AbortSignal } = {},
  ): Promise<Ran> {
    const since = Date.now();
    // In its own process group, so that everything it started ends with it.
    const child = spawn(command, args, {
      cwd: this.project,
      env: { ...this.shelter(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const kill = () => endGroup(child.pid);
    const timer = setTimeout(kill, MAX_RUN_MS);
    end?.addEventListener('abort', kill, { once: true });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)]).finally(() =>
      clearTimeout(timer),
    );
    return { code, output: everything || code !== 0 ? said + complained : said, ms: Date.now() - since };
  }

  /** Kills all processes of AskOnce that something in this workplace has started. */
  killAskOnce(): void {
    for (const line of marked(`HOME=${this.home}`)) {
      const [pid, command] = line.split(/: (.*)/s) as [string, string];
      if (command.includes(ASKONCE)) process.kill(Number(pid), 'SIGKILL');
    }
  }

  /** The environment of a client: no keys, no settings, no network. */
  shelter(): Record<string, string> {
    const { home } = this;
    // A proxy address without a listener: any connection to another machine is refused at once.
    const nowhere = 'http://127.0.0.1:9';
    return {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local', 'share'),
      XDG_STATE_HOME: join(home, '.local', 'state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
    };
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
