/** The REPL without a terminal: lines in, lines out, no escape sequences. */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import picocolors from 'picocolors';
import { printable } from '../terminal/text.ts';
import type { ReplIo, ReplIoEvents } from './repl-io.ts';

const COLUMNS = 80;

export function plainIo(input: Readable, output: Writable, events: ReplIoEvents): ReplIo {
  const lines = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  let closed = false;
  lines.on('line', (line) => events.line(line));
  lines.on('close', () => {
    if (!closed) events.end();
  });
  return {
    interactive: false,
    colours: picocolors.createColors(false),
    columns: () => COLUMNS,
    print: (shown) => void output.write(shown.map((line) => `${printable(line)}\n`).join('')),
    status: () => {},
    typing: () => false,
    pick: () => Promise.resolve({ left: true }),
    bell: () => {},
    close: () => {
      closed = true;
      lines.close();
    },
  };
}
