/** A person at a terminal. */

import { type PickerIo, pick } from '../terminal/picker.ts';
import { Screen } from '../terminal/screen.ts';
import { wrapped } from '../terminal/wrapping.ts';
import type { ReplIo, ReplIoEvents } from './repl-io.ts';
import { readHistory, writeHistory } from './typed-history.ts';

export interface TerminalIoOptions extends Pick<PickerIo, 'input' | 'output' | 'colours'> {
  /** Where the typed lines are stored. */
  readonly historyFile: string;
}

const BELL = '\u0007';

export function terminalIo({ input, output, colours, historyFile }: TerminalIoOptions, events: ReplIoEvents): ReplIo {
  const screen = new Screen({
    input,
    output,
    prompt: '> ',
    history: readHistory(historyFile),
    completer: (line) => events.complete(line),
    onLine: (line) => events.line(line),
    onClose: () => events.end(),
    onInterrupt: () => events.interrupt(),
    onEmptied: () => events.emptied(),
  });
  // The window was closed, or the connection lost: reading, writing and mode changes all fail from then on.
  for (const end of [input, output]) end.on('error', () => events.interrupt());
  let closed = false;
  return {
    interactive: true,
    colours,
    columns: () => Math.max(20, Math.min(output.columns ?? 80, 100)),
    // Wrapped between words: a terminal would break inside them.
    print: (lines) => screen.print(lines.flatMap((line) => wrapped(line, output.columns || 80)).join('\n')),
    status: (lines) => screen.status(lines),
    typing: () => screen.typing(),
    pick: (question, signal, graceMs) =>
      screen.borrow((block) => pick(question, { input, output, signal, colours, block, graceMs })),
    bell: () => void output.write(BELL),
    close: () => {
      if (closed) return;
      closed = true;
      screen.close();
      writeHistory(historyFile, screen.history);
    },
  };
}
