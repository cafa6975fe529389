/** `askonce doctor` says whether a question and a permission would reach the inbox, and if not, why. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { probedHook, probedServer } from '../../../src/surfaces/cli/doctor/probe.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';

interface Found {
  readonly name: string;
  readonly status: string;
  readonly text: string;
  readonly next?: string;
}

interface Project extends Folder {
  write(name: string, content: object | string, mode?: number): string;
  doctor(...flags: string[]): Promise<{ code: number | null; works: boolean; found(name: string): Found[] }>;
}

const EVENTS = ['PreToolUse', 'PermissionRequest', 'Elicitation', 'Notification'];

/** A project with programs called claude and askonce, of which the latter plays the hook. */
function newProject(hook = 'cat > "$(dirname "$0")/input"'): Project {
  const folder = newFolder();
  const write = (name: string, content: object | string, mode = 0o644) => {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return path;
  };
  write('package.json', '{}');
  write('bin/claude', '#!/bin/sh\necho "2.1.325 (Claude Code)"\n', 0o755);
  write('bin/askonce', `#!/bin/sh\n${hook}\n`, 0o755);
  const env = {
    PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
    CLAUDE_CONFIG_DIR: join(folder.path, 'claude'),
    CODEX_HOME: join(folder.path, 'codex'),
  };
  return {
    ...folder,
    write,
    async doctor(...flags) {
      // A port that no server listens at.
      const { code, stdout } = await folder.run(['doctor', '--json', '--server', 'http://127.0.0.1:9', ...flags], {
        env,
      });
      const { works, checks } = JSON.parse(stdout) as { works: boolean; checks: Found[] };
      return { code, works, found: (name) => checks.filter((check) => check.name === name) };
    },
  };
}

const HOOK = { type: 'command', command: 'askonce', args: ['hook', 'claude-code', '--wait', '9m'], timeout: 600 };
const SETTINGS = {
  hooks: Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [HOOK] }]])),
  permissions: { defaultMode: 'default' },
  enabledMcpjsonServers: ['askonce'],
};
const LOCAL = '.claude/settings.local.json';
const SERVER = { mcpServers: { askonce: { command: process.execPath, args: [BIN, 'mcp'] } } };

const RESULT = { question: 0, permission: 1 };

test('nothing is connected: it says so, and how to connect', async () => {
  const { code, works, found } = await newProject().doctor();
  expect({ code, works }).toEqual({ code: 1, works: false });
  expect(found('result').map(({ status, next }) => [status, next])).toEqual([
    ['fail', 'Run `askonce init claude-code`.'],
    ['fail', 'Run `askonce init claude-code`.'],
  ]);
  expect(found('result')[RESULT.permission]!.text).toContain('there is no hook PermissionRequest');
  expect(found('server')[0]).toMatchObject({ status: 'warn', text: 'No server at http://127.0.0.1:9.' });
  expect(found('people')[0]).toMatchObject({ status: 'warn' });
});

test('everything is connected: the hook and the server are tried, and both arrive', async () => {
  const project = newProject();
  project.write(LOCAL, SETTINGS);
  project.write('.mcp.json', SERVER);
  const { code, works, found } = await project.doctor();
  expect({ code, works }).toEqual({ code: 0, works: true });
  expect(found('claude')[0]).toMatchObject({ status: 'ok', text: expect.stringContaining('Claude Code 2.1.325') });
  expect(found('hooks')).toMatchObject([{ status: 'ok', text: expect.stringMatching(/answers in \d+ ms/) }]);
  expect(found('mcp')).toMatchObject([{ status: 'ok', text: expect.stringContaining('offers ask_user') }]);
  expect(found('result').map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(found('mode')).toEqual([]);
  const input = JSON.parse(readFileSync(join(project.path, 'bin', 'input'), 'utf8'));
  expect(input).toMatchObject({ hook_event_name: 'Notification', cwd: project.path });
});

test.each([
  ['ends with an error', 'echo "error: no store." >&2; exit 3', undefined, 'it ends with code 3: error: no store.'],
  ['is not there', 'exit 0', 'gone/askonce', 'the command gone/askonce does not exist'],
])('a hook that %s brings nothing', async (_, hook, command, why) => {
  const project = newProject(hook);
  const hooks = { PermissionRequest: [{ hooks: [{ ...HOOK, ...(command ? { command } : {}) }] }] };
  project.write(LOCAL, { ...SETTINGS, hooks });
  const { code, found } = await project.doctor();
  expect(code).toBe(1);
  expect(found('hooks')[0]).toMatchObject({ status: 'fail', text: expect.stringContaining(why) });
  expect(found('result')[RESULT.permission]!.text).toContain('its hook PermissionRequest fails');
});

test.each([
  ['a file that Claude ignores', `// mine\n${JSON.stringify(SETTINGS)}`, 'settings', 'is not plain JSON'],
  ['hooks that are turned off', { ...SETTINGS, disableAllHooks: true }, 'hooks', 'turns all hooks off'],
])('%s are named', async (_, settings, name, why) => {
  const project = newProject();
  project.write(LOCAL, settings);
  const { code, found } = await project.doctor();
  expect(code).toBe(1);
  expect(found(name)).toContainEqual(expect.objectContaining({ status: 'fail', text: expect.stringContaining(why) }));
  expect(found('result')[RESULT.permission]).toMatchObject({ status: 'fail' });
});

test.each([
  [
    'the MCP server',
    '.mcp.json',
    { mcpServers: { askonce: { command: process.execPath, args: [BIN, 'mcp', '--approve'] } } },
  ],
  ['a script', 'package.json', { scripts: { agent: 'claude -p --permission-prompt-tool mcp__askonce__approve' } }],
])('a hook and a prompt tool in %s race, which is an error', async (_, file, content) => {
  const project = newProject();
  project.write(LOCAL, SETTINGS);
  project.write(file, content);
  const { code, found } = await project.doctor();
  expect(code).toBe(1);
  expect(found('race')).toMatchObject([{ status: 'fail', text: expect.stringContaining('They race') }]);
});

test('what only limits the inbox is a warning: the mode of Claude, a server that it asks about, two hooks', async () => {
  const project = newProject();
  project.write(LOCAL, { hooks: SETTINGS.hooks, permissions: { defaultMode: 'auto' } });
  const other = { ...HOOK, args: ['hook', 'claude-code'] };
  project.write('claude/settings.json', { hooks: { PermissionRequest: [{ hooks: [other] }] } });
  project.write('.mcp.json', SERVER);
  const { code, found } = await project.doctor();
  expect(code).toBe(0);
  expect(found('mode')).toMatchObject([{ status: 'warn', text: expect.stringContaining('decides most calls itself') }]);
  expect(found('mcp')).toMatchObject([
    { status: 'warn', text: expect.stringContaining('Claude asks before it uses it') },
  ]);
  expect(found('hooks').at(-1)).toMatchObject({ status: 'warn', text: expect.stringContaining('Claude runs both') });
});

test('a store that cannot be written and a config that cannot be read are errors', async () => {
  const project = newProject();
  await project.park('Which port?');
  expect((await project.doctor()).found('store')[0]!.text).toContain('1 waiting in the inbox');
  chmodSync(join(project.path, '.askonce', 'askonce.db'), 0o444);
  expect((await project.doctor()).found('store')[0]).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('read-only'),
  });
  project.write('askonce.config.json', '{');
  const { code, found } = await project.doctor();
  expect(code).toBe(1);
  expect(found('config')[0]).toMatchObject({ status: 'fail', text: expect.stringContaining('is not valid JSON') });
});

