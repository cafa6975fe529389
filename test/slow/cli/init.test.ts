/** `askonce init claude-code` as a person runs it: shown first, asked for, written, and taken back. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';

interface Project extends Folder {
  file(name: string): string | null;
  init(...flags: string[]): ReturnType<Folder['run']>;
  readonly env: Readonly<Record<string, string>>;
}

/** A repository with a Claude configuration and a state of its own. */
function newProject(): Project {
  const folder = newFolder();
  const home = newFolder().path;
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
  const env = {
    ...{ CLAUDE_CONFIG_DIR: join(home, 'claude'), CODEX_HOME: join(home, 'codex') },
    XDG_STATE_HOME: join(home, 'state'),
  };
  return {
    ...folder,
    env,
    file: (name) => {
      const path = join(folder.path, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    init: (...flags) => folder.run(['init', 'claude-code', ...flags], { env }),
  };
}

const LOCAL = '.claude/settings.local.json';
const FILES = ['.mcp.json', LOCAL, '.gitignore'];

test('shows a diff, writes it with --yes, finds nothing to do the second time, and takes it back', async () => {
  const project = newProject();
  mkdirSync(join(project.path, '.claude'));
  const own = '{\n\t"hooks": {\n\t\t"PermissionRequest": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t}\n}';
  writeFileSync(join(project.path, LOCAL), own);
  writeFileSync(join(project.path, '.gitignore'), 'node_modules');

  const shown = await project.init('--dry-run');
  expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was written') });
  expect(shown.stdout).toMatch(/^--- \/dev\/null\n\+\+\+ \.mcp\.json\n@@ -0,0 \+1,/);
  expect(shown.stdout).toContain(' \t"hooks": {\n');
  expect([project.file('.mcp.json'), project.file(LOCAL)]).toEqual([null, own]);

  const written = await project.init('--yes');
  expect(written).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Wrote .mcp.json, .claude/settings.local.json'),
  });
  expect(Object.keys(JSON.parse(project.file(LOCAL)!).hooks)).toHaveLength(4);
  expect(project.file('.gitignore')).toBe('node_modules\n.askonce/\n.claude/settings.local.json\n');

  expect(await project.init('--yes')).toMatchObject({ code: 0, stdout: 'Nothing to do: everything is there.\n' });
  expect(await project.init('--undo', '--yes')).toMatchObject({ code: 0 });
  expect(FILES.map(project.file)).toEqual([null, own, 'node_modules']);
  expect((await project.init('--undo', '--yes')).stdout).toMatch(/^Nothing to undo/);
});

test('creates no file that undo does not delete, nor a folder', async () => {
  const project = newProject();
  await project.init('--yes');
  expect(FILES.map(project.file)).not.toContain(null);
  await project.init('--undo', '--yes');
  expect(FILES.map(project.file)).toEqual([null, null, null]);
  expect(existsSync(join(project.path, '.claude'))).toBe(false);
});

test.each([
  ['\r', 1],
  ['n\r', 1],
  ['yes please\r', 1],
  ['\u0003', 1],
  ['y\r', 0],
])('at a terminal it asks, and %j ends with %i', async (typed, code) => {
  const project = newProject();
  const terminal = openTerminal({ file: BIN, args: ['init', 'claude-code'], cwd: project.path, env: project.env });
  await terminal.waitFor('Write this? [y/N]');
  terminal.type(typed);
  expect(await terminal.exit).toBe(code);
  expect(project.file('.mcp.json') !== null).toBe(code === 0);
});

test('without a terminal it writes nothing unless --yes is given', async () => {
  const project = newProject();
  for (const flags of [[], ['--json']]) {
    const { code, stdout, stderr } = await project.init(...flags);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/Nothing was changed\. There is no terminal for the prompt: .* add --yes\./);
    expect(FILES.map(project.file)).toEqual([null, null, null]);
  }
});

test('a file that changes while you read the diff is not overwritten, and the others stay as they were', async () => {
  const project = newProject();
  const terminal = openTerminal({ file: BIN, args: ['init', 'claude-code'], cwd: project.path, env: project.env });
  await terminal.waitFor('Write this? [y/N]');
  mkdirSync(join(project.path, '.claude'));
  writeFileSync(join(project.path, LOCAL), '{"mine":1}');
  terminal.type('y\r');
  await terminal.waitFor('changed while you read it');
  expect(await terminal.exit).toBe(1);
  expect(FILES.map(project.file)).toEqual([null, '{"mine":1}', null]);
});

