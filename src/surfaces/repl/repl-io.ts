/** What the REPL needs of the place where a person sits, or a program that stands in for one. */
import type { Picked, PickerQuestion } from './picker-state.ts';

export interface ReplIo {
  /** A person at a terminal: questions are put to them at once, with a picker. */
  readonly interactive: boolean;
  columns(): number;
  print(lines: readonly string[]): void;
  /** What is under way, shown where it does not stay. */
  status(lines: readonly string[]): void;
  /** Something stands in the line that is being typed. */
  typing(): boolean;
  /** @param graceMs How long keys are not taken, where nobody has asked for the question. */
  pick(question: PickerQuestion, signal: AbortSignal, graceMs: number): Promise<Picked>;
  /** A sign that somebody is wanted. */
  bell(): void;
  close(): void;
}

export interface ReplIoEvents {
  line(line: string): void;
  /** No more lines will come. */
  end(): void;
  /** Ctrl-C. */
  interrupt(): void;
  /** What stood in the line was taken away, without Enter. */
  emptied(): void;
  /** What may follow the line up to the cursor, and the end of it that it takes the place of. */
  complete(line: string): Promise<readonly [candidates: readonly string[], replaced: string]>;
}
