import { describe, expect, it } from 'vitest';
import { asks, enter, FORMAT, newestTask, newPlace } from './at-repl.ts';

const COLOUR = /\u001b\[[\d;]*m/;
const open = (rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML'));

describe('colours', () => {
  it('are used at a terminal', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    expect(terminal.raw()).toMatch(COLOUR);
  });

  it('are left out with NO_COLOR, from the first line to the last', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open({ env: { NO_COLOR: '1' } });
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    terminal.press('ctrl-c');
    await terminal.exit;
    expect(terminal.raw()).not.toMatch(COLOUR);
  });
});

describe('a dumb terminal', () => {
  it('gets numbered questions and no sequence at all, and a number answers', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open({ env: { TERM: 'dumb' }, shows: 'AskOnce.' });
    enter(terminal, 'settle it');
    await terminal.waitFor('How to respond: /respond <number or your own words>');
    expect(terminal.screen()).toContain('     1. YAML - read by people');
    enter(terminal, '2');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()[1]).toMatch(/Clarification Answer: JSON$/);
    enter(terminal, '/exit');
    expect(await terminal.exit).toBe(0);
    expect(terminal.raw()).not.toContain('\u001b');
  });

  it('ends at Ctrl-C with 2 where a question is open', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open({ env: { TERM: 'dumb' }, shows: 'AskOnce.' });
    enter(terminal, 'settle it');
    await terminal.waitFor('How to respond');
    terminal.press('ctrl-c');
    expect(await terminal.exit).toBe(2);
  });
});

describe('a small terminal', () => {
  it('breaks what is printed between words, not inside them', async () => {
    const place = newPlace({ fails: 'echo "there is no such thing as a free lunch" >&2; exit 3' });
    const terminal = await place.open({ cols: 40, rows: 12 });
    enter(terminal, 'fails');
    await terminal.waitFor((rows) => rows.at(-1) === '>' && rows.join(' ').includes(' lunch'));
    const words = 'there is no such thing as a free lunch'.split(' ');
    const shown = terminal.everything().flatMap((row) => row.split(/\s+/));
    expect(words.filter((word) => !shown.includes(word))).toEqual([]);
    expect(terminal.everything().join(' ')).toContain(`[X] Task ${newestTask(terminal)} ERROR:`);
  });

  it('shows the end of a long result, and where the rest is', async () => {
    const place = newPlace({ counts: 'i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo "line $i"; done' });
    const terminal = await place.open();
    enter(terminal, 'counts');
    await terminal.waitFor('COMPLETE');
    const rows = terminal.screen();
    const task = newestTask(terminal);
    const from = rows.indexOf(`[v] Task ${task} COMPLETE`);
    expect(rows.slice(from + 1, from + 3)).toEqual([`    … 20 earlier lines: /logs ${task}`, '    line 21']);
    expect(rows.slice(-2)).toEqual(['    line 30', '>']);
  });
});