test('a file that is not plain JSON is named, and nothing at all is written', async () => {
  const project = newProject();
  mkdirSync(join(project.path, '.claude'));
  writeFileSync(join(project.path, LOCAL), '{\n  // mine\n}\n');
  const { code, stderr } = await project.init('--yes');
  expect(code).toBe(1);
  expect(stderr).toMatch(/settings\.local\.json is not plain JSON .* Nothing was changed\.\ncode: config_invalid/);
  expect(project.file('.mcp.json')).toBeNull();
});

test('with --user the files are those of the person, and the project has none', async () => {
  const project = newProject();
  await project.init('--user', '--yes');
  expect(FILES.map(project.file)).toEqual([null, null, null]);
  const read = (name: string) => JSON.parse(readFileSync(join(project.env.CLAUDE_CONFIG_DIR!, name), 'utf8'));
  expect(read('.claude.json').mcpServers.askonce.args.at(-1)).toBe('mcp');
  expect(Object.keys(read('settings.json').hooks)).toHaveLength(4);
  await project.init('--user', '--undo', '--yes');
  expect(existsSync(join(project.env.CLAUDE_CONFIG_DIR!, 'settings.json'))).toBe(false);
});

test('what it writes can be started: --db and --config are in it, as paths from the root', async () => {
  const project = newProject();
  const { code } = await project.run(['--db', 'kept.db', 'init', 'claude-code', '--yes'], { env: project.env });
  expect(code).toBe(0);
  const { hooks } = JSON.parse(project.file(LOCAL)!);
  const { command, args } = hooks.PermissionRequest[0].hooks[0];
  expect(args.slice(-6)).toEqual(['hook', 'claude-code', '--wait', '9m', '--db', join(project.path, 'kept.db')]);
  const help = [...args.slice(0, args.indexOf('hook')), '--version'];
  expect(execFileSync(command, help, { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('hook or prompt tool, never both', async () => {
  const project = newProject();
  await project.init('--yes');
  await project.init('--yes', '--prompt-tool');
  expect(Object.keys(JSON.parse(project.file(LOCAL)!).hooks)).toEqual(['Elicitation', 'Notification']);
  expect(JSON.parse(project.file('.mcp.json')!).mcpServers.askonce.args).toContain('--approve');
  await project.init('--yes');
  expect(Object.keys(JSON.parse(project.file(LOCAL)!).hooks)).toHaveLength(4);
  expect(JSON.parse(project.file('.mcp.json')!).mcpServers.askonce.args).not.toContain('--approve');
  expect(await project.init('--prompt-tool', '--http')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('either'),
  });
});

test('an agent that AskOnce runs can neither connect nor disconnect', async () => {
  const project = newProject();
  const env = { ...project.env, ASKONCE_JOB: 'job-1' };
  const { code, stderr } = await project.run(['init', 'claude-code', '--undo', '--yes'], { env });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('code: person_only') });
});

test('connects Codex in its own files, keeps what is there, takes it back, and refuses what it cannot edit', async () => {
  const { run, env } = newProject();
  const init = (...flags: string[]) => run(['init', 'codex', ...flags], { env });
  const [config, hooks] = ['config.toml', 'hooks.json'].map((name) => join(env.CODEX_HOME!, name)) as [string, string];
  const own = '# mine\nmodel = "gpt-5"\n\n[projects."/a"]\ntrust_level = "trusted"';
  mkdirSync(env.CODEX_HOME!, { recursive: true });
  writeFileSync(config, own);

  expect(await init('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('type /hooks') });
  expect(readFileSync(config, 'utf8')).toMatch(/^# mine.*\n\[mcp_servers\.askonce\]\n.*_approval_mode = "approve"\n$/s);
  const { PermissionRequest: groups } = JSON.parse(readFileSync(hooks, 'utf8')).hooks;
  expect(groups[0].hooks[0]).toMatchObject({ command: expect.stringMatching(/ hook codex --wait 1m$/), timeout: 120 });
  expect(await init('--yes')).toMatchObject({ code: 0, stdout: 'Nothing to do: everything is there.\n' });
  expect(await init('--undo', '--yes')).toMatchObject({ code: 0 });
  expect([readFileSync(config, 'utf8'), existsSync(hooks)]).toEqual([own, false]);

  writeFileSync(config, 'mcp_servers = {}\n');
  const refused = await init('--yes');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Nothing was changed\. Run .*--print-config codex/),
  });
  expect([readFileSync(config, 'utf8'), existsSync(hooks)]).toEqual(['mcp_servers = {}\n', false]);
  expect(await init('--http')).toMatchObject({ code: 1, stderr: expect.stringContaining('neither http hooks') });
});
