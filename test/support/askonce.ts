/** The real command in a folder of its own: what it printed, and with which code it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keptOutOfHome } from './home.ts';
import { BIN } from './programs.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What the pattern's first group found on stderr, as soon as it stands there. */
  stderrShows(pattern: RegExp): Promise<string>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Given to Node before the command, such as a preload. */
  readonly node?: readonly string[];
  readonly bin?: string;
  /** A program to start in place of Node and the command. */
  readonly program?: string;
  /** A pipe for whoever writes to it; by default there is no input. */
  readonly stdin?: 'pipe';
}

export interface Folder {
  readonly path: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  start(args: readonly string[], options?: RunOptions): Started;
  /** Asks without waiting and returns the id of the question that is now parked. */
  park(question: string, ...args: string[]): Promise<string>;
  /** What waits, as inbox --json says. */
  pending(): Promise<{ id: string; question: string; [field: string]: unknown }[]>;
}

/** A new folder with nothing in it, gone when the test is over; with `afterAll`, when all tests of the file are. */
export function newFolder(whenOver: (clean: () => void) => void = onTestFinished): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-cli-')));
  const children = new Set<ChildProcess>();
  whenOver(() => {
    for (const child of children) child.kill('SIGKILL');
    // What a shell started may live a moment longer than the shell, and write.
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const start = (args: readonly string[], options: RunOptions = {}): Started => {
    const started = startCommand(args, { cwd: path, ...options });
    children.add(started.child);
    return started;
  };
  const run = (args: readonly string[], options: RunOptions = {}) => start(args, options).ended;
  return {
    path,
    run,
    start,
    async park(question, ...args) {
      const { stderr, code } = await run(['ask', question, ...args]);
      const id = /^\[parked\] (q-\S+)/m.exec(stderr)?.[1];
      if (code !== 2 || id === undefined) throw new Error(`“${question}” was not parked: ${code} ${stderr}`);
      return id;
    },
    async pending() {
      return JSON.parse((await run(['inbox', '--json'])).stdout).items;
    },
  };
}

/** Trusts the folder's config file as it is now, as its owner would. */
export async function trustConfig(folder: Folder): Promise<void> {
  const { code, stderr } = await folder.run(['--project', folder.path, 'trust', '--yes']);
  if (code !== 0) throw new Error(`The config file was not trusted: ${stderr}`);
}

/** Only what the test gives: nobody's own ASKONCE_SESSION or colours, and not that npm started the tests. */
function environment(extra: RunOptions['env']): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ASKONCE_|NODE_OPTIONS|VITEST|FORCE_COLOR|npm_)/.test(name),
  );
  return keptOutOfHome({ ...Object.fromEntries(inherited), ...extra });
}

function startCommand(args: readonly string[], options: RunOptions): Started {
  const { env, cwd, node = [], bin = BIN, program, stdin } = options;
  const [file, ...first] = program === undefined ? [process.execPath, ...node, bin] : [program];
  const child = spawn(file!, [...first, ...args], {
    env: environment(env),
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const seen = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      for (const watcher of watchers) watcher();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...seen }));
  });
  return {
    child,
    ended,
    stderrShows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(seen.stderr);
          if (!found) return;
          watchers.delete(look);
          resolve(found[1] ?? found[0]);
        };
        watchers.add(look);
        look();
        void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)));
      }),
  };
}
