import { describe, expect, it } from 'vitest';
import { giveOrders } from './orders.ts';
import { ask, ended, numbered, on } from './picked.ts';

describe('the terminal', () => {
  it('may become narrower and wider while the picker is open', async () => {
    const options = [
      { label: 'a label that is rather long for so small a terminal' },
      { label: '日本語の長いラベルです' },
    ];
    const terminal = await ask({ options });
    terminal.press('down');
    await terminal.waitFor((rows) => rows[3]!.startsWith('❯'));
    terminal.resize(20, 24);
    const narrow = [
      'before the picker',
      '? Which one?',
      '  1  a label that …',
      '❯ 2  日本語の長い…',
      '    日本語の長いラ',
      '    ベルです',
      '  Enter chooses, t…',
    ];
    await terminal.waitFor((rows) => rows.join() === narrow.join());
    terminal.resize(60, 24);
    const wide = [
      'before the picker',
      '? Which one?',
      '  1  a label that is rather long for so small a terminal',
      '❯ 2  日本語の長いラベルです',
      '  Enter chooses, type to filter, Esc leaves',
    ];
    await terminal.waitFor((rows) => rows.join() === wide.join());
    terminal.press('enter');
    expect((await ended(terminal)).slice(1)).toEqual(['? Which one?  日本語の長いラベルです', '{"chose":[1]}']);
  });

  it('is wiped when the question is answered elsewhere', async () => {
    const orders = await giveOrders();
    const terminal = await ask({ options: numbered(30), terminal: { env: orders.env } });
    terminal.press('down');
    await terminal.waitFor(on('option 2'));
    orders.give({ abort: true });
    expect(await ended(terminal)).toEqual(['before the picker', '{"gone":true}']);
  });

  it('takes what is printed meanwhile above the picker', async () => {
    const orders = await giveOrders();
    const terminal = await ask({ terminal: { env: orders.env, rows: 8 } });
    orders.give({ print: 'one' }, { print: 'two\nthree' }, { print: 'four' });
    const rows = await terminal.waitFor('four');
    expect(rows).toEqual(['two', 'three', 'four', '? Which one?', '❯ 1  YAML', '  2  JSON', '  3  TOML', rows.at(-1)]);
    terminal.press('enter');
    await terminal.waitFor('? Which one?  YAML');
  });

  it('can be read from by readline afterwards', async () => {
    const terminal = await ask({ after: 'then-readline' });
    terminal.press('enter');
    await terminal.waitFor('next:');
    terminal.type('hello\r');
    await terminal.waitFor('read “hello”');
    expect(await terminal.exit).toBe(0);
  });

  it('never gets sequences or hidden characters out of what an agent wrote', async () => {
    const hostile = '\u001b[2J\u001b]0;title\u0007 \u202eevil\u202c\r\nx';
    const terminal = await ask({
      question: `Q${hostile}`,
      header: hostile,
      why: hostile,
      warning: hostile,
      options: [{ label: `A${hostile}`, description: hostile, mark: hostile }],
      offered: { answer: hostile, question: hostile },
      terminal: { cols: 200, rows: 40 },
    });
    terminal.type('1');
    await terminal.waitFor('❯ 1  A\\u{1b}[2J\\u{1b}]0;title\\u{7} \\u{202e}evil\\u{202c}\\nx');
    terminal.press('enter');
    await ended(terminal);
    expect(terminal.raw()).not.toMatch(/\u001b\[2J|\u001b\]|\u0007|[\u202a-\u202e]/);
  });

  it('shows wide letters in their columns', async () => {
    const terminal = await ask({
      options: [{ label: '設定ファイルです' }, { label: '🎉 party' }],
      terminal: { cols: 18 },
    });
    expect(terminal.screen().slice(2, 4)).toEqual(['❯ 1  設定ファイ…', '  2  🎉 party']);
    terminal.type('ファ');
    await terminal.waitFor('Filter: ファ');
    expect(terminal.screen().join()).not.toContain('party');
    expect(terminal.cursor()).toEqual({ row: 2, column: 14 });
  });

  it('is shown no colours under NO_COLOR, and some without it', async () => {
    const coloured = await ask();
    expect(coloured.raw()).toMatch(/\u001b\[\d+m/);
    const plain = await ask({ terminal: { env: { NO_COLOR: '1' } } });
    plain.press('enter');
    await ended(plain);
    expect(plain.raw()).not.toMatch(/\u001b\[\d+m/);
  });
});
