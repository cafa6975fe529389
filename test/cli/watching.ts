/** The terminal inbox in process: keys go in, and what a person would see comes out. */
import { PassThrough, Writable } from 'node:stream';
import picocolors from 'picocolors';
import { expect, onTestFinished, vi } from 'vitest';
import { InboxWatch, type WatchParts } from '../../src/surfaces/cli/watch/inbox-watch.ts';
import type { Service } from '../../src/surfaces/service/service.ts';
import { Terminal } from '../support/terminal.ts';

export const ENTER = '\r';

export function screenOf(terminal: Terminal) {
  let raw = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      raw += String(chunk);
      terminal.write(String(chunk).replaceAll('\u0007', ''));
      done();
    },
  });
  return { output: Object.assign(output, { columns: 100, rows: 30 }), raw: () => raw };
}

export async function watching(askonce: Service, parts: Partial<WatchParts> = {}) {
  const terminal = new Terminal(100, 30);
  const input = new PassThrough();
  const { output, raw } = screenOf(terminal);
  const ending = new AbortController();
  const watch = new InboxWatch({
    ...{ askonce, input, output, colours: picocolors.createColors(false), signal: ending.signal },
    files: async () => ['a.md', 'b.md'],
    mustBePerson: () => {},
    afterAnswer: async () => null,
    query: {},
    ...parts,
  });
  const ended = watch.run();
  onTestFinished(async () => {
    ending.abort();
    await ended.catch(() => {});
  });
  const shows = async (text: string) => {
    // A picker that takes no keys yet is not ready, whatever it shows.
    await vi.waitFor(
      () => {
        const screen = terminal.screen();
        expect(screen.join('\n')).toContain(text);
        expect(screen.at(-1)).not.toBe('  …');
      },
      { timeout: 60_000 },
    );
    return terminal.screen();
  };
  return { terminal, type: (keys: string) => void input.write(keys), shows, ended, raw };
}
