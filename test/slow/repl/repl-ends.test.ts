import { describe, expect, it } from 'vitest';
import { living, until } from '../../support/processes.ts';
import type { OpenTerminal } from '../../support/pty.ts';
import { asks, enter, FORMAT, newestTask, newPlace, type Place, RUNS_ON } from './at-repl.ts';

const open = (rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML'));

const WAYS: readonly [name: string, leave: (terminal: OpenTerminal) => void][] = [
  ['/exit', (terminal) => enter(terminal, '/exit')],
  ['Ctrl-C', (terminal) => terminal.press('ctrl-c')],
  ['Ctrl-D', (terminal) => terminal.press('ctrl-d')],
  ['SIGTERM', (terminal) => terminal.kill('SIGTERM')],
  ['SIGHUP', (terminal) => terminal.kill('SIGHUP')],
];

/** What happened to tasks, from the first to the last. */
async function happened(place: Place): Promise<string[]> {
  const { stdout } = await place.run(['events', '--json', '--limit', '1000']);
  const types: string[] = JSON.parse(stdout).items.map(({ type }: { type: string }) => type);
  return types.filter((type) => type.startsWith('job.'));
}

/** What the terminal was told to do is undone: pastes are not marked any more. */
function isRestored(terminal: OpenTerminal): boolean {
  return !terminal.mode('2004') && !terminal.mode('2026');
}

async function runningAgent(place: Place, terminal: OpenTerminal): Promise<number> {
  enter(terminal, 'runs');
  await until(() => place.written('pid') !== '', 'the agent runs');
  return Number(place.written('pid'));
}

describe.each(WAYS)('%s', (name, leave) => {
  it('ends with 0 where nothing was asked', async () => {
    const terminal = await newPlace().open();
    leave(terminal);
    expect(await terminal.exit).toBe(0);
    expect(isRestored(terminal)).toBe(true);
  });

  it('stops an agent that runs, and lets its task go: the next REPL goes on with it at once', async () => {
    const place = newPlace({ runs: RUNS_ON });
    const terminal = await place.open();
    const agent = await runningAgent(place, terminal);
    leave(terminal);
    expect(await terminal.exit).toBe(0);
    expect(living([agent])).toEqual([]);
    // Free again before anybody else looks: nobody has to wait for the end of a lease.
    expect((await happened(place)).at(-1)).toBe('job.released');
    expect(terminal.everything().join('\n')).toContain(
      '1 task is not finished, but saved. To continue: askonce --continue',
    );
    const next = await place.open({ shows: newestTask(terminal) });
    await until(() => place.heard().length === 2, 'the agent runs again');
    next.kill('SIGTERM');
    await next.exit;
  });

  // In a picker nobody types a command.
  if (name === '/exit') return;

  it('ends with 2 while a picker is open, and the question is there the next time', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    leave(terminal);
    expect(await terminal.exit).toBe(2);
    expect(isRestored(terminal)).toBe(true);
    const left = terminal.everything().join(' ');
    expect(left).toMatch(/question open: q-\w+ \(task-\w+\): Which format should it have\?/);
    expect(left).not.toContain('❯');
    const next = await place.open({ shows: open });
    next.press('down', 'enter');
    await next.waitFor('COMPLETE');
    expect(place.heard().at(-1)).toMatch(/Clarification Answer: JSON$/);
  });
});

