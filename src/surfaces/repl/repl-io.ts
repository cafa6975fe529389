/** Input and output of the REPL, for a person or for a program. */
import type { Colours } from '../terminal/output.ts';
import type { Picked, PickerQuestion } from '../terminal/picker-state.ts';

export interface ReplIo {
  /** A person at a terminal: questions are shown at once, with a picker. */
  readonly interactive: boolean;
  readonly colours: Colours;
  columns(): number;
  print(lines: readonly string[]): void;
  /** Transient lines about what is running. */
  status(lines: readonly string[]): void;
  /** Whether the input line is not empty. */
  typing(): boolean;
  /** @param graceMs How long keys are ignored, if the question appears unrequested. */
  pick(question: PickerQuestion, signal: AbortSignal, graceMs: number): Promise<Picked>;
  /** Rings the terminal bell. */
  bell(): void;
  close(): void;
}

export interface ReplIoEvents {
  line(line: string): void;
  /** There will be no more lines. */
  end(): void;
  /** Ctrl-C. */
  interrupt(): void;
  /** The input line was cleared without Enter. */
  emptied(): void;
  /** Completions for the line up to the cursor, and the part of it that they replace. */
  complete(line: string): Promise<readonly [candidates: readonly string[], replaced: string]>;
}
