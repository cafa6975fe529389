/**
 * The terminal around the input line. Readline edits the line and keeps its history, but draws nothing: the line is drawn here, together
 * with the status lines and below the output of tasks, in one write. Readline's own drawing takes a dozen writes per key, and loses its
 * position when other code prints or the window becomes narrower.
 */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Block, type TerminalOutput } from './block.ts';
import {
  ESCAPE_MS,
  type Key,
  type Keypress,
  LEAVE_PASTES,
  MARK_PASTES,
  readKeys,
  type TerminalInput,
} from './key-presses.ts';
import { oneLine } from './text.ts';
import { clipped, cropped, type Frame, inputRows } from './wrapping.ts';

/** The completions, and the end of the line that they replace. */
export type Completion = readonly [candidates: readonly string[], replaced: string];

export interface ScreenOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly prompt: string;
  /** Receives the line up to the cursor. */
  readonly completer?: (line: string) => Completion | Promise<Completion>;
  /** Lines typed earlier, oldest first. */
  readonly history?: readonly string[];
  readonly onLine: (line: string) => void;
  /** The person left with Ctrl-D, or the input ended. Not called for `close()`. */
  readonly onClose: () => void;
  /** Ctrl-C on an empty line; on any other it clears the line. */
  readonly onInterrupt: () => void;
  /** The line was cleared without Enter. */
  readonly onEmptied?: () => void;
}

const MAX_STATUS_LINES = 4;
const HISTORY_SIZE = 1000;
/** A signal to the own process takes effect well within this time. */
const STOPPED_BY_THEN_MS = 100;

/** A line break inside the line, which readline would take for its end: a private-use character, as long as the break is. */
const BREAK = '\ue00a';

type Listener = (...keypress: Keypress) => void;

export class Screen {
  readonly #input: TerminalInput;
  readonly #output: TerminalOutput;
  readonly #prompt: string;
  readonly #options: ScreenOptions;
  readonly #block: Block;
  readonly #readline: Interface;
  /** Readline's key handlers. They get their keys from here, except for pasted text. */
  readonly #edit: readonly Listener[];
  #stopReading: () => void;
  #history: readonly string[];
  #status: readonly string[] = [];
  #lent = 0;
  #lending: Promise<unknown> = Promise.resolve();
  #drawSoon = false;
  #wasTyping = false;
  #closed = false;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#input = options.input;
    this.#output = options.output;
    this.#prompt = options.prompt;
    this.#history = options.history ?? [];
    this.#block = new Block(options.output);

