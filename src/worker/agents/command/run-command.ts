/**
 * Runs a command-line agent once: the prompt goes to stdin, lines are reported as they are printed, and the agent is gone when the promise
 * settles. Knows nothing of jobs and stores.
 */
import { existsSync } from 'node:fs';
import { withTimeout } from '../../../util/with-timeout.ts';
import { agentMissing, agentNotStarted, agentPrompted, agentTimedOut, firstWord } from './agent-errors.ts';
import { guard, unguard } from './guardian.ts';
import { LineSplitter, plainText } from './lines.ts';
import { groupLives, type Leader, release, releaseOpen, signalGroup, startGroup } from './process-group.ts';
import { Tail } from './tail.ts';
import { type Watch, watch } from './watch.ts';

export interface CommandOptions {
  /** A command line, as typed in a shell. */
  readonly command: string;
  /** Where the command was set, for error messages; `--exec` by default. */
  readonly flag?: string | undefined;
  /** The entire stdin of the command; or what takes its open stdin, for a command that is spoken with. */
  readonly prompt: string | ((stdin: OpenStdin) => void);
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env: Record<string, string>;
  /** Ends the command: SIGTERM, then SIGKILL after two seconds for whatever is left. */
  readonly signal: AbortSignal;
  /** Called with each line as it arrives, without colours and other codes. If it throws, the command is ended. */
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Called with stdout as it arrives, for callers that split it themselves. If it throws, the command is ended. */
  readonly onOutput?: (text: string) => void;
  readonly totalMs: number | null;
  /** How long it may print nothing. */
  readonly idleMs: number | null;
  /** How long a silence lasts before the output is checked for an interactive prompt. */
  readonly promptMs: number;
  /** Returns the interactive prompt at the end of the output, or null. */
  readonly interactivePrompt: (tail: string) => string | null;
  /** Called when the process exists and has not done anything yet. */
  readonly onSpawned?: (pid: number) => void;
  /** Whether the job waits for a person. No timeout runs until they answer. */
  readonly isWaiting?: () => boolean;
}

/** The stdin of a running command. */
export interface OpenStdin {
  write(text: string): void;
  /** Nothing more follows. */
  end(): void;
  /** Ends the command, and rejects with this error. */
  fail(error: unknown): void;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The raw stdout: its last 1,000,000 characters. */
  readonly output: string;
  /** The last 4,000 characters of stderr. */
  readonly errorTail: string;
}

const MAX_OUTPUT = 1_000_000;
const MAX_ERROR = 4000;
/** More than a screen, so that a prompt can be told apart from text that quotes one. */
const MAX_SCREEN = 4000;

/** Between SIGTERM and SIGKILL. */
const GRACE_MS = 2000;
/** How long the streams may stay open after the command has exited, because another process holds them. */
const OPEN_MS = 500;
/** The same after that process has been killed. A process that left the group stays alive and is not waited for. */
const CLOSE_MS = 100;
/** The first delay before checking whether a group is gone. It doubles each time, because a check is expensive. */
const LOOK_MS = 10;

/** Rejects with an AskOnceError if the agent could not do its work, or with the reason of `signal` if it was aborted. */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  options.signal.throwIfAborted();
  const leader = await started(options);
  try {
    return await new Run(options, leader).result();
  } finally {
    unguard(leader.pid);
  }
}

async function started({ command, cwd, env, flag }: CommandOptions): Promise<Leader> {
  try {
    return await startGroup(command, cwd, env);
  } catch (error) {
    // If the folder does not exist, the system blames the shell.
    const why = existsSync(cwd) ? (error as Error).message : `there is no folder ${cwd}`;
    throw agentNotStarted(command, why, error, flag);
  }
}

class Run {
  readonly #options: CommandOptions;
  readonly #leader: Leader;
  readonly #output = new Tail(MAX_OUTPUT);
  readonly #errors = new Tail(MAX_ERROR);
  /** Both streams, in order of arrival. */
  readonly #screen = new Tail(MAX_SCREEN);
  readonly #splitters: readonly LineSplitter[];
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  #watch: Watch | null = null;
  /** Why the command is being ended. Wrapped, because a signal may be aborted with any reason, even undefined. */
  #stopped: { readonly reason: unknown; readonly at: number } | null = null;
  /** The caller gets no more lines. */
  #muted = false;

  constructor(options: CommandOptions, leader: Leader) {
    this.#options = options;
    this.#leader = leader;
    this.#exited = new Promise((resolve) => leader.once('exit', () => resolve()));
    this.#closed = new Promise((resolve) => leader.once('close', () => resolve()));
    this.#splitters = [this.#listen('stdout', this.#output), this.#listen('stderr', this.#errors)];
  }

