/** A program on a real pseudo-terminal: keys go in, and what a person would see on the screen comes out. */
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { keptOutOfHome } from './home.ts';
import { Terminal } from './terminal.ts';

/** What each named key sends. */
const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  delete: '\u001b[3~',
  enter: '\r',
  tab: '\t',
  space: ' ',
  escape: '\u001b',
  backspace: '\u007f',
  'ctrl-a': '\u0001',
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-e': '\u0005',
  'ctrl-k': '\u000b',
  'ctrl-l': '\u000c',
  'ctrl-u': '\u0015',
  'ctrl-w': '\u0017',
  'ctrl-z': '\u001a',
} as const;

export type KeyName = keyof typeof KEYS;

/** A text, a pattern, or anything that holds once the rows are as they should be. */
export type Awaited = string | RegExp | ((rows: string[]) => boolean);

export interface OpenTerminal {
  /** The rows that are seen, without blanks at their ends and without empty rows at the end. */
  screen(): string[];
  /** The same with everything that has scrolled away. */
  everything(): string[];
  cursor(): { row: number; column: number };
  /** Whether a private mode is on, such as 2004 for marked pastes. */
  mode(number: string): boolean;
  /** All that was written, sequences and all. */
  raw(): string;
  press(...keys: KeyName[]): void;
  type(text: string): void;
  /** As a terminal pastes: marked where the program wants that. */
  paste(text: string): void;
  /** The rows, once they are as awaited. Fails with what is on the screen. */
  waitFor(awaited: Awaited): Promise<string[]>;
  resize(cols: number, rows: number): void;
  readonly exit: Promise<number>;
  readonly pid: number;
  kill(signal?: NodeJS.Signals): void;
  /** The window is closed, or the connection is lost: nobody is at the other end any more. */
  hangUp(): void;
}

export interface TerminalOptions {
  /** A TypeScript or JavaScript file, run by this Node; or a program of another kind, where one is named. */
  readonly file: string;
  readonly program?: string;
  readonly args?: readonly string[];
  /** Beside the environment of the tests, without CI, NO_COLOR and what else would change what is shown. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
}

const PATIENCE_MS = 60_000;
/** The last output of a program may come after the news of its end. */
const LAST_WORDS_MS = 500;

/** Starts a program on a terminal of its own; it is killed when the test is over. */
export function openTerminal(options: TerminalOptions): OpenTerminal {
  const { file, program = process.execPath, args = [], env = {}, cwd, cols = 80, rows = 24 } = options;
  const terminal = new Terminal(cols, rows);
  const child = spawn(program, [file, ...args], {
    // It becomes TERM, whatever the environment says.
    name: env.TERM ?? 'xterm-256color',
    cols,
    rows,
    cwd: cwd ?? process.cwd(),
    env: keptOutOfHome({ ...plainEnvironment(), ...env }),
  });
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  let raw = '';
  let code: number | undefined;
  let fault: unknown;
  child.onData((data) => {
    raw += data;
    try {
      terminal.write(data);
    } catch (error) {
      fault ??= error;
    }
    // Half of an update is nothing that a person sees.
    if (!terminal.mode('2026')) changed();
  });
  const exit = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      setTimeout(changed, LAST_WORDS_MS);
      // As a shell says it: a program that a signal ended has no code of its own.
      code = signal ? 128 + signal : exitCode;
      resolve(code);
    });
  });
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    if (code === undefined) child.kill(signal);
  };
  onTestFinished(() => kill());

  const waitFor = (awaited: Awaited) =>
    new Promise<string[]>((resolve, reject) => {
      const ended = performance.now() + LAST_WORDS_MS / 2;
      const stop = () => {
        clearTimeout(timer);
        listeners.delete(look);
      };
      const fail = (why: string) => {
        stop();
        const shown = terminal.screen().map((row) => `  | ${row}`);
        const message = [`${why} while waiting for ${String(awaited)}; the screen shows:`, ...shown].join('\n');
        reject(new Error(message, { cause: fault }));
      };
      const look = () => {
        if (fault !== undefined) return fail(`The terminal was written to wrongly (${String(fault)})`);
        const screen = terminal.screen();
        // A picker that takes no keys yet is not ready, whatever it shows.
        if (terminal.mode('2026') || screen.at(-1) === '  …' || !holds(awaited, screen)) {
          if (code !== undefined && performance.now() > ended) fail(`The program ended with code ${code}`);
          return;
        }
        stop();
        resolve(screen);
      };
      const timer = setTimeout(() => fail(`${PATIENCE_MS / 1000} seconds passed`), PATIENCE_MS);
      listeners.add(look);
      look();
    });

  return {
    screen: () => terminal.screen(),
    everything: () => terminal.everything(),
    cursor: () => terminal.cursor(),
    mode: (number) => terminal.mode(number),
    raw: () => raw,
    press: (...keys) => child.write(keys.map((key) => KEYS[key]).join('')),
    type: (text) => child.write(text),
    paste: (text) => child.write(terminal.mode('2004') ? `\u001b[200~${text}\u001b[201~` : text),
    waitFor,
    resize(cols, rows) {
      terminal.resize(cols, rows);
      child.resize(cols, rows);
    },
    exit,
    pid: child.pid,
    kill,
    // Its types do not tell of it.
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
  };
}

function holds(awaited: Awaited, rows: string[]): boolean {
  if (typeof awaited === 'function') return awaited(rows);
  const text = rows.join('\n');
  return typeof awaited === 'string' ? text.includes(awaited) : awaited.test(text);
}

function plainEnvironment(): Record<string, string> {
  const changing = /^(CI|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|NODE_OPTIONS|ASKONCE_.*|VITEST.*)$/;
  const kept = Object.entries(process.env).filter(([name, value]) => value !== undefined && !changing.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
