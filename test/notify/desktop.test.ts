/** The desktop: its notifier, or the terminal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { QuestionMessage } from '../../src/notify/channels/channel.ts';
import { type DesktopPorts, type DesktopSettings, desktop } from '../../src/notify/channels/desktop.ts';

const call = { timeoutMs: 1_000, signal: new AbortController().signal };
const message = { title: 'Question in shop', text: 'Which colour?' } as QuestionMessage;

/** A PATH with this program, or with none. */
function pathWith(program: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-desktop-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (program !== null) writeFileSync(join(folder, program), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return folder;
}

/** Sends, and returns what the terminal shows. */
async function shown(via: DesktopSettings['via'], program: string | null, hasTerminal = true): Promise<string> {
  let written = '';
  const terminal = hasTerminal ? { write: (text: string) => (written += text) } : null;
  const ports: DesktopPorts = { env: { PATH: pathWith(program) }, platform: 'linux', terminal };
  await desktop({ type: 'desktop', filter: {}, ...(via === undefined ? {} : { via }) }, ports).send(message, call);
  return written;
}

test('without a notifier the terminal shows it', async () => {
  expect(await shown(undefined, null)).toContain('Which colour?');
});

test('the terminal is used where it is chosen, although there is a notifier', async () => {
  expect(await shown('terminal', 'notify-send')).toContain('Which colour?');
});

test.each([
  ['neither a notifier nor a terminal', undefined, false, 'There is neither notify-send on the PATH nor a terminal.'],
  ['no notifier, which is chosen', 'notifier', true, 'There is no notify-send on the PATH.'],
  ['no terminal, which is chosen', 'terminal', false, 'The server runs in no terminal.'],
] as const)('%s is a failure that says so', async (_what, via, hasTerminal, why) => {
  await expect(shown(via, null, hasTerminal)).rejects.toThrow(why);
});
