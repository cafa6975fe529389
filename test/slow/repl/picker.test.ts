import { PassThrough } from 'node:stream';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { pick } from '../../../src/surfaces/terminal/picker.ts';
import type { PickerQuestion } from '../../../src/surfaces/terminal/picker-state.ts';
import { type OpenTerminal, openTerminal } from '../../support/pty.ts';
import { ask, CHILD, chosen, ended, LEFT, numbered, on } from './picked.ts';

describe('the picker', () => {
  it('shows the question, its options and the keys', async () => {
    const terminal = await ask({
      header: 'Format',
      why: 'two are common',
      options: [{ label: 'YAML', description: 'people read it', mark: 'recommended' }, { label: 'JSON' }],
      other: true,
    });
    expect(terminal.screen()).toEqual([
      'before the picker',
      '  Format',
      '? Which one?',
      '  Why: two are common',
      '❯ 1  YAML  (recommended)  people read it',
      '  2  JSON',
      '  3  Other… type your own answer',
      '  Enter chooses, type to filter, Esc leaves',
    ]);
    expect(terminal.cursor()).toEqual({ row: 4, column: 0 });
  });

  it('moves with arrows, j and k, Home and End, round at both ends, and Enter chooses', async () => {
    const terminal = await ask();
    terminal.press('down');
    await terminal.waitFor(on('JSON'));
    terminal.type('j');
    await terminal.waitFor(on('TOML'));
    terminal.press('down');
    await terminal.waitFor(on('YAML'));
    terminal.press('up');
    await terminal.waitFor(on('TOML'));
    terminal.type('k');
    await terminal.waitFor(on('JSON'));
    terminal.press('end');
    await terminal.waitFor(on('TOML'));
    terminal.press('home');
    await terminal.waitFor(on('YAML'));
    terminal.press('down', 'enter');
    expect(await ended(terminal)).toEqual(chosen('JSON', 1));
  });

  it.each([
    ['Esc', (terminal: OpenTerminal) => terminal.press('escape')],
    ['q', (terminal: OpenTerminal) => terminal.type('q')],
  ])('is left with %s and takes itself off the screen', async (_key, press) => {
    const terminal = await ask();
    press(terminal);
    expect(await ended(terminal)).toEqual(LEFT);
  });

  it.each(['ctrl-c', 'ctrl-d'] as const)(
    'is left with %s, which says that more than the picker is left',
    async (key) => {
      const terminal = await ask();
      terminal.press(key);
      expect((await ended(terminal)).at(-1)).toBe('{"left":true,"quits":true}');
    },
  );

  it('leaves at once where there is nothing to choose', async () => {
    const question: PickerQuestion = { question: 'Which one?', options: [], other: false, free: false };
    const terminal = openTerminal({ file: CHILD, args: [JSON.stringify(question)] });
    await terminal.waitFor(/keys/);
    expect(terminal.screen().slice(0, 2)).toEqual(LEFT);
    expect(terminal.raw()).not.toContain('Which one?');
  });

  it('is left when its input ends, and fails with the terminal restored when its output does', async () => {
    const question: PickerQuestion = {
      question: 'Which one?',
      options: [{ label: 'YAML' }],
      other: false,
      free: false,
    };
    const modes: boolean[] = [];
    const input = Object.assign(new PassThrough(), { isRaw: false, setRawMode: (raw: boolean) => modes.push(raw) });
    const io = { input, signal: new AbortController().signal, colours: picocolors };
    const left = pick(question, { ...io, output: new PassThrough().resume() });
    input.end();
    expect(await left).toEqual({ left: true });
    const broken = new PassThrough();
    broken.write = () => {
      throw new Error('broken');
    };
    await expect(pick(question, { ...io, output: broken })).rejects.toThrow('broken');
    expect(modes).toEqual([true, false, true, false]);
    expect(input.listenerCount('keypress')).toBe(0);
  });
});

