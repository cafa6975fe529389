/** What is typed goes where the person meant it to go. */
import { describe, expect, it } from 'vitest';
import { enter, newPlace } from './at-repl.ts';

const TWICE = `case "$prompt" in *Answer*Answer*) echo done;; *Answer*) echo 'NEEDS_CLARIFICATION: {"question":"Which runner?","options":["vitest","jest"]}';; *) echo 'NEEDS_CLARIFICATION: {"question":"Which format?","options":["YAML","JSON"]}';; esac`;

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
      await terminal.waitFor((rows) => rows.includes('? Which runner?') || rows.some((row) => row.includes('vitest')));
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
    expect(await place.pending()).toHaveLength(1);
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
