/** The picker on a terminal of its own, and what its tests look for there. */

import { expect } from 'vitest';
import type { PickerQuestion } from '../../../src/surfaces/terminal/picker-state.ts';
import { program } from '../../support/programs.ts';
import { type OpenTerminal, openTerminal, type TerminalOptions } from '../../support/pty.ts';

export const CHILD = program('test/slow/repl/picker-child.ts');
const FORMATS = [{ label: 'YAML' }, { label: 'JSON' }, { label: 'TOML' }];

export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `option ${index + 1}` }));

interface Asked extends Partial<PickerQuestion> {
  readonly terminal?: Partial<TerminalOptions>;
  readonly after?: 'then-readline';
}

/** The picker with a question, once it is on the screen. */
export async function ask({ terminal: options, after, ...given }: Asked = {}): Promise<OpenTerminal> {
  const question: PickerQuestion = { question: 'Which one?', options: FORMATS, other: false, free: false, ...given };
  const args = [JSON.stringify(question), ...(after ? [after] : [])];
  const terminal = openTerminal({ file: CHILD, args, ...options });
  await terminal.waitFor(
    (rows) => rows.some((row) => row.startsWith('?')) && rows.some((row) => /Enter|Esc/.test(row)),
  );
  return terminal;
}

const currentRow = (rows: readonly string[]) => rows.find((row) => row.startsWith('❯')) ?? '';
export const on = (label: string) => (rows: string[]) => currentRow(rows).endsWith(label);

/** What is on the screen once the picker has ended: nothing of it but its one line. */
export async function ended(terminal: OpenTerminal): Promise<string[]> {
  const rows = await terminal.waitFor(/keys/);
  expect(await terminal.exit).toBe(0);
  expect(rows.at(-1)).toBe('raw false, keys 0');
  expect(terminal.mode('2004')).toBe(false);
  return rows.slice(0, -1);
}

export const chosen = (label: string, ...places: number[]) => [
  'before the picker',
  `? Which one?  ${label}`,
  JSON.stringify({ chose: places }),
];
export const LEFT = ['before the picker', '{"left":true}'];
