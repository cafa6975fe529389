import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listProject } from '../../src/library/project-listing.ts';
import { agentsOnPath } from '../../src/worker/agents/command/agents-on-path.ts';

/** A folder with these files, which goes when the test ends. */
function folderOf(files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'askonce-files-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
}

describe('the listing of a project', () => {
  it('leaves out what tools made, hidden folders and what leads elsewhere', async () => {
    const root = folderOf([
      'a.ts',
      '.env',
      'src/b.ts',
      'src/dist/c.ts',
      'node_modules/d/index.js',
      'dist/e.js',
      '.git/config',
      '.askonce/specs/f.md',
      '.hidden/g.ts',
    ]);
    symlinkSync(folderOf(['h.ts']), join(root, 'link'));
    symlinkSync(join(root, 'a.ts'), join(root, 'z.ts'));
    writeFileSync(join(root, 'bad\u0007name.ts'), '');
    expect(await listProject(root)).toEqual(['.env', 'a.ts', 'z.ts', 'src/b.ts']);
  });

  it('is bounded, and has what lies nearest to the root', async () => {
    const root = folderOf(['a/1.ts', 'a/2.ts', 'z.ts']);
    expect(await listProject(root, 3)).toEqual(['z.ts', 'a/1.ts']);
  });

  it('is empty where there is no folder', async () => {
    const root = folderOf([]);
    expect(await listProject(join(root, 'nowhere'))).toEqual([]);
  });
});

describe('the agents on the PATH', () => {
  it('are those that can be executed, each with its command, the first folder first', () => {
    const root = folderOf(['one/codex', 'two/codex', 'two/claude', 'two/gemini', 'two/opencode/x']);
    const folder = (name: string) => join(root, name);
    for (const file of ['one/codex', 'two/codex', 'two/claude']) chmodSync(folder(file), 0o755);
    const PATH = [folder('missing'), '', relative(process.cwd(), folder('two')), folder('one'), folder('two')].join(
      delimiter,
    );
    expect(agentsOnPath({ PATH })).toEqual([
      { name: 'claude', command: 'claude -p', file: folder('two/claude') },
      { name: 'codex', command: 'codex exec -', file: folder('one/codex') },
    ]);
    expect(agentsOnPath({})).toEqual([]);
  });
});