    const others = options.input.listeners('keypress');
    this.#readline = createInterface({
      input: options.input,
      output: new Writable({ write: (_chunk, _encoding, done) => done() }),
      terminal: true,
      prompt: '',
      history: this.#history.map(kept).toReversed(),
      historySize: HISTORY_SIZE,
      escapeCodeTimeout: ESCAPE_MS,
      ...(options.completer ? { completer: this.#complete } : {}),
    });
    this.#edit = options.input.listeners('keypress').filter((listener) => !others.includes(listener)) as Listener[];
    for (const listener of this.#edit) options.input.off('keypress', listener);
    this.#stopReading = readKeys(options.input, this.#onKey);

    this.#readline
      .on('line', this.#onLine)
      .on('SIGINT', this.#onInterrupt)
      .on('SIGTSTP', this.#suspend)
      // Readline passes on errors of the input; its owner handles them there.
      .on('error', () => {})
      .on('history', (history: string[]) => {
        this.#history = history.map(broken).toReversed();
      })
      .on('close', () => {
        const byPerson = !this.#closed;
        this.close();
        if (byPerson) options.onClose();
      });
    options.output.on('resize', this.#draw);
    options.output.write(MARK_PASTES);
    this.#draw();
  }

  /** The lines typed so far, oldest first, including the given ones. */
  get history(): readonly string[] {
    return this.#history;
  }

  /** Prints lines above the prompt, or above the picker that has the terminal. Colours work, other sequences are shown as text. */
  print(text: string): void {
    if (this.#lent > 0 || this.#closed) this.#block.above(text);
    else this.#block.show(this.#frame(), text);
  }

  /** Sets the lines directly above the prompt, four at most, each clipped to one row; replaces the previous ones. */
  status(lines: readonly string[]): void {
    this.#status = lines.slice(0, MAX_STATUS_LINES);
    this.#draw();
  }

  /** Whether the line is not empty. */
  typing(): boolean {
    return this.#readline.line !== '';
  }

  /**
   * Lends the terminal, for example to a picker: prompt and status disappear, and return with the half-typed line unchanged. Output is
   * printed above the block that the borrower draws into. One at a time: the next one waits.
   */
  borrow<T>(use: (block: Block) => Promise<T>): Promise<T> {
    const lent = this.#lending.then(() => this.#lend(use));
    this.#lending = lent.catch(() => undefined);
    return lent;
  }

  /** Removes everything drawn and releases the terminal; later output is printed directly. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopReading();
    this.#output.off('resize', this.#draw);
    this.#output.write(LEAVE_PASTES);
    if (this.#lent === 0) this.#block.wipe();
    this.#readline.close();
  }

  async #lend<T>(use: (block: Block) => Promise<T>): Promise<T> {
    if (this.#closed) return use(this.#block);
    this.#lent++;
    this.#stopReading();
    this.#stopReading = readKeys(this.#input, this.#onKeyWhileLent);
    this.#block.wipe();
    try {
      return await use(this.#block);
    } finally {
      this.#lent--;
      this.#stopReading();
      if (!this.#closed) {
        this.#stopReading = readKeys(this.#input, this.#onKey);
        // The picker has turned it off at its end.
        this.#output.write(MARK_PASTES);
        this.#draw();
      }
    }
  }

  #frame(): Frame {
    const { width, height } = this.#block;
    const room = Math.max(1, height - 1);
    const status = this.#status.slice(0, room - 1).map((line) => clipped(line, width));
    const { line, cursor } = this.#readline;
    const lead = clipped(this.#prompt, Math.floor(width / 2));
    const typed = cropped(inputRows(lead, broken(line), cursor, width), room - status.length);
    return {
      rows: [...status, ...typed.rows],
      cursor: { row: status.length + typed.cursor.row, column: typed.cursor.column },
    };
  }

  readonly #draw = (): void => {
    if (this.#lent === 0 && !this.#closed) this.#block.show(this.#frame());
  };

  readonly #onKey = (key: Key, keypress: Keypress): void => {
    if (key.name === 'ctrl-l') this.#block.clear();
    // Several pasted lines are one text: only Enter sends it.
    if (key.name === 'paste') this.#readline.write(kept(key.text.replace(/\n+$/, '')));
    else for (const edit of this.#edit) edit(...keypress);
    const emptied = this.#wasTyping && !this.typing() && key.name !== 'enter';
    this.#wasTyping = this.typing();
    if (emptied) this.#options.onEmptied?.();
    if (this.#drawSoon) return;
    // Draws once for all keys that came together: a long paste would otherwise be laid out again for each letter.
    this.#drawSoon = true;
    queueMicrotask(() => {
      this.#drawSoon = false;
      this.#draw();
    });
  };

  /** Between two pickers no other code reads the keys; Ctrl-C and Ctrl-Z must still work. */
  readonly #onKeyWhileLent = ({ name }: Key): void => {
    if (name === 'ctrl-z' && process.platform !== 'win32') this.#suspend();
    if (name === 'ctrl-c' && this.#input.listenerCount('keypress') === 1) this.#options.onInterrupt();
  };

  readonly #onLine = (typed: string): void => {
    const line = broken(typed);
    this.print(this.#prompt + oneLine(line));
    this.#options.onLine(line);
  };

  readonly #onInterrupt = (): void => {
    const line = broken(this.#readline.line);
    if (line === '') return this.#options.onInterrupt();
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.print(`${this.#prompt}${oneLine(line)}^C`);
  };

  /**
   * Ctrl-Z. If no shell can take over the terminal, as in a window opened for this process alone, the system does not stop the process:
   * then the key has no effect. Readline would leave the terminal without raw mode.
   */
  readonly #suspend = (): void => {
    const back = (continued: boolean) => {
      clearTimeout(timer);
      clearImmediate(soon);
      process.off('SIGCONT', onContinued);
      if (this.#closed) return;
      this.#input.setRawMode?.(true);
      this.#output.write(MARK_PASTES);
      // The shell has written to the terminal since.
      if (continued) this.#block.redraw();
      this.#draw();
    };
    const onContinued = () => back(true);
    let soon: NodeJS.Immediate | undefined;
    // The timer also runs while the process is stopped; setImmediate lets a pending SIGCONT be handled first.
    const timer = setTimeout(() => {
      soon = setImmediate(back, false);
    }, STOPPED_BY_THEN_MS);
    process.once('SIGCONT', onContinued);
    this.#output.write(LEAVE_PASTES);
    this.#input.setRawMode?.(false);
    process.kill(process.pid, 'SIGTSTP');
  };

  readonly #complete = (line: string, done: (error: null, result: [string[], string]) => void): void => {
    void this.#candidates(line).then(([candidates, replaced]) => {
      // Readline would throw an uncaught error on a closed line.
      if (this.#closed) return;
      const before = this.#readline.line;
      done(null, [[...candidates], replaced]);
      // Readline inserts the common prefix of all candidates a moment later; if there is none, they are listed.
      setImmediate(() => {
        if (candidates.length > 1 && this.#readline.line === before) this.print(candidates.map(oneLine).join('  '));
        this.#draw();
      });
    });
  };

  /** A failing completer must not break the line. */
  async #candidates(line: string): Promise<Completion> {
    try {
      return (await this.#options.completer?.(line)) ?? [[], line];
    } catch {
      return [[], line];
    }
  }
}

function kept(text: string): string {
  return text.replaceAll('\n', BREAK);
}

function broken(line: string): string {
  return line.replaceAll(BREAK, '\n');
}
