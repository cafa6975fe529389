import { describe, expect, it } from 'vitest';
import { ask, chosen, ended, LEFT, on } from './picked.ts';

const YES_NO = [{ label: 'Yes' }, { label: 'No' }];

describe('several at once', () => {
  it('are marked with Space, and Enter confirms them in the order of the list', async () => {
    const terminal = await ask({ multi: true });
    terminal.press('end', 'space');
    await terminal.waitFor('❯ 3  [x] TOML');
    terminal.press('up', 'space', 'home', 'space');
    await terminal.waitFor('3 marked');
    terminal.press('down', 'space');
    await terminal.waitFor('❯ 2  [ ] JSON');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('YAML, TOML', 0, 2));
  });

  it('are not confirmed by the Enter after a number that no row has', async () => {
    const terminal = await ask({ multi: true });
    terminal.press('space');
    terminal.type('7');
    await terminal.waitFor('No row 7.');
    terminal.press('enter');
    await terminal.waitFor('Choose with');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('YAML', 0));
  });

  it('are marked with Tab while a filter takes the spaces', async () => {
    const terminal = await ask({ multi: true });
    terminal.type('ml');
    await terminal.waitFor((rows) => !rows.join().includes('JSON'));
    terminal.press('down', 'tab');
    await terminal.waitFor('[x] TOML');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('TOML', 2));
  });

  it('are kept when an answer of one’s own is typed to them', async () => {
    const terminal = await ask({ multi: true, other: true });
    terminal.press('space', 'end', 'enter');
    terminal.type('INI');
    await terminal.waitFor('> INI');
    terminal.press('enter');
    expect((await ended(terminal)).at(-1)).toBe('{"typed":"YAML, INI"}');
  });
});

describe('an answer of one’s own', () => {
  it('is typed in a line that can be edited', async () => {
    const terminal = await ask({ other: true });
    terminal.press('end', 'enter');
    await terminal.waitFor('Enter sends, Esc goes back');
    terminal.type('drop this');
    terminal.press('ctrl-u');
    terminal.type('ab日本語');
    await terminal.waitFor('> ab日本語');
    expect(terminal.cursor().column).toBe(16);
    terminal.press('left', 'backspace', 'home', 'right');
    terminal.type('x');
    terminal.press('end');
    terminal.type('!');
    await terminal.waitFor('> axb日語!');
    terminal.paste(' pasted');
    await terminal.waitFor('> axb日語! pasted');
    terminal.press('enter');
    expect((await ended(terminal)).slice(1)).toEqual(['? Which one?  axb日語! pasted', '{"typed":"axb日語! pasted"}']);
  });

  it('goes back to the list with Esc', async () => {
    const terminal = await ask({ other: true });
    terminal.press('end', 'enter');
    await terminal.waitFor('Esc goes back');
    terminal.press('escape');
    await terminal.waitFor('❯ 4  Other… type your own answer');
  });

  it('is all there is to a free question: an empty line is none, and Esc leaves', async () => {
    const terminal = await ask({ free: true, options: [] });
    expect(terminal.screen()).toEqual(['before the picker', '? Which one?', 'answer>', '  Enter sends, Esc leaves']);
    terminal.press('enter');
    terminal.type('  ');
    terminal.press('enter');
    terminal.type('jq1');
    await terminal.waitFor('jq1');
    terminal.press('escape');
    expect(await ended(terminal)).toEqual(LEFT);
  });

  it('may be longer than the terminal is wide', async () => {
    const terminal = await ask({ free: true, terminal: { cols: 20 } });
    terminal.type('one two three four five six');
    await terminal.waitFor('six');
    expect(terminal.screen().slice(2, 4)).toEqual(['answer> one two thr', 'ee four five six']);
    expect(terminal.cursor()).toEqual({ row: 3, column: 16 });
    terminal.press('enter');
    expect((await ended(terminal)).slice(2).join('')).toBe('{"typed":"one two three four five six"}');
  });

  it('keeps the line breaks of what is pasted and sends nothing by itself', async () => {
    const terminal = await ask({ free: true });
    terminal.paste('one\r\ntwo\r\n');
    await terminal.waitFor('> one\\ntwo\\n');
    terminal.press('enter');
    expect((await ended(terminal)).at(-1)).toBe('{"typed":"one\\ntwo"}');
  });
});