describe('leaving', () => {
  it('ends with 2 where a question was left, and says which', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('escape');
    await terminal.waitFor('is still waiting');
    enter(terminal, '/exit');
    expect(await terminal.exit).toBe(2);
    await terminal.waitFor('To continue: askonce --continue');
    const rows = terminal.screen();
    expect(rows.slice(rows.indexOf('> /exit'))).toEqual([
      '> /exit',
      expect.stringMatching(/^question open: q-\w+ \(task-\w+\): Which format/),
      ...rows.slice(rows.indexOf('> /exit') + 2, -2),
      expect.stringMatching(/^1 task is waiting for your answer\. To continue: askonce --continue --exec/),
      expect.stringContaining('agent.sh'),
    ]);
  });

  it('with Ctrl-C takes a half-typed line away first, and only then ends', async () => {
    const terminal = await newPlace().open();
    terminal.type('half a li');
    await terminal.waitFor('> half a li');
    terminal.press('ctrl-c');
    await terminal.waitFor((rows) => rows.at(-1) === '>');
    expect(terminal.screen()).toContain('> half a li^C');
    terminal.press('ctrl-c');
    expect(await terminal.exit).toBe(0);
  });

  it('stops an agent that does not listen, too', async () => {
    const deaf = `trap '' TERM; echo $$ > "$notes/pid.new"; mv "$notes/pid.new" "$notes/pid"; while :; do sleep 0.1; done`;
    const place = newPlace({ runs: deaf });
    const terminal = await place.open();
    const agent = await runningAgent(place, terminal);
    terminal.press('ctrl-c');
    await terminal.exit;
    expect(living([agent])).toEqual([]);
  });

  it('happens when the terminal goes away, and lets the task go', async () => {
    const place = newPlace({ runs: RUNS_ON });
    const terminal = await place.open();
    const agent = await runningAgent(place, terminal);
    terminal.kill('SIGHUP');
    terminal.hangUp();
    await until(() => living([terminal.pid, agent]).length === 0, 'the REPL and its agent are gone');
    expect(await happened(place)).toContain('job.released');
  });

  it('happens when the terminal goes away while a picker is open: the question is safe', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.hangUp();
    await until(() => living([terminal.pid]).length === 0, 'the REPL is gone');
    const next = await place.open({ shows: open });
    next.press('enter');
    await next.waitFor('COMPLETE');
    expect(place.heard().at(-1)).toMatch(/Clarification Answer: YAML$/);
  });

  it('leaves the terminal as it was found: lines and their echo, and no marks around pastes', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.openShell();
    enter(terminal, 'askonce');
    await terminal.waitFor(/^>/m);
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('ctrl-c');
    await terminal.waitFor('exit 2');
    expect(terminal.mode('2004')).toBe(false);
    enter(terminal, 'stty -a');
    await terminal.waitFor(/[ -]icanon[\s\S]*[ -]echo /);
    expect(terminal.screen().join('\n')).toMatch(/ icanon[\s\S]* echo /);
  });

  it('is not stopping: after Ctrl-Z and fg the prompt is there again, with what was typed', async () => {
    const place = newPlace({ other: 'echo fine' });
    const terminal = await place.openShell();
    enter(terminal, 'askonce');
    await terminal.waitFor(/^>/m);
    terminal.type('other wo');
    await terminal.waitFor('> other wo');
    terminal.press('ctrl-z');
    await terminal.waitFor(/Stopped/);
    // Whoever presses it does something else for longer than the prompt waits to be stopped.
    const stopped = performance.now();
    await until(() => performance.now() - stopped > 300, 'it was stopped for a while');
    enter(terminal, 'fg');
    await terminal.waitFor((rows) => rows.at(-1) === '> other wo');
    enter(terminal, 'rk');
    await terminal.waitFor('COMPLETE');
    expect(place.heard()).toEqual(['other work']);
  });

  it('is not what Ctrl-Z does where there is no shell: the keys go on working', async () => {
    const terminal = await newPlace().open();
    terminal.press('ctrl-z');
    await until(() => terminal.raw().split('\u001b[?2004h').length === 3, 'the terminal is taken back');
    terminal.type('/sta');
    terminal.press('tab');
    await terminal.waitFor(/^> \/status/m);
  });

  it('is not stopping while a picker is open, either: after fg it takes the answer', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.openShell();
    enter(terminal, 'askonce');
    await terminal.waitFor(/^>/m);
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('ctrl-z');
    await terminal.waitFor(/Stopped/);
    enter(terminal, 'fg');
    await terminal.waitFor((rows) => rows.at(-1) === '  Enter chooses, type to filter, Esc leaves');
    terminal.press('down', 'enter');
    await terminal.waitFor('COMPLETE');
    expect(place.heard().at(-1)).toMatch(/Clarification Answer: JSON$/);
  });
});
