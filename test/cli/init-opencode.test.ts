/** What `askonce init opencode` writes into OpenCode's settings, and takes out again. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { opencodePlace, plannedOpenCode } from '../../src/surfaces/cli/init/opencode.ts';
import type { Wish } from '../../src/surfaces/cli/init/plan.ts';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-init-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const wish = (project: string, more: Partial<Wish> = {}): Wish => ({
  ...{ project, undo: false, wait: '9m', waitSeconds: 540, isIgnored: null },
  ...{ hooks: { run: { command: 'askonce', args: [] } }, server: { run: { command: 'npx', args: ['-y', 'askonce'] } } },
  ...more,
});

it('adds the MCP server beside your own entries, and takes out exactly that', () => {
  const project = folder();
  const path = join(project, 'opencode.json');
  const own = '{\n  "model": "a/b",\n  "mcp": {\n    "mine": { "type": "local", "command": ["x"] }\n  }\n}\n';
  writeFileSync(path, own);
  const [change] = plannedOpenCode(wish(project, { flags: ['--db', '/s.db'] }));
  const command = ['npx', '-y', 'askonce', 'mcp', '--db', '/s.db'];
  expect(JSON.parse(change!.after!)).toMatchObject({
    model: 'a/b',
    mcp: { mine: { command: ['x'] }, askonce: { type: 'local', command, timeout: 3_600_000 } },
  });
  writeFileSync(path, change!.after!);
  expect(plannedOpenCode(wish(project, { flags: ['--db', '/s.db'] }))[0]!.after).toBe(change!.after);
  expect(plannedOpenCode(wish(project, { flags: ['--db', '/s.db'], undo: true }))[0]!.after).toBe(own);
});

it('keeps a server of your own with this name', () => {
  const project = folder();
  const own = '{"mcp":{"askonce":{"enabled":false}}}';
  writeFileSync(join(project, 'opencode.json'), own);
  expect(plannedOpenCode(wish(project))[0]).toMatchObject({ after: own, kept: [expect.stringContaining('is kept')] });
});

it('names a server by its address, and its token only by the variable', () => {
  const [near, far] = ['http://127.0.0.1:4766', 'https://ask.example.com'].map((http) => {
    const [change] = plannedOpenCode(wish(folder(), { server: { http } }));
    return JSON.parse(change!.after!).mcp.askonce;
  });
  expect(near).toEqual({ type: 'remote', url: 'http://127.0.0.1:4766/mcp' });
  expect(far.headers).toEqual({ Authorization: 'Bearer {env:ASKONCE_TOKEN}' });
});

it('does not change a file with comments, and says what to do', () => {
  const project = folder();
  writeFileSync(join(project, 'opencode.jsonc'), '{\n  // mine\n  "model": "a/b"\n}\n');
  expect(() => plannedOpenCode(wish(project))).toThrow(/opencode\.jsonc.*not plain JSON.*--print-config opencode/s);
});

it('finds the settings for all projects below XDG_CONFIG_HOME', () => {
  const home = folder();
  mkdirSync(join(home, '.config'));
  expect(opencodePlace(null, {}, home)).toBe(join(home, '.config', 'opencode', 'opencode.json'));
  expect(opencodePlace(null, { XDG_CONFIG_HOME: '/c' }, home)).toBe(join('/c', 'opencode', 'opencode.json'));
});