describe('yes or no', () => {
  it('takes y and n as rows, which Enter confirms', async () => {
    const terminal = await ask({ options: YES_NO });
    terminal.type('n');
    await terminal.waitFor(on('No'));
    terminal.type('Y');
    await terminal.waitFor(on('Yes'));
    terminal.type('n');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('No', 1));
  });

  it('has nothing chosen beforehand where something would be lost', async () => {
    const terminal = await ask({
      options: YES_NO,
      warning: 'DESTRUCTIVE: users',
      offered: { answer: 'Yes', question: 'Drop it?' },
    });
    expect(terminal.screen()).toEqual([
      'before the picker',
      '! DESTRUCTIVE: users',
      '? Which one?',
      '  Earlier you answered “Yes” to “Drop it?”.',
      '  1  Yes',
      '  2  No',
      '  Choose with ↑ ↓, y or n, then Enter. Esc leaves',
    ]);
    terminal.press('enter');
    terminal.type('y');
    await terminal.waitFor(on('Yes'));
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('Yes', 0));
  });
});

describe('an earlier answer', () => {
  it('is shown, and its option is where the cursor begins', async () => {
    const terminal = await ask({ offered: { answer: 'TOML', question: 'Which format?' } });
    expect(terminal.screen()[2]).toBe('  Earlier you answered “TOML” to “Which format?”.');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(chosen('TOML', 2));
  });

  it('is taken with Tab where an answer is typed', async () => {
    const terminal = await ask({ free: true, offered: { answer: 'Berlin', question: 'Where?' } });
    terminal.press('tab', 'enter');
    expect((await ended(terminal)).at(-1)).toBe('{"typed":"Berlin"}');
  });
});

describe('a line that begins with a slash', () => {
  it('and is a command is none of the answer, whatever was marked', async () => {
    const terminal = await ask({ multi: true, other: true });
    terminal.press('space');
    await terminal.waitFor('1 marked');
    terminal.type('/tasks');
    await terminal.waitFor('Enter runs the command, Esc goes back');
    terminal.press('enter');
    expect(await ended(terminal)).toEqual(['before the picker', '> /tasks', '{"command":"/tasks"}']);
  });

  it.each([{ free: true, options: [] }, { other: true }])(
    'and is no command is sent with the second Enter alone: %o',
    async (question) => {
      const terminal = await ask(question);
      terminal.type('/taks');
      await terminal.waitFor('command> /taks');
      terminal.press('enter');
      await terminal.waitFor('Unknown command. Enter again sends it as your answer');
      terminal.press('backspace');
      await terminal.waitFor('Enter runs the command');
      terminal.type('k');
      await terminal.waitFor('command> /takk');
      terminal.press('enter');
      await terminal.waitFor('Unknown command.');
      terminal.press('enter');
      expect((await ended(terminal)).at(-1)).toBe('{"typed":"/takk"}');
    },
  );

  it('is never an answer where none of one’s own is taken', async () => {
    const terminal = await ask({ options: YES_NO });
    terminal.type('/etc/hosts');
    await terminal.waitFor('command> /etc/hosts');
    terminal.press('enter');
    await terminal.waitFor('Not a command. Esc goes back');
    terminal.press('ctrl-u');
    await terminal.waitFor(on('Yes'));
    terminal.type('/taks');
    await terminal.waitFor('command> /taks');
    terminal.press('enter');
    expect((await ended(terminal)).at(-1)).toBe('{"command":"/taks"}');
  });
});
