/** The doctor reads what Claude Code reads, from all the files that it reads. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeSettings } from '../../src/surfaces/cli/doctor/claude-settings.ts';
import { isAskOnce } from '../../src/surfaces/cli/init/claude-code.ts';

const HOOK = { type: 'command', command: 'askonce', args: ['hook', 'claude-code', '--wait', '9m'] };
const hooks = (event: string, hook: object = HOOK) => ({ hooks: { [event]: [{ hooks: [hook] }] } });

let root = '';
let repository = '';
let project = '';
const before = process.env.CLAUDE_CONFIG_DIR;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-doctor-')));
  repository = join(root, 'repository');
  project = join(repository, 'packages', 'shop');
  mkdirSync(join(repository, '.git'), { recursive: true });
  mkdirSync(project, { recursive: true });
  process.env.CLAUDE_CONFIG_DIR = join(root, 'config');
});

afterEach(() => {
  if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
  else process.env.CLAUDE_CONFIG_DIR = before;
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: object | string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const PROJECT = 'repository/packages/shop';

describe('hooks', () => {
  it.each([
    'config/settings.json',
    'repository/.claude/settings.json',
    'repository/.claude/settings.local.json',
    `${PROJECT}/.claude/settings.json`,
    `${PROJECT}/.claude/settings.local.json`,
  ])('are found in %s', (path) => {
    const file = write(path, hooks('PermissionRequest'));
    expect(claudeSettings(project).hooks).toEqual([{ event: 'PermissionRequest', hook: HOOK, file }]);
  });

  it('of other programs are not ours, and nothing strange in a file stops the doctor', () => {
    write('config/settings.json', hooks('PermissionRequest', { type: 'command', command: 'echo askonce' }));
    write('repository/.claude/settings.json', {
      hooks: { PreToolUse: { hooks: [] }, Elicitation: [null, { hooks: 7 }, { hooks: [null] }] },
    });
    write('repository/.claude/settings.local.json', { hooks: [] });
    write(`${PROJECT}/.claude/settings.json`, '[]');
    expect(claudeSettings(project)).toMatchObject({ hooks: [], unreadable: [] });
  });

  it('of a file that is not plain JSON do not count, as for Claude', () => {
    const file = write('config/settings.json', `// mine\n${JSON.stringify(hooks('PermissionRequest'))}`);
    expect(claudeSettings(project)).toMatchObject({ hooks: [], unreadable: [{ file }] });
  });

  it('are known by what they run, however it is started', () => {
    const is = (command: string, args?: string[]) => isAskOnce({ command, ...(args ? { args } : {}) });
    expect(is('askonce hook claude-code')).toBe(true);
    expect(is('npx -y askonce hook claude-code --wait 1h')).toBe(true);
    expect(is('"/opt/my tools/askonce" hook claude-code')).toBe(true);
    expect(is('node', ['/x/bin/askonce.js', '--db', 'a b', 'hook', 'claude-code'])).toBe(true);
    expect(isAskOnce({ url: 'http://127.0.0.1:4766/hooks/claude-code?wait=9m' })).toBe(true);
    expect(is('my-askonce-helper hook claude-code')).toBe(false);
    expect(is('askonce ask "hook claude-codes"')).toBe(false);
    expect(isAskOnce({ url: 'http://127.0.0.1:4766/hooks/claude-code-other' })).toBe(false);
  });
});

describe('the rest', () => {
  it('the nearest file decides about the mode; any file turns hooks off', () => {
    write('config/settings.json', { permissions: { defaultMode: 'auto' }, disableAllHooks: true });
    const file = write(`${PROJECT}/.claude/settings.local.json`, { permissions: { defaultMode: 'default' } });
    expect(claudeSettings(project)).toMatchObject({
      mode: { name: 'default', file },
      allOff: join(root, 'config/settings.json'),
    });
  });

  it('a server of the person comes before one of the project, and needs no leave', () => {
    const shared = write('repository/.mcp.json', { mcpServers: { askonce: { command: 'shared' } } });
    expect(claudeSettings(project).server).toEqual({ file: shared, entry: { command: 'shared' }, needsLeave: true });
    const own = write('config/.claude.json', {
      projects: { [project]: { mcpServers: { askonce: { command: 'own' } } } },
    });
    expect(claudeSettings(project).server).toEqual({ file: own, entry: { command: 'own' }, needsLeave: false });
  });

  it('leave to use the server is given, missing, or refused', () => {
    expect(claudeSettings(project).leave).toBe('missing');
    write(`${PROJECT}/.claude/settings.local.json`, { enabledMcpjsonServers: ['askonce'] });
    expect(claudeSettings(project).leave).toBe('given');
    write('repository/.claude/settings.local.json', { disabledMcpjsonServers: ['askonce'] });
    expect(claudeSettings(project).leave).toBe('refused');
  });
});
