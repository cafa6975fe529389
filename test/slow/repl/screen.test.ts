import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../../support/programs.ts';
import { type OpenTerminal, openTerminal, type TerminalOptions } from '../../support/pty.ts';
import { giveOrders, type Orders } from './orders.ts';

const CHILD = program('test/slow/repl/screen-child.ts');

/** A prompt, once it is on the screen. */
async function prompt(
  options: Partial<TerminalOptions> = {},
  history: string[] = [],
): Promise<{ terminal: OpenTerminal } & Orders> {
  const orders = await giveOrders();
  const args = [JSON.stringify(history)];
  const terminal = openTerminal({ file: CHILD, args, ...options, env: { ...orders.env, ...options.env } });
  await terminal.waitFor(/^>/m);
  return { terminal, ...orders };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('what is printed while a line is typed', () => {
  it('comes above the line, in order, and the line and its cursor stay as they are', async () => {
    const { terminal, give } = await prompt();
    terminal.type('half a line');
    terminal.press('left', 'left', 'left', 'left');
    await terminal.waitFor('half a line');
    give({ print: 'one' }, { print: 'two\nthree' }, { print: 'four\n' });
    await terminal.waitFor('four');
    expect(terminal.screen()).toEqual(['one', 'two', 'three', 'four', '> half a line']);
    expect(terminal.cursor()).toEqual({ row: 4, column: 9 });
    terminal.type('X');
    await terminal.waitFor('> half a Xline');
    terminal.press('enter');
    await terminal.waitFor('heard “half a Xline”');
    expect(terminal.screen().slice(4)).toEqual(['> half a Xline', 'heard “half a Xline”', '>']);
  });

  it('loses no key of what is typed at the same time', async () => {
    const { terminal, give } = await prompt({ rows: 10 });
    const words = times(40, (index) => `w${index}`);
    for (const word of words) {
      terminal.type(`${word} `);
      give({ print: `output ${word}` });
    }
    await terminal.waitFor((rows) => rows.join('').includes('w39') && rows.join('').includes('output w39'));
    terminal.press('enter');
    const line = `${words.join(' ')} `;
    await terminal.waitFor((rows) => rows.join('').includes(`heard “${line}`.slice(0, 60)));
    const all = terminal.everything();
    expect(all.filter((row) => row.startsWith('output'))).toEqual(words.map((word) => `output ${word}`));
    expect(all.filter((row) => row.startsWith('>'))).toHaveLength(2);
  });

  it('does not disturb a line longer than the terminal is wide, nor one at the bottom of the screen', async () => {
    const { terminal, give } = await prompt({ cols: 20, rows: 6 });
    terminal.type('one two three four five 日本語日本語');
    await terminal.waitFor('日本語');
    give(...times(9, (index) => ({ print: `output ${index}` })));
    await terminal.waitFor('output 8');
    const line = ['> one two three fou', 'r five 日本語日本語'];
    // The line fills its row to the end, so the cursor is on one more.
    expect(terminal.screen()).toEqual(['output 6', 'output 7', 'output 8', ...line]);
    expect(terminal.cursor()).toEqual({ row: 5, column: 0 });
    terminal.press('home', 'right', 'right');
    await terminal.waitFor(() => terminal.cursor().column === 4);
    give({ print: 'output 9' });
    await terminal.waitFor('output 9');
    expect(terminal.screen().slice(-2)).toEqual(line);
    expect(terminal.cursor()).toEqual({ row: 4, column: 4 });
    expect(terminal.everything().filter((row) => row.startsWith('>'))).toHaveLength(1);
  });

  it('keeps the cursor in sight of a line that is taller than the terminal', async () => {
    const { terminal, give } = await prompt({ cols: 11, rows: 4 });
    terminal.type('abcdefghij'.repeat(5));
    give({ status: ['busy'] }, { print: 'output' });
    await terminal.waitFor((rows) => rows[0] === 'output' && rows[1] === 'busy' && rows.length === 4);
    await terminal.waitFor((rows) => rows.at(-1) === 'ij');
    terminal.press('home');
    await terminal.waitFor((rows) => rows[2] === '> abcdefgh');
    expect(terminal.cursor()).toEqual({ row: 2, column: 2 });
  });

  it('has its colours, and every other sequence written out', async () => {
    const { terminal, give } = await prompt();
    give({ print: '\u001b[36mcyan\u001b[39m \u001b[2Jhere' });
    await terminal.waitFor('cyan \\u{1b}[2Jhere');
    expect(terminal.raw()).toContain('\u001b[36mcyan\u001b[39m');
  });
});

describe('the status', () => {
  it('stands above the line and is refreshed in place while it is typed', async () => {
    const { terminal, give } = await prompt();
    for (const letter of 'typed') {
      terminal.type(letter);
      give({ status: [`| ${letter}`, 'second'] });
      await terminal.waitFor((rows) => rows[0] === `| ${letter}` && rows.at(-1)!.endsWith(letter));
    }
    expect(terminal.everything()).toEqual(['| d', 'second', '> typed']);
    expect(terminal.cursor()).toEqual({ row: 2, column: 7 });
    give({ print: 'output' }, { status: ['only'] });
    await terminal.waitFor('only');
    expect(terminal.everything()).toEqual(['output', 'only', '> typed']);
    give({ status: [] });
    await terminal.waitFor((rows) => !rows.includes('only'));
    expect(terminal.everything()).toEqual(['output', '> typed']);
  });

  it('is four lines at most, a row each', async () => {
    const { terminal, give } = await prompt({ cols: 20 });
    give({ status: ['a status line that is far too long', 'two\nlines', '3', '4', '5'] });
    await terminal.waitFor('3');
    expect(terminal.screen()).toEqual(['a status line that…', 'two\\nlines', '3', '4', '>']);
  });

  it('does not stay behind with the lines that were typed', async () => {
    const { terminal, give } = await prompt({ rows: 6 });
    give({ status: ['busy'] });
    await terminal.waitFor('busy');
    terminal.type('one\rtwo\r');
    await terminal.waitFor('heard “two”');
    expect(terminal.everything()).toEqual(['> one', 'heard “one”', '> two', 'heard “two”', 'busy', '>']);
  });
});

describe('the window', () => {
  it('may become narrower and wider around a long line with a status', async () => {
    const { terminal, give } = await prompt({ cols: 60 });
    give({ print: 'output' }, { status: ['a status line that will not fit for ever'] });
    terminal.type('one two three four five six seven eight nine ten');
    await terminal.waitFor((rows) => rows.length === 3 && rows[2]!.endsWith('ten'));
    terminal.resize(20, 24);
    const narrow = ['output', 'a status line that…', '> one two three fou', 'r five six seven ei', 'ght nine ten'];
    await terminal.waitFor((rows) => rows.join() === narrow.join());
    expect(terminal.cursor()).toEqual({ row: 4, column: 12 });
    terminal.resize(60, 24);
    const wide = [
      'output',
      'a status line that will not fit for ever',
      `> one two three four five six seven eight nine ten`,
    ];
    await terminal.waitFor((rows) => rows.join() === wide.join());
    expect(terminal.everything()).toEqual(wide);
  });

  it('is emptied with Ctrl-L, all but the line', async () => {
    const { terminal, give } = await prompt();
    give({ print: 'output' });
    terminal.type('typed');
    await terminal.waitFor((rows) => rows.join() === 'output,> typed');
    terminal.press('ctrl-l');
    await terminal.waitFor((rows) => rows.join() === '> typed');
  });
});

describe('lending the terminal', () => {
  it('takes prompt and status away and brings them back with the half-typed line', async () => {
    const { terminal, give } = await prompt();
    give({ status: ['busy'] });
    terminal.type('half');
    await terminal.waitFor((rows) => rows.join() === 'busy,> half');
    give({ pick: true });
    await terminal.waitFor('❯ 1  YAML');
    expect(terminal.screen()[0]).toBe('? Which format?');
    give({ status: ['busier'] }, { print: 'output' });
    await terminal.waitFor('output');
    expect(terminal.screen().slice(0, 2)).toEqual(['output', '? Which format?']);
    terminal.press('down', 'enter');
    await terminal.waitFor('{"chose":[1]}');
    expect(terminal.everything()).toEqual(['output', '? Which format?  JSON', '{"chose":[1]}', 'busier', '> half']);
    terminal.paste(' line');
    terminal.press('enter');
    await terminal.waitFor('heard “half line”');
    expect(terminal.mode('2004')).toBe(true);
  });

  it('wipes a picker whose question was answered elsewhere', async () => {
    const { terminal, give } = await prompt();
    terminal.type('half');
    await terminal.waitFor('> half');
    give({ pick: true });
    await terminal.waitFor('❯ 1  YAML');
    give({ abort: true });
    await terminal.waitFor('{"gone":true}');
    expect(terminal.everything()).toEqual(['{"gone":true}', '> half']);
  });

  it('is for one at a time: the second picker waits for the first', async () => {
    const { terminal, give } = await prompt();
    give({ pick: true }, { pick: true });
    await terminal.waitFor('❯ 1  YAML');
    terminal.press('enter');
    await terminal.waitFor((rows) => rows.includes('{"chose":[0]}') && rows.includes('❯ 1  YAML'));
    terminal.press('down', 'enter');
    await terminal.waitFor('{"chose":[1]}');
  });
});

describe('the line', () => {
  it('brings back what was typed before, the given history included, and gives it out', async () => {
    const lines = times(600, (index) => `line ${index}`);
    const { terminal } = await prompt({}, lines);
    terminal.press('up');
    await terminal.waitFor('> line 599');
    terminal.press(...times(599, () => 'up' as const));
    await terminal.waitFor('> line 0');
    terminal.press('ctrl-u');
    terminal.type('new\r');
    await terminal.waitFor('heard “new”');
    terminal.type('/history\r');
    await terminal.waitFor('"line 599","new","/history"]');
    expect(terminal.everything().join('')).toContain('["line 0","line 1"');
  });

  it('is completed with Tab, and lists what could be meant', async () => {
    const { terminal } = await prompt();
    terminal.type('/t');
    terminal.press('tab');
    await terminal.waitFor('> /tasks');
    terminal.press('ctrl-u');
    terminal.type('/r');
    terminal.press('tab');
    await terminal.waitFor(/> \/res$/m);
    terminal.press('tab');
    await terminal.waitFor('/respond  /restart');
    expect(terminal.screen().at(-1)).toBe('> /res');
  });

  it('takes several pasted lines as one text, which only Enter sends', async () => {
    const { terminal } = await prompt();
    terminal.type('do: ');
    terminal.paste('one\r\ntwo\r\n');
    await terminal.waitFor('> do: one\\ntwo');
    terminal.press('left');
    terminal.type('-');
    terminal.press('enter');
    await terminal.waitFor('o”');
    expect(terminal.everything()).toEqual(['> do: one\\ntw-o', 'heard “do: one', 'tw-o”', '>']);
    terminal.type('/history\r');
    await terminal.waitFor('["do: one\\ntw-o","/history"]');
    terminal.press('up', 'up', 'enter');
    await terminal.waitFor((rows) => rows.filter((row) => row === 'heard “do: one').length === 2);
  });

  it('is taken away by Ctrl-C, and Ctrl-C on an empty one interrupts', async () => {
    const { terminal } = await prompt();
    terminal.type('typed');
    terminal.press('left', 'ctrl-c');
    await terminal.waitFor((rows) => rows.join() === '> typed^C,>');
    terminal.press('ctrl-c');
    await terminal.waitFor('interrupted');
  });

  it('ends with Ctrl-D, and the terminal is given back', async () => {
    const { terminal, give } = await prompt();
    give({ status: ['busy'] }, { print: 'output' });
    await terminal.waitFor('output');
    terminal.press('ctrl-d');
    await terminal.waitFor('closed, raw false');
    expect(await terminal.exit).toBe(0);
    expect(terminal.everything()).toEqual(['output', 'closed, raw false']);
    expect(terminal.mode('2004')).toBe(false);
  });

  it('can be closed by the program, whose later output goes out plainly', async () => {
    const { terminal } = await prompt();
    terminal.type('/close\r');
    expect(await terminal.exit).toBe(0);
    expect(terminal.everything()).toEqual(['> /close', 'heard “/close”']);
  });

  it('comes back after Ctrl-Z, on a row of its own: the shell has written since', async () => {
    const { terminal } = await prompt();
    terminal.type('typed');
    await terminal.waitFor('typed');
    terminal.press('ctrl-z');
    // Again and again: woken before it sleeps, it would sleep for good.
    const waking = setInterval(() => terminal.kill('SIGCONT'), 50);
    onTestFinished(() => clearInterval(waking));
    await terminal.waitFor((rows) => rows.join() === '> typed,> typed');
    terminal.type('!\r');
    await terminal.waitFor('heard “typed!”');
  });
});
