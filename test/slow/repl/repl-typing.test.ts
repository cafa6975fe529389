import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/processes.ts';
import { asks, enter, FORMAT, newestTask, newPlace, RUNS_ON } from './at-repl.ts';

const BELL = '\u0007';
/** A script that waits until the test has written this file. */
const UNTIL_TOLD = 'until [ -e told ]; do sleep 0.02; done\n';

const open = (rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML'));

describe('while a line is typed', () => {
  it('a question does not take it: one line tells of it, and after Enter it is put', async () => {
    const place = newPlace({ settle: UNTIL_TOLD + asks(FORMAT), other: 'echo fine' });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await until(() => place.heard().length === 1, 'the agent runs');
    terminal.type('other wor');
    await terminal.waitFor('> other wor');
    writeFileSync(join(place.path, 'told'), '');
    const task = newestTask(terminal);
    await terminal.waitFor(`[?] ${task} asks: Which format should it have?`);
    expect(terminal.screen().at(-1)).toBe('> other wor');
    enter(terminal, 'k');
    await terminal.waitFor(open);
    expect(
      terminal
        .everything()
        .join('\n')
        .match(/asks: Which format/g),
    ).toHaveLength(1);
    await until(() => place.heard().includes('other work'), 'the line that was typed became a task');
    terminal.press('enter');
    await terminal.waitFor((rows) => rows.filter((row) => row.includes('COMPLETE')).length === 2);
  });

  it('it is put as soon as the line is emptied again', async () => {
    const place = newPlace({ settle: UNTIL_TOLD + asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    terminal.type('oh');
    await terminal.waitFor('> oh');
    writeFileSync(join(place.path, 'told'), '');
    await terminal.waitFor('asks: Which format');
    terminal.press('backspace', 'backspace');
    await terminal.waitFor(open);
  });

  it('a flood of output of an agent changes no letter of it', async () => {
    const flood = 'i=0; until [ -e told ]; do i=$((i+1)); echo "line $i of the flood"; done';
    const place = newPlace({ flood, other: 'echo fine' });
    const terminal = await place.open();
    enter(terminal, 'flood');
    await terminal.waitFor(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] task-\w+ \ds {2}line \d+ of the flood$/m);
    const text = `other ${Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')} 日本語`;
    for (const letter of text) terminal.type(letter);
    terminal.press('left', 'left', 'left');
    terminal.type('→');
    await terminal.waitFor((rows) => rows.join('').includes('→日本語'));
    terminal.press('enter');
    const whole = text.replace('日', '→日');
    await until(() => place.heard().includes(whole), 'the task is the text that was typed');
    writeFileSync(join(place.path, 'told'), '');
    await terminal.waitFor((rows) => rows.filter((row) => row.startsWith('[v]')).length === 2);
    expect(terminal.screen().at(-1)).toBe('>');
  });

  it('the terminal may become smaller and larger', async () => {
    const place = newPlace({ other: 'echo fine' });
    const terminal = await place.open();
    const text = 'other work that is long enough for three rows of a small terminal';
    terminal.type(text);
    await terminal.waitFor('small terminal');
    terminal.resize(30, 10);
    await terminal.waitFor((rows) => rows.at(-1) === 'small terminal' || rows.at(-1)!.endsWith('terminal'));
    terminal.resize(100, 30);
    await terminal.waitFor((rows) => rows.at(-1) === `> ${text}`);
    expect(terminal.everything().filter((row) => row.startsWith('>'))).toHaveLength(1);
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()).toEqual([text]);
  });
});

describe('what runs', () => {
  it('is shown with its seconds and its last words, and goes away when it ends', async () => {
    const place = newPlace({ walk: `echo first; ${UNTIL_TOLD} echo "the last word"` });
    const terminal = await place.open();
    enter(terminal, 'walk');
    await terminal.waitFor(/^. task-\w+ 0s {2}first$/m);
    await terminal.waitFor(/^. task-\w+ 1s {2}first$/m);
    writeFileSync(join(place.path, 'told'), '');
    const rows = await terminal.waitFor((seen) => seen.some((row) => row.startsWith('[v]')) && seen.at(-1) === '>');
    expect(rows.join('\n')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    expect(rows.slice(-4)).toEqual([
      `[v] Task ${newestTask(terminal)} COMPLETE`,
      '    first',
      '    the last word',
      '>',
    ]);
  });

  it('is not shown as running while it waits for the person', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('escape');
    await terminal.waitFor((rows) => rows.at(-1) === '>' && rows.at(-2)!.includes('is still waiting'));
  });
});

describe('a question that begins to wait', () => {
  it('rings the bell once', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    expect(terminal.raw()).not.toContain(BELL);
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('escape');
    await terminal.waitFor('is still waiting');
    enter(terminal, '/respond');
    await terminal.waitFor(open);
    expect(terminal.raw().split(BELL)).toHaveLength(2);
  });

  it('runs the notify command, which learns what is asked', async () => {
    const place = newPlace({ settle: asks({ ...FORMAT, question: 'Which "format" $HOME?' }) });
    const notify = `printf '%s|%s|%s' "$ASKONCE_TASK" "$ASKONCE_QUESTION_ID" "$ASKONCE_QUESTION" > new; mv new notified`;
    const terminal = await place.open({ args: ['--notify', notify] });
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    const notified = join(place.path, 'notified');
    await until(() => existsSync(notified), 'the notify command has run');
    const [question] = await place.pending();
    expect(readFileSync(notified, 'utf8').split('|')).toEqual([newestTask(terminal), question!.id, question!.question]);
  });
});

describe('at the prompt', () => {
  it('Tab completes commands and the ids of tasks', async () => {
    const place = newPlace({ runs: RUNS_ON });
    const terminal = await place.open();
    enter(terminal, 'runs');
    await terminal.waitFor('queued');
    const task = newestTask(terminal);
    terminal.type('/sta');
    terminal.press('tab');
    await terminal.waitFor(/^> \/status/m);
    terminal.press('ctrl-u');
    terminal.type('/logs task');
    await terminal.waitFor('> /logs task');
    terminal.press('tab');
    await terminal.waitFor(`> /logs ${task}`);
    terminal.press('enter');
    await terminal.waitFor('Status: RUNNING');
  });

  it('the arrow up brings lines back, after a restart too', async () => {
    const place = newPlace();
    const first = await place.open();
    enter(first, '/status');
    await first.waitFor('awaiting_user_response: false');
    enter(first, '/history');
    await first.waitFor('No answers in this session');
    enter(first, '/exit');
    await first.exit;
    const second = await place.open();
    second.press('up');
    await second.waitFor(/^> \/exit$/m);
    second.press('up', 'up');
    await second.waitFor(/^> \/status$/m);
  });

  it('an error of a command is told in words, with its code', async () => {
    const place = newPlace();
    const terminal = await place.open();
    enter(terminal, '/respond something');
    await terminal.waitFor('Code: E107');
    expect(terminal.screen()).toContain('Error: No tasks awaiting response - nothing to respond to');
    enter(terminal, '/staus');
    await terminal.waitFor('Did you mean /status?');
  });
});