describe('digits', () => {
  it('move to the row of that number, and Enter chooses it', async () => {
    const terminal = await ask();
    terminal.type('3');
    await terminal.waitFor(on('TOML'));
    terminal.type('2');
    await terminal.waitFor(on('JSON'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('JSON', 1));
  });

  it('gather to a number where there are more than nine rows', async () => {
    const terminal = await ask({ options: numbered(12) });
    terminal.type('1');
    await terminal.waitFor(on('option 1'));
    terminal.type('2');
    await terminal.waitFor(on('option 12'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('option 12', 11));
  });

  it.each(['0', '57'])('refuse %s where no row has it: Enter then chooses nothing', async (number) => {
    const terminal = await ask({ options: numbered(12) });
    terminal.type(number);
    await terminal.waitFor(`No row ${number}.`);
    terminal.press('enter');
    await terminal.waitFor('Choose with ↑ ↓ or a number, then Enter');
    terminal.type('7');
    await terminal.waitFor(on('option 7'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('option 7', 6));
  });

  it('are taken back with Backspace', async () => {
    const terminal = await ask({ options: numbered(12) });
    terminal.type('13');
    await terminal.waitFor('No row 13.');
    terminal.press('backspace');
    await terminal.waitFor(on('option 1'));
    terminal.type('0');
    await terminal.waitFor(on('option 10'));
  });
});

describe('a filter', () => {
  const FILES = ['src/queue.ts', 'src/jobs/quick.ts', 'test/queue.test.ts', 'README.md'].map((label) => ({ label }));

  it('begins with any letter, takes words in any case, and then q, j, k and digits too', async () => {
    const terminal = await ask({ options: FILES });
    terminal.type('TS');
    await terminal.waitFor((rows) => !rows.join().includes('README'));
    terminal.type(' qu jk2');
    await terminal.waitFor('Filter: TS qu jk2');
    await terminal.waitFor('Nothing matches.');
    terminal.press('enter', 'backspace', 'backspace', 'backspace');
    await terminal.waitFor(on('src/queue.ts'));
    expect(terminal.screen().filter((row) => row.includes('.ts'))).toHaveLength(3);
    terminal.type('test');
    await terminal.waitFor('Filter: TS qu test');
    expect(terminal.cursor()).toEqual({ row: 2, column: '  Filter: TS qu test'.length });
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('test/queue.test.ts', 2));
  });

  it('begins with a capital letter where its first letter would be a key', async () => {
    const terminal = await ask({ options: FILES });
    terminal.type('Qui');
    await terminal.waitFor(on('src/jobs/quick.ts'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('src/jobs/quick.ts', 1));
  });

  it('is cleared by the first Esc, which keeps the row; the second leaves', async () => {
    const terminal = await ask({ options: FILES });
    terminal.type('READ');
    await terminal.waitFor(on('README.md'));
    terminal.press('escape');
    await terminal.waitFor((rows) => rows.join().includes('quick') && on('README.md')(rows));
    terminal.press('escape');
    expect(await ended(terminal)).toEqual(LEFT);
  });

  it('takes what is pasted, none of it as a command', async () => {
    const terminal = await ask({ options: FILES });
    terminal.paste('quick\r\n');
    await terminal.waitFor('Filter: quick');
    await terminal.waitFor(on('src/jobs/quick.ts'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('src/jobs/quick.ts', 1));
  });

  it('that matches nothing becomes one’s own answer where that is allowed', async () => {
    const terminal = await ask({ options: FILES, other: true });
    terminal.type('new.md');
    await terminal.waitFor(on('type your own answer'));
    terminal.press('enter');
    await terminal.waitFor('> new.md');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(['before the picker', '? Which one?  new.md', '{"typed":"new.md"}']);
  });
});

describe('a long list', () => {
  it('shows twenty rows at most and how many more there are', async () => {
    const terminal = await ask({ options: numbered(100), terminal: { rows: 50 } });
    const options = () => terminal.screen().filter((row) => row.includes('option'));
    expect(options()).toHaveLength(20);
    expect(terminal.screen()).toContain('  ↓ 80 more');
    terminal.press('pagedown', 'pagedown');
    await terminal.waitFor(on('option 41'));
    expect(options()).toHaveLength(20);
    expect(terminal.screen()).toContain('  ↑ 30 more');
    expect(terminal.screen()).toContain('  ↓ 50 more');
    terminal.press('pageup');
    await terminal.waitFor(on('option 21'));
    terminal.press('end');
    await terminal.waitFor(on('option 100'));
    expect(terminal.screen()).toContain('  ↑ 80 more');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('option 100', 99));
  });

  it('fits a small terminal, question and keys included', async () => {
    const question = 'Which of the many files that are called alike should be changed? '.repeat(4).trim();
    const terminal = await ask({ question, options: numbered(100), terminal: { rows: 10, cols: 40 } });
    expect(terminal.everything()).toEqual(terminal.screen());
    terminal.press('down', 'down', 'down', 'down');
    await terminal.waitFor(on('option 5'));
    expect(terminal.screen().length).toBeLessThanOrEqual(10);
    expect(terminal.screen().at(-1)).toMatch('Enter chooses');
    expect(terminal.screen().filter((row) => row.startsWith('?'))).toHaveLength(1);
    terminal.press('escape');
    await ended(terminal);
    expect(terminal.everything().slice(0, 2)).toEqual(LEFT);
  });
});