  async result(): Promise<CommandResult> {
    const { signal } = this.#options;
    const abort = () => this.#stop(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.#begin();
      await this.#exited;
      this.#watch?.stop();
      if (this.#stopped === null) await this.#drain();
      // Also if the abort came while the streams were being drained.
      if (this.#stopped !== null) await this.#groupGone(this.#stopped.at);
    } finally {
      this.#watch?.stop();
      signal.removeEventListener('abort', abort);
    }
    this.#finish();
    if (this.#stopped !== null) throw this.#stopped.reason;
    return this.#judged();
  }

  async #begin(): Promise<void> {
    const { command, flag, prompt, onSpawned, signal } = this.#options;
    if (signal.aborted) return this.#stop(signal.reason);
    try {
      await guard(this.#leader.pid);
    } catch (error) {
      // Without a guard the agent could outlive this process: running no agent is better than running two.
      const why = `it cannot be guarded (${(error as Error).message})`;
      return this.#stop(agentNotStarted(command, why, error, flag));
    }
    this.#calling(() => onSpawned?.(this.#leader.pid));
    if (this.#stopped !== null) return;
    if (typeof prompt === 'string') release(this.#leader, prompt);
    else this.#speak(prompt);
    this.#watch = this.#watched();
  }

  #speak(take: (stdin: OpenStdin) => void): void {
    const { stdin } = this.#leader;
    releaseOpen(this.#leader);
    this.#calling(() =>
      take({
        write: (text) => void (stdin.writable && stdin.write(text)),
        end: () => stdin.end(),
        fail: (error) => this.#stop(error),
      }),
    );
  }

  #watched(): Watch {
    const { totalMs, idleMs, promptMs, isWaiting, interactivePrompt } = this.#options;
    return watch(
      { totalMs, idleMs, pauseMs: promptMs },
      {
        isWaiting: () => this.#calling(() => isWaiting?.()) ?? false,
        onTotal: () => this.#stop(agentTimedOut('total', totalMs!)),
        onIdle: () => this.#stop(agentTimedOut('idle', idleMs!)),
        onPause: () => {
          const prompt = this.#calling(() => interactivePrompt(plainText(this.#screen.toString())));
          if (typeof prompt === 'string') this.#stop(agentPrompted(prompt));
        },
      },
    );
  }

  #listen(stream: 'stdout' | 'stderr', tail: Tail): LineSplitter {
    const splitter = new LineSplitter((line) => {
      if (!this.#muted) this.#calling(() => this.#options.onLine(line, stream));
    });
    this.#leader[stream].on('data', (chunk: Buffer) => {
      const text = splitter.push(chunk);
      this.#pass(stream, text);
      tail.add(text);
      this.#screen.add(text);
      this.#watch?.heard();
    });
    // A broken stream has ended; the exit code says the rest.
    this.#leader[stream].on('error', () => {});
    return splitter;
  }

  #pass(stream: 'stdout' | 'stderr', text: string): void {
    if (stream === 'stdout' && !this.#muted) this.#calling(() => this.#options.onOutput?.(text));
  }

  /** Runs a caller's function. Nothing above could catch its error, so the error ends the command and is passed to the caller. */
  #calling<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.#muted = true;
      this.#stop(error);
      return undefined;
    }
  }

  /** The first reason counts. */
  #stop(reason: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = { reason, at: performance.now() };
    this.#watch?.stop();
    signalGroup(this.#leader, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(this.#leader, 'SIGKILL'), GRACE_MS);
    void this.#exited.then(() => clearTimeout(timer));
  }

  /** The leader exited by itself. Its last output is read, but a process it left behind may hold the streams open forever. */
  async #drain(): Promise<void> {
    if (await withTimeout(OPEN_MS, this.#closed)) return;
    signalGroup(this.#leader, 'SIGKILL');
    await withTimeout(CLOSE_MS, this.#closed);
  }

  /** Some processes of the group may need longer to exit than their leader. They must not overlap with the job's next run. */
  async #groupGone(stoppedAt: number): Promise<void> {
    for (let pause = LOOK_MS; groupLives(this.#leader); pause *= 2) {
      const left = stoppedAt + GRACE_MS - performance.now();
      if (left <= 0) break;
      await withTimeout(Math.min(pause, left), new Promise(() => {}));
    }
    signalGroup(this.#leader, 'SIGKILL');
    await withTimeout(CLOSE_MS, this.#closed);
  }

  #finish(): void {
    const [stdout, stderr] = this.#splitters;
    const rest = stdout!.end();
    this.#pass('stdout', rest);
    this.#output.add(rest);
    this.#errors.add(stderr!.end());
    this.#muted = true;
    this.#leader.stdout.destroy();
    this.#leader.stderr.destroy();
  }

  #judged(): CommandResult {
    const { exitCode, signalCode } = this.#leader;
    const result = {
      exitCode,
      signal: signalCode,
      output: this.#output.toString(),
      errorTail: this.#errors.toString(),
    };
    const { command, flag } = this.#options;
    if ((exitCode === 127 || exitCode === 126) && result.output === '') {
      const said = plainText(result.errorTail).trim();
      // The shell prints “sh: 1: name: not found”. A script that lacks a program prints the error itself, starting with its own name.
      const word = firstWord(command);
      if (!said.includes('\n') && !said.startsWith(word) && names(said, word))
        throw agentMissing(command, exitCode, said, flag);
    }
    return result;
  }
}

/** Whether a shell's error message is about this program. “pm.sh: 9: jq: not found” is not about “sh”. */
function names(said: string, program: string): boolean {
  return /[\s:]/.test(program) ? said.includes(program) : said.split(/[\s:]+/).includes(program);
}
