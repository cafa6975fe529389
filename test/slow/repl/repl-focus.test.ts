/** What is typed goes where the person meant it to go. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/processes.ts';
import { asks, enter, FORMAT, newestTask, newPlace } from './at-repl.ts';

const TWICE = `case "$task" in *Answer*Answer*) echo done;; *Answer*) echo 'NEEDS_CLARIFICATION: {"question":"Which runner?","options":["vitest","jest"]}';; *) echo 'NEEDS_CLARIFICATION: {"question":"Which format?","options":["YAML","JSON"]}';; esac`;

describe('a question that opens by itself', () => {
  it('takes no key that was on its way before it could be read', async () => {
    const place = newPlace({ settle: TWICE });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('? Which format?');
    // The first answers; the others come while the next question is on its way, and when it has just appeared.
    terminal.press('enter');
    const keys = setInterval(() => terminal.press('enter'), 30);
    try {
      // A picker that takes no keys yet stays so while a key is held, so waitFor would not return.
      await until(() => terminal.screen().join('\n').includes('vitest'), 'the next question is on the screen');
    } finally {
      clearInterval(keys);
    }
    expect(place.heard()).toHaveLength(2);
    await terminal.waitFor('❯ 1  vitest');
    expect((await place.pending()).map(({ question }) => question)).toEqual(['Which runner?']);
  });

  it('shows what the agent said before it', async () => {
    const place = newPlace({ settle: `printf 'I will drop the users table.\\n\\nShould I proceed?'` });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('? Should I proceed?');
    expect(terminal.screen().join('\n')).toContain('I will drop the users table.');
  });
});

describe('an answer that is typed', () => {
  it('is no command, and a command is no answer', async () => {
    const place = newPlace({ settle: `echo 'NEEDS_CLARIFICATION: What is it called?'` });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('Enter sends');
    enter(terminal, '/status');
    await terminal.waitFor('awaiting_user_response: true');
    await terminal.waitFor('Enter sends');
    enter(terminal, 'Otto');
    await terminal.waitFor('Response received: "Otto"');
  });

  it('takes the word yes for what it is', async () => {
    const place = newPlace({
      settle: `case "$prompt" in *Answer*) echo done;; *) echo 'NEEDS_CLARIFICATION: {"question":"Delete the old backups?","type":"CONFIRM"}';; esac`,
    });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('? Delete the old backups?');
    terminal.type('yes');
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: Yes$/);
  });
});

describe('a slash that is typed first in a picker', () => {
  const shown = (start: string) => (rows: string[]) => rows.some((one) => one.startsWith(start));
  const isBack = (rows: string[]) => rows.at(-1)!.startsWith('  Enter chooses') || rows.at(-1)!.startsWith('  y or n');

  it.each([
    ['SELECT_ONE', FORMAT, '❯ 1  YAML', 'YAML'],
    ['CONFIRM', { question: 'Shall it be written in French?', type: 'CONFIRM' }, '❯ 1  Yes', 'Yes'],
    ['TARGET_FILE', { question: 'Which one shall be changed?', type: 'TARGET_FILE' }, '❯ 1  notes.md', 'notes.md'],
  ])('begins a command in %s, whose picker comes back', async (_type, question, first, answer) => {
    const place = newPlace({ settle: asks(question) });
    writeFileSync(join(place.path, 'notes.md'), '');
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(shown(first));
    terminal.type('/tasks');
    await terminal.waitFor(shown('command> /tasks'));
    terminal.press('enter', 'enter');
    await terminal.waitFor((rows) => rows.includes('> /tasks') && rows.includes('Task Queue') && isBack(rows));
    expect(await place.pending()).toHaveLength(1);
    terminal.press('enter');
    await terminal.waitFor(/^\[v\] Task task-\w+ COMPLETE/m);
    expect(place.heard()[1]).toMatch(new RegExp(`Clarification Answer: ${answer}$`));
  });

  it('is taken back with Backspace or Esc: the list is there again', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(shown('❯ 1  YAML'));
    terminal.type('/t');
    await terminal.waitFor(shown('command> /t'));
    terminal.press('backspace', 'backspace');
    await terminal.waitFor(isBack);
    terminal.type('/t');
    await terminal.waitFor(shown('command> /t'));
    terminal.press('escape');
    await terminal.waitFor(isBack);
    terminal.type('2');
    await terminal.waitFor(shown('❯ 2  JSON'));
    terminal.press('enter');
    await terminal.waitFor('Response received: "JSON"');
  });

  it('may begin /respond, with an answer or without', async () => {
    const place = newPlace({ settle: asks(FORMAT), again: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(shown('❯ 1  YAML'));
    enter(terminal, '/respond');
    await terminal.waitFor((rows) => rows.includes('> /respond') && isBack(rows));
    // The picker that /respond has opened takes a command as well.
    enter(terminal, '/status');
    await terminal.waitFor((rows) => rows.includes('  awaiting_user_response: true') && isBack(rows));
    enter(terminal, '/respond 3');
    await terminal.waitFor(/^\[v\] Task task-\w+ COMPLETE/m);
    expect(place.heard()[1]).toMatch(/Clarification Answer: TOML$/);
  });

  it('may take the question away with its task, and then the prompt is there', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(shown('❯ 1  YAML'));
    const id = newestTask(terminal);
    enter(terminal, `/cancel ${id}`);
    await terminal.waitFor((rows) => rows.includes(`Task ${id} cancelled.`) && rows.at(-1) === '>');
    enter(terminal, '/exit');
    expect(await terminal.exit).toBe(0);
  });

  it('may begin a path, which is an answer', async () => {
    const place = newPlace({ settle: asks({ question: 'Which one shall be changed?', type: 'TARGET_FILE' }) });
    writeFileSync(join(place.path, 'notes.md'), '');
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(shown('❯ 1  notes.md'));
    // In the project, or it would be refused.
    terminal.type(join(place.path, 'notes.md'));
    await terminal.waitFor(shown('answer> /'));
    terminal.press('enter');
    await terminal.waitFor(/^\[v\] Task task-\w+ COMPLETE/m);
    expect(place.heard()[1]).toMatch(/Clarification Answer: .*notes\.md$/);
  });
});
