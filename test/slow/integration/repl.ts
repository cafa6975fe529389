/** The real REPL without a terminal: lines in, text out, in a project of its own, with small real agents. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AskOnce, type AuditEvent, openAskOnce } from '../../../src/index.ts';
import { type Ended, newFolder, type RunOptions, type Started } from '../../support/askonce.ts';

/** How long a text may take to come. A REPL answers in a fraction of it; a slow machine is not a fault. */
const PATIENCE_MS = 60_000;

export interface Project {
  readonly path: string;
  /** Makes a folder in the project. */
  folder(name: string): void;
  /** Writes a file of the project. */
  file(name: string, text: string): void;
  /** What a file of the project holds. */
  read(name: string): string;
  /** Starts the REPL with this agent, or with what is configured. */
  repl(agent: string | null, args?: readonly string[], options?: RunOptions): ReplChild;
  /** Runs the REPL with these lines as all of its input, as a pipe gives them. */
  piped(agent: string | null, input: string, args?: readonly string[], options?: RunOptions): Promise<Ended>;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  start(args: readonly string[], options?: RunOptions): Started;
  /** The store, opened as another process does; for reading, and as the other surface that answers. */
  open(): Promise<AskOnce>;
  /** The states that a task went through, from the audit trail. */
  states(task: string): Promise<string[]>;
}

export function newProject(): Project {
  const folder = newFolder();
  const { path } = folder;
  const start = (agent: string | null, args: readonly string[] = [], options: RunOptions = {}): Started => {
    const exec = agent === null ? [] : ['--exec', agent];
    return folder.start(['repl', '--non-interactive', ...exec, ...args], { ...options, stdin: 'pipe' });
  };
  const open = async () => {
    const askonce = await openAskOnce({ db: join(path, '.askonce', 'askonce.db'), project: path, by: 'grace' });
    onTestFinished(() => askonce.close());
    return askonce;
  };
  return {
    path,
    folder: (name) => {
      mkdirSync(join(path, name));
    },
    file: (name, text) => writeFileSync(join(path, name), text),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    repl: (agent, args, options) => new ReplChild(start(agent, args, options)),
    piped: (agent, input, args, options) => {
      const { child, ended } = start(agent, args, options);
      child.stdin!.end(input);
      return ended;
    },
    run: (args, options) => folder.run(args, options),
    start: (args, options) => folder.start(args, options),
    open,
    states: async (task) => statesOf(await (await open()).events.list({ limit: 1000 }), task),
  };
}

const STATES: Readonly<Partial<Record<AuditEvent['type'], string>>> = {
  'job.queued': 'QUEUED',
  'job.started': 'RUNNING',
  'job.awaiting': 'AWAITING_RESPONSE',
  'job.resumed': 'RUNNING',
  'job.completed': 'COMPLETE',
  'job.failed': 'ERROR',
  'job.cancelled': 'CANCELLED',
};

function statesOf(events: readonly AuditEvent[], task: string): string[] {
  return events.filter(({ job }) => job === task).flatMap(({ type }) => STATES[type] ?? []);
}

/** A REPL that runs. Texts are waited for in the order in which they come: each is looked for behind the one before. */
export class ReplChild {
  readonly ended: Promise<Ended>;
  readonly process: Started['child'];
  private readonly seen = { stdout: '', stderr: '' };
  private from = 0;
  private readonly watchers = new Set<() => void>();

  constructor({ child, ended }: Started) {
    this.process = child;
    this.ended = ended;
    // Whoever ends before it has read all is not the writer's fault.
    child.stdin!.on('error', () => {});
    for (const name of ['stdout', 'stderr'] as const)
      child[name]!.on('data', (text: string) => {
        this.seen[name] += text;
        this.look();
      });
    void ended.then(() => this.look());
  }

  type(...lines: readonly string[]): void {
    this.process.stdin!.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Waits for a text behind what was waited for before; returns its first group, or all of it. */
  async shows(text: string | RegExp): Promise<string> {
    const pattern = typeof text === 'string' ? new RegExp(literal(text)) : text;
    const find = () => pattern.exec(this.seen.stdout.slice(this.from));
    const found = await this.until(find, `${pattern} on stdout`);
    this.from += found.index + found[0].length;
    return found[1] ?? found[0];
  }

  /** Types a line and waits for what it shows. */
  async asks(line: string, shows: string | RegExp): Promise<string> {
    this.type(line);
    return this.shows(shows);
  }

  /** Types a task, and returns its id. */
  queue(task: string): Promise<string> {
    return this.asks(task, /Task (task-\S+) queued\./);
  }

  /** Types a task that asks, and returns its id once its question is shown. */
  async waits(task: string): Promise<string> {
    const id = await this.queue(task);
    await this.shows(new RegExp(`\\[\\?\\] ${id} - (?:.|\n)*?How to respond: .*\n`));
    return id;
  }

  /** What it shows to a line, up to the answer to a command that nobody knows, which is not part of it. */
  async block(line: string): Promise<string> {
    this.type(line, '/zzz');
    return this.shows(/([\s\S]*?)Error: Unknown command: \/zzz\n.*\nCode: E201\n/);
  }

  stderrShows(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until(() => pattern.exec(this.seen.stderr), `${pattern} on stderr`);
  }

  /** Ends the input, and waits for the end. */
  end(): Promise<Ended> {
    this.process.stdin!.end();
    return this.ended;
  }

  /** Leaves by the command; the input stays open. */
  exit(): Promise<Ended> {
    this.type('/exit');
    return this.ended;
  }

  private look(): void {
    for (const watcher of this.watchers) watcher();
  }

  private until<T>(find: () => T | null, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const failed = (why: string) => {
        done();
        const unread = this.seen.stdout.slice(this.from);
        reject(new Error(`${why}, and no ${what}. Unread stdout:\n${unread}\nStderr:\n${this.seen.stderr}`));
      };
      const look = () => {
        const found = find();
        if (found !== null) {
          done();
          resolve(found);
        } else if (this.process.exitCode !== null && this.process.stdout!.closed) {
          failed(`It ended with ${this.process.exitCode}`);
        }
      };
      const timer = setTimeout(() => failed(`${PATIENCE_MS} ms are over`), PATIENCE_MS);
      const done = () => {
        clearTimeout(timer);
        this.watchers.delete(look);
      };
      this.watchers.add(look);
      look();
    });
  }
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
