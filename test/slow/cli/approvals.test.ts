/** Permission by the command line: an agent asks, and only a person at a terminal allows. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';

const CALL = ['approve', 'Bash', '{"command":"npm test"}', '--session', 's', '--call-id', 'c1'] as const;

async function parked(folder: Folder, ...args: readonly string[]): Promise<string> {
  const { code, stderr } = await folder.run(args.length > 0 ? args : CALL);
  expect(code).toBe(2);
  return /^\[parked\] (q-\S+)/m.exec(stderr)![1]!;
}

/** As a person types it. */
async function atTerminal(folder: Folder, args: readonly string[], env: Record<string, string> = {}) {
  const terminal = openTerminal({ file: BIN, args, cwd: folder.path, env, cols: 300 });
  return { code: await terminal.exit, shown: terminal.everything().join(' ') };
}

test('a call waits, a person at a terminal allows it, and asking again gets the decision', async () => {
  const folder = newFolder();
  const id = await parked(folder);
  expect(await folder.run(['answer', id, 'yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('code: answerer_needed'),
  });
  const byAgent = await atTerminal(folder, ['answer', id, 'yes'], { CLAUDECODE: '1' });
  expect(byAgent.shown).toContain('CLAUDECODE marks this as the shell of an agent');
  expect(await parked(folder)).toBe(id);
  expect(await atTerminal(folder, ['answer', id, 'yes'])).toMatchObject({ code: 0 });
  expect(await folder.run(CALL)).toMatchObject({ code: 0, stdout: 'allow\n' });
  expect(await folder.run([...CALL.slice(0, 2), '{"command":"npm t"}', ...CALL.slice(3)])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('code: call_changed'),
  });
});

test('a call is denied without a terminal, with a message to the agent', async () => {
  const folder = newFolder();
  const id = await parked(folder);
  expect(await folder.run(['answer', id, 'no', '--message', 'Not now'])).toMatchObject({ code: 0 });
  const denied = await folder.run(CALL);
  expect(denied).toMatchObject({ code: 3, stdout: 'deny\n' });
  expect(denied.stderr).toContain('message: Not now');
});

test('a rule that a person makes is listed, decides, and is revoked at a terminal only', async () => {
  const folder = newFolder();
  const id = await parked(folder);
  expect(await atTerminal(folder, ['answer', id, 'yes', '--scope', 'project'])).toMatchObject({ code: 0 });
  const other = ['approve', 'Bash', '{"command":"npm test"}', '--session', 't'];
  expect(await folder.run(other)).toMatchObject({ code: 0, stdout: 'allow\n' });
  expect((await folder.run(['approvals'])).stdout).toContain('allow  Bash(npm test)');
  expect(await folder.run(['approvals', 'revoke', id])).toMatchObject({ code: 1 });
  expect(await atTerminal(folder, ['approvals', 'revoke', id])).toMatchObject({ code: 0 });
  expect((await folder.run(other)).code).toBe(2);
});

test('your own rules may allow; the project’s may only ask and deny', async () => {
  const folder = newFolder();
  const config = join(folder.path, 'config');
  const env = { XDG_CONFIG_HOME: config };
  mkdirSync(join(config, 'askonce'), { recursive: true });
  const mine = join(config, 'askonce', 'approvals.json');
  writeFileSync(mine, JSON.stringify({ allow: ['Bash(npm test)', 'Bash(ls)'] }), { mode: 0o600 });
  const theirs = join(folder.path, 'askonce.config.json');
  writeFileSync(theirs, JSON.stringify({ approvals: { deny: ['Bash(ls)'] } }));
  const here = { env, cwd: folder.path };
  const run = (command: string) =>
    folder.run(['--project', folder.path, 'approve', 'Bash', JSON.stringify({ command })], here);
  expect(await run('npm test')).toMatchObject({ code: 0, stdout: 'allow\n' });
  expect(await run('ls')).toMatchObject({ code: 3, stdout: 'deny\n' });
  writeFileSync(theirs, JSON.stringify({ approvals: { allow: ['Bash'] } }));
  const refused = await run('whoami');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('agents can write this file');
});

test('equal calls are one entry of the inbox, and --all settles them and lists what it settled', async () => {
  const folder = newFolder();
  const ids: string[] = [];
  for (const session of ['a', 'b', 'c']) {
    ids.push(await parked(folder, 'approve', 'Bash', '{"command":"npm test"}', '--session', session));
  }
  const { stdout } = await folder.run(['inbox']);
  expect(stdout).toContain(`${ids[0]}  #1, #2, #3  APPROVAL`);
  expect(stdout).toContain('3 calls ask this:');
  const one = await folder.run(['answer', '1', 'no', 'not', 'now']);
  expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining(`2 equal calls still wait.`) });
  expect(await folder.run(['answer', ids[1]!, 'yes', '--all'])).toMatchObject({ code: 1 });
  const all = await folder.run(['answer', ids[1]!, 'no', '--all']);
  expect(all.stdout).toMatch(new RegExp(`^Denied 2 calls:\n  ${ids[1]}  .*session b\n  ${ids[2]}  .*session c\n$`));
  expect((await folder.run(['inbox'])).stdout).toBe('No questions are waiting for you.\n');
});

test('a server that an agent starts does not print the credential of the person', async () => {
  const folder = newFolder();
  const agents = folder.start(['serve', '--port', '0'], { env: { CLAUDECODE: '1' } });
  expect(await agents.stderrShows(/^ {2}page {4}(\S+)$/m)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const persons = folder.start(['serve', '--port', '0']);
  expect(await persons.stderrShows(/^ {2}page {4}(\S+)$/m)).toContain('/#token=person_');
});

test('an agent neither trusts a config file, nor copies another store into this one, nor removes its own hooks', async () => {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'askonce.config.json'), '{"db":"mine.db"}');
  const commands = [
    ['trust', '--yes'],
    ['migrate', '--from', 'mine.db'],
    ['init', 'claude-code', '--undo', '--yes'],
  ];
  for (const command of commands)
    expect((await folder.run(command, { env: { CLAUDECODE: '1' } })).stderr).toContain('code: person_only');
});
