/** Permission at the prompt: a call of a task waits, and only a person at the terminal allows it. */
import { describe, expect, it } from 'vitest';
import { until } from '../../support/processes.ts';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';
import { enter, newPlace } from './at-repl.ts';

const wants = (command: string) =>
  `'${process.execPath}' '${BIN}' approve Bash '${JSON.stringify({ command })}' --call-id "$ASKONCE_JOB" --wait`;

const CHOICES = (rows: string[]) => rows.some((row) => row.startsWith('  1 y  Allow once'));

describe('a call of a task', () => {
  it('opens a picker; Enter alone decides nothing, and the rule that is chosen decides the next one', async () => {
    const place = newPlace({ build: wants('npm run build') });
    const terminal = await place.open();
    enter(terminal, 'build it');
    const rows = await terminal.waitFor(CHOICES);
    expect(rows).toContain('  $ npm run build');
    expect(rows).toContain('  2 s  Allow in this session  Bash(npm run build)');
    terminal.press('enter', 'enter');
    terminal.type('s');
    await terminal.waitFor((shown) => shown.some((row) => row.startsWith('❯ 2 s')));
    expect(await place.pending()).toHaveLength(1);
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen()).toContain('Response received: "Allow in this session"');
    enter(terminal, 'build it again');
    await terminal.waitFor((shown) => shown.filter((row) => row.includes('COMPLETE')).length === 2);
  });

  it('is answered by /respond with no and a message; yes is taken from a person alone', async () => {
    const place = newPlace({ build: wants('npm run build') });
    const terminal = await place.open();
    enter(terminal, 'build it');
    await terminal.waitFor(CHOICES);
    terminal.press('escape');
    await terminal.waitFor('is still waiting');
    // The same prompt without a terminal, as an agent would start it.
    const piped = place.start(['--non-interactive', '--exec', 'cat'], { stdin: 'pipe' });
    let shown = '';
    piped.child.stdout!.on('data', (text) => {
      shown += String(text);
    });
    await until(() => shown.includes('How to respond'), 'the call is shown');
    piped.child.stdin!.end('/respond yes\n');
    const agent = await piped.ended;
    expect(agent.stdout).toContain('How to respond: /respond <yes, or no and a message>');
    expect(agent.stdout).toContain('Code: answerer_needed');
    expect(await place.pending()).toHaveLength(1);
    enter(terminal, '/respond perhaps');
    await terminal.waitFor('Code: answer_refused');
    enter(terminal, '/respond no, build the docs first');
    await terminal.waitFor('Response received: "Deny"');
    await terminal.waitFor('message: build the docs');
    expect((await place.run(['history'])).stdout).toContain('→ No');
  });
});

describe('askonce inbox --watch', () => {
  it('answers what a script asked, on a terminal of its own, and leaves the terminal as it was', async () => {
    const place = newPlace();
    const asking = place.start(['approve', 'Bash', '{"command":"rm -rf build"}', '--wait']);
    const terminal = openTerminal({ file: BIN, args: ['inbox', '--watch'], cwd: place.path });
    await terminal.waitFor('(dangerous)');
    terminal.press('enter');
    const rows = await terminal.waitFor(CHOICES);
    expect(rows[0]).toBe('! DANGEROUS: deletes files for good (rm -rf)');
    terminal.type('n');
    await terminal.waitFor('❯ 2 n');
    terminal.press('enter');
    await terminal.waitFor('New questions appear here.');
    expect(await asking.ended).toMatchObject({ code: 3, stdout: 'deny\n' });
    terminal.press('ctrl-c');
    expect(await terminal.exit).toBe(0);
    expect(terminal.mode('2004')).toBe(false);
  });

  it('is for a person at a terminal', async () => {
    const place = newPlace();
    const { code, stderr } = await place.run(['inbox', '--watch']);
    expect(code).toBe(1);
    expect(stderr).toContain('code: answerer_needed');
    const agent = openTerminal({ file: BIN, args: ['inbox', '--watch'], cwd: place.path, env: { CLAUDECODE: '1' } });
    expect(await agent.exit).toBe(1);
  });
});
