/** `askonce init gemini` as a person runs it: written beside what is there, and taken back. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

function newProject() {
  const folder = newFolder();
  const home = newFolder().path;
  const env = { GEMINI_CLI_HOME: join(home, 'person'), XDG_STATE_HOME: join(home, 'state') };
  return {
    ...folder,
    settings: join(folder.path, '.gemini', 'settings.json'),
    ofPerson: join(home, 'person', '.gemini', 'settings.json'),
    init: (...flags: string[]) => folder.run(['init', 'gemini', ...flags], { env }),
  };
}

const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

test('adds a trusted MCP server beside what is there, and takes out exactly that', async () => {
  const { path, settings, init } = newProject();
  mkdirSync(join(path, '.gemini'));
  const own = '{\n  "mcpServers": { "other": { "command": "other" } },\n  "theme": "dark"\n}\n';
  writeFileSync(settings, own);
  expect(await init('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('+++ .gemini/settings.json') });
  const { mcpServers, theme } = JSON.parse(contentOf(settings)!);
  expect({ other: mcpServers.other, theme }).toEqual({ other: { command: 'other' }, theme: 'dark' });
  expect(mcpServers.askonce).toMatchObject({ trust: true, args: expect.arrayContaining(['--ask-tool', 'ask_person']) });
  expect((await init('--yes')).stdout).toBe('Nothing to do: everything is there.\n');
  await init('--undo', '--yes');
  expect(contentOf(settings)).toBe(own);
});

test('with --user writes the settings of the person, and undo leaves neither file nor folder', async () => {
  const { ofPerson, settings, init } = newProject();
  await init('--user', '--yes');
  expect(JSON.parse(contentOf(ofPerson)!).mcpServers.askonce.trust).toBe(true);
  expect(contentOf(settings)).toBeNull();
  await init('--user', '--undo', '--yes');
  expect(existsSync(join(ofPerson, '..'))).toBe(false);
});

test('leaves a file with comments alone, and says how to add the entry', async () => {
  const { path, settings, init } = newProject();
  mkdirSync(join(path, '.gemini'));
  writeFileSync(settings, '{\n  // mine\n}\n');
  const { code, stderr } = await init('--yes');
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('mcp --print-config gemini') });
  expect(contentOf(settings)).toBe('{\n  // mine\n}\n');
});

test('refuses what only Claude Code has', async () => {
  expect(await newProject().init('--http', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Gemini CLI takes none of'),
  });
});
