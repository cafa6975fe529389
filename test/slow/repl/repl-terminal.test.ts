import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asks, enter, FORMAT, newestTask, newPlace } from './at-repl.ts';

const row = (start: string) => (rows: string[]) => rows.some((one) => one.startsWith(start));

describe('a question that begins to wait while nothing is typed is put to the person at once', () => {
  // shows: S000-UI-SELECT-ONE
  it('as a picker over its options, and the answer reaches the agent', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    const rows = await terminal.waitFor(row('❯ 1  YAML'));
    expect(rows).toContain('? Which format should it have?');
    expect(rows.filter((one) => /^[❯ ] \d {2}/.test(one))).toEqual([
      '❯ 1  YAML  read by people',
      '  2  JSON',
      '  3  TOML',
      '  4  Other… type your own answer',
    ]);
    terminal.press('down', 'enter');
    await terminal.waitFor(/^\[v\] Task task-\w+ COMPLETE/m);
    const shown = terminal.screen();
    expect(shown).toContain('? Which format should it have?  JSON');
    expect(shown).toContain('Response received: "JSON"');
    expect(shown).toContain(`Task ${newestTask(terminal)} continuing...`);
    expect(place.heard()).toEqual(['settle it', 'settle it\n\nClarification Answer: JSON']);
  });

  // shows: S000-UI-CONFIRM
  it('a CONFIRM as a picker over Yes and No', async () => {
    const place = newPlace({ settle: asks({ question: 'Shall it be written in French?', type: 'CONFIRM' }) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    const rows = await terminal.waitFor(row('❯ 1  Yes'));
    expect(rows.filter((one) => /^[❯ ] \d {2}/.test(one))).toEqual(['❯ 1  Yes', '  2  No']);
    terminal.type('n');
    await terminal.waitFor(row('❯ 2  No'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: No$/);
  });

  // shows: S000-UI-TARGET-FILE
  it('a TARGET_FILE as a picker over the files of the project', async () => {
    const place = newPlace({ settle: asks({ question: 'Which one shall be changed?', type: 'TARGET_FILE' }) });
    mkdirSync(join(place.path, 'src'));
    for (const file of ['README.md', 'src/app.ts', 'src/other.ts']) writeFileSync(join(place.path, file), '');
    const terminal = await place.open();
    enter(terminal, 'settle it');
    const rows = await terminal.waitFor(row('❯ 1  README.md'));
    expect(rows.filter((one) => /^[❯ ] \d {2}/.test(one)).slice(0, 3)).toEqual([
      '❯ 1  README.md',
      '  2  src/app.ts',
      '  3  src/other.ts',
    ]);
    terminal.type('app');
    await terminal.waitFor(row('❯ 2  src/app.ts'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: src\/app\.ts$/);
  });

  // shows: S000-UI-FREE-TEXT
  it('a FREE_TEXT as a plain line of input', async () => {
    const place = newPlace({ settle: asks({ question: 'What is the service called?', type: 'FREE_TEXT' }) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    const rows = await terminal.waitFor('Enter sends, Esc leaves');
    expect(rows.filter((one) => /^[❯ ] \d {2}/.test(one))).toEqual([]);
    terminal.type('billing');
    await terminal.waitFor(row('answer> billing'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen()).toContain('? What is the service called?  billing');
    expect(place.heard()[1]).toMatch(/Clarification Answer: billing$/);
  });

  it('in Japanese, and answered in Japanese', async () => {
    const question = { question: 'どの形式にしますか？', options: ['設定ファイル', 'コマンド'] };
    const place = newPlace({ settle: asks(question) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  設定ファイル'));
    expect(terminal.screen()).toContain('? どの形式にしますか？');
    terminal.type('3');
    await terminal.waitFor(row('❯ 3'));
    terminal.press('enter');
    await terminal.waitFor('Enter sends');
    terminal.type('データベース');
    await terminal.waitFor(row('answer> データベース'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen()).toContain('Response received: "データベース"');
    expect(place.heard()[1]).toMatch(/Clarification Answer: データベース$/);
  });

  it('with whatever its text holds: nothing of it can deceive whoever reads it', async () => {
    const question = { question: 'Which\u2060 one\u{e0041}?', options: ['a\u200bb', '`c`\ufeffd'] };
    // The terminal of the test refuses what nobody should write, the sequences of this log among it.
    const log = `printf '\\033[2J\\033]0;owned\\007\\2339mlook\\n'\n`;
    const place = newPlace({ settle: log + asks(question) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  a\\u{200b}b'));
    expect(terminal.screen()).toContain('? Which\\u{2060} one\\u{e0041}?');
    terminal.press('down');
    await terminal.waitFor(row('❯ 2  `c`\\u{feff}d'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.raw()).not.toMatch(/[\u2060\u{e0041}\u200b\ufeff\u009b]|owned\u0007/u);
  });
});

describe('the picker', () => {
  it('is moved in with arrows, j and k and digits, and filtered by typing', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.press('down');
    await terminal.waitFor(row('❯ 2  JSON'));
    terminal.type('j');
    await terminal.waitFor(row('❯ 3  TOML'));
    terminal.type('k');
    await terminal.waitFor(row('❯ 2  JSON'));
    terminal.press('up');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.type('3');
    await terminal.waitFor(row('❯ 3  TOML'));
    terminal.type('so');
    await terminal.waitFor(row('  Filter: so'));
    expect(terminal.screen().filter((one) => /^[❯ ] \d {2}/.test(one))).toEqual([
      '❯ 2  JSON',
      '  4  Other… type your own answer',
    ]);
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: JSON$/);
  });

  it('takes an answer of one’s own', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.press('up', 'enter');
    await terminal.waitFor('Enter sends, Esc goes back');
    enter(terminal, 'plain INI');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: plain INI$/);
  });

  it('takes several options where several may be chosen', async () => {
    const place = newPlace({ settle: asks({ ...FORMAT, multiSelect: true }) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  [ ] YAML'));
    terminal.press('space', 'down', 'down', 'space');
    await terminal.waitFor((rows) => row('  1  [x] YAML')(rows) && row('❯ 3  [x] TOML')(rows));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: .*YAML.*TOML/);
  });

  it('leaves the question parked at Esc and says how to answer; /respond opens it again', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.press('escape');
    const id = newestTask(terminal);
    await terminal.waitFor(`${id} is still waiting. Use /respond to answer.`);
    expect(terminal.screen().at(-1)).toBe('>');
    expect(await place.pending()).toHaveLength(1);
    enter(terminal, '/respond');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()).toHaveLength(2);
  });

  it('fits into a terminal that becomes smaller and larger', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(row('❯ 1  YAML'));
    terminal.resize(40, 12);
    await terminal.waitFor((rows) => rows.at(-1) === '  Enter chooses, type to filter, Esc l…');
    expect(terminal.screen().filter((one) => one.includes('YAML'))).toHaveLength(1);
    terminal.resize(100, 30);
    await terminal.waitFor((rows) => rows.at(-1) === '  Enter chooses, type to filter, Esc leaves');
    terminal.press('down', 'enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen().filter((one) => one.includes('Which format'))).toHaveLength(1);
    expect(place.heard()[1]).toMatch(/Clarification Answer: JSON$/);
  });

  it('chooses nothing of itself where something would be destroyed: the warning names it, and Enter alone does nothing', async () => {
    const drop = { question: 'Drop the table customers?', type: 'CONFIRM', destructive: true, subject: 'customers' };
    const place = newPlace({ settle: asks(drop) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('! DESTRUCTIVE: customers');
    expect(terminal.screen().filter((one) => /^[❯ ] \d {2}/.test(one))).toEqual(['  1  Yes', '  2  No']);
    terminal.press('enter', 'enter');
    terminal.type('n');
    await terminal.waitFor(row('❯ 2  No'));
    expect(terminal.screen()).toContain('! DESTRUCTIVE: customers');
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: No$/);
  });
});