test('a server is known by its store: the page of another project would not show the question', async () => {
  const [project, other] = [newProject(), newFolder()];
  await project.park('Which port?');
  await other.park('Which colour?');
  for (const [folder, status] of [
    [project, 'ok'],
    [other, 'warn'],
  ] as const) {
    const url = await folder.start(['serve', '--port', '0']).stderrShows(/listening on (\S+)/);
    const { found } = await project.doctor('--server', url);
    expect(found('server')[0]!.status).toBe(status);
    expect(found('people')[0]!.status).toBe(status);
  }
});

test('people read short lines, each with a mark and the next step', async () => {
  const project = newProject();
  const { code, stdout } = await project.run(['doctor'], { env: { CLAUDE_CONFIG_DIR: join(project.path, 'claude') } });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^ {2}warn {2}hooks {4}Claude has no hook of AskOnce\.\n {17}→ Run `askonce init claude-code`\.$/m,
  );
  expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
});

test('a hook that hangs is ended, with everything that it started', async () => {
  const project = newProject();
  const pid = join(project.path, 'pid');
  const hook = { command: 'sh', args: ['-c', `sleep 600 & echo $! > ${pid}; wait`] };
  expect(await probedHook(hook, project.path, 3_000)).toEqual({
    works: false,
    text: 'it did not end within 3 seconds',
  });
  // On a very busy machine it may have been ended before it started anything.
  const child = existsSync(pid) ? Number(readFileSync(pid, 'utf8')) : 0;
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('a program that is no MCP server is no server', async () => {
  const project = newProject();
  expect(await probedServer({ command: 'sh', args: ['-c', 'echo hello; echo broken >&2'] }, project.path)).toEqual({
    works: false,
    text: 'ends: broken',
  });
  expect(await probedServer({ command: join(project.path, 'gone') }, project.path)).toMatchObject({ works: false });
  expect(existsSync(join(project.path, '.askonce'))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return false;
  }
}

test('looks at Codex where it is installed: its server, its approval mode and its hook', async () => {
  const project = newProject();
  project.write('bin/codex', '#!/bin/sh\necho "codex-cli 0.166.0"\n', 0o755);
  const before = (await project.doctor()).found('codex');
  expect(before.map(({ status }) => status)).toEqual(['ok', 'warn', 'warn']);
  expect(before[2]).toMatchObject({ next: expect.stringMatching(/init codex/) });

  const table = '[mcp_servers.askonce]\ncommand = "askonce"\n';
  project.write('codex/config.toml', `${table}default_tools_approval_mode = "approve"\n\n[b]\n`);
  const hooks = [{ hooks: [{ type: 'command', command: 'askonce hook codex --wait 1m' }] }];
  project.write('codex/hooks.json', { hooks: { PermissionRequest: hooks } });
  const connected = (await project.doctor()).found('codex');
  expect(connected.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  expect(connected[2]!.text).toMatch(/answers in \d+ ms\..*trusted it with \/hooks/);

  project.write('codex/config.toml', `${table}\n[other]\ndefault_tools_approval_mode = "approve"\n`);
  project.write('codex/hooks.json', '{ // mine\n}');
  expect((await project.doctor()).found('codex').map(({ status }) => status)).toEqual(['ok', 'fail', 'fail']);
});
