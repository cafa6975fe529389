/** The files of a person: found through links, written whole, with the mode they had; and the diff that shows it. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { found, mustBeWritable, replace } from '../../src/surfaces/cli/init/files.ts';
import { withLines, withoutLines } from '../../src/surfaces/cli/init/git-ignore.ts';
import { planned, type Wish } from '../../src/surfaces/cli/init/plan.ts';
import { unifiedDiff } from '../../src/surfaces/terminal/diff.ts';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-init-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const WISH: Omit<Wish, 'project'> = {
  undo: false,
  hooks: { run: { command: 'askonce', args: [] } },
  server: { run: { command: 'npx', args: ['-y', 'askonce'] } },
  wait: '9m',
  waitSeconds: 540,
  isIgnored: () => false,
};

describe('a file', () => {
  it('keeps its mode, and no other file is left beside it', () => {
    const path = join(folder(), 'settings.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o600);
    replace(found(path), 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['settings.json']);
  });

  it('is written through a link, and the link stays one', () => {
    const [home, project] = [folder(), folder()];
    const target = join(home, 'dotfiles.json');
    const link = join(project, 'settings.json');
    writeFileSync(target, 'old');
    symlinkSync(target, link);
    const file = found(link);
    expect(file).toEqual({ path: target, text: 'old' });
    replace(file, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  it.each([
    [
      'is a link to nothing',
      (path: string) => symlinkSync(join(path, '..', 'nothing'), path),
      'link to a file that does not',
    ],
    ['is a folder', (path: string) => mkdirSync(path), 'is not a file'],
    ['is no text', (path: string) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), 'is not a text in UTF-8'],
  ])('that %s is refused', (_, make, why) => {
    const path = join(folder(), 'settings.json');
    make(path);
    expect(() => found(path)).toThrow(why);
  });

  it('that is read-only is refused, although its folder would allow a new one', () => {
    const path = join(folder(), 'settings.json');
    writeFileSync(path, '{}');
    chmodSync(path, 0o444);
    expect(() => mustBeWritable(found(path))).toThrow(/read-only\. Make it writable.*Nothing was changed/);
    chmodSync(path, 0o644);
    expect(() => mustBeWritable(found(path))).not.toThrow();
  });

  it('that is deleted takes its folder .claude with it if that is empty then', () => {
    const path = join(folder(), '.claude', 'settings.local.json');
    replace(found(path), '{}');
    replace(found(path), null);
    expect(existsSync(join(path, '..'))).toBe(false);
    replace(found(path), '{}');
    writeFileSync(join(path, '..', 'other'), '');
    replace(found(path), null);
    expect(existsSync(join(path, '..', 'other'))).toBe(true);
  });
});

describe('the plan', () => {
  it('in a project: the server in the shared file, the hooks in the file that is not shared, and the lines for Git', () => {
    const project = folder();
    const changes = planned({ ...WISH, project });
    expect(changes.map(({ file }) => file.path)).toEqual([
      join(project, '.mcp.json'),
      join(project, '.claude', 'settings.local.json'),
      join(project, '.gitignore'),
    ]);
    const [servers, settings, ignored] = changes.map(({ after }) => after!);
    expect(JSON.parse(servers!).mcpServers.askonce).toEqual({ command: 'npx', args: ['-y', 'askonce', 'mcp'] });
    expect(Object.keys(JSON.parse(settings!).hooks)).toHaveLength(4);
    expect(ignored).toBe('.askonce/\n.claude/settings.local.json\n');
    expect(readdirSync(project)).toEqual([]);
  });

  it('adds nothing to .gitignore if Git ignores it already, or if there is no repository', () => {
    const project = folder();
    expect(planned({ ...WISH, project, isIgnored: () => true })[2]).toMatchObject({ after: null });
    expect(planned({ ...WISH, project, isIgnored: null })).toHaveLength(2);
  });

  it('changes nothing at all if one of the files is no plain JSON, and names it', () => {
    const project = folder();
    mkdirSync(join(project, '.claude'));
    const path = join(project, '.claude', 'settings.local.json');
    writeFileSync(path, '// mine\n{}\n');
    expect(() => planned({ ...WISH, project })).toThrow(`${path} is not plain JSON`);
  });

  it('of a person is in the folder that CLAUDE_CONFIG_DIR names', () => {
    const home = folder();
    const before = process.env.CLAUDE_CONFIG_DIR;
    process.env.CLAUDE_CONFIG_DIR = home;
    onTestFinished(() => {
      if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
      else process.env.CLAUDE_CONFIG_DIR = before;
    });
    const paths = () => planned({ ...WISH, project: null }).map(({ file }) => file.path);
    expect(paths()).toEqual([join(home, '.claude.json'), join(home, 'settings.json')]);
    writeFileSync(join(home, '.config.json'), '{}');
    expect(paths()[0]).toBe(join(home, '.config.json'));
  });
});

describe('.gitignore', () => {
  it.each([
    ['is not there', null],
    ['is empty', ''],
    ['has lines', 'node_modules\n'],
    ['has no final line end', 'node_modules'],
    ['has line ends of Windows', 'node_modules\r\ndist\r\n'],
  ])('that %s is the same after undo', (_, before) => {
    const { text, added } = withLines(before, ['.askonce/', 'x']);
    expect(text!.split(/\r?\n/)).toEqual(expect.arrayContaining(['.askonce/', 'x']));
    expect(withoutLines(text!, added!)).toBe(before);
  });

  it('keeps lines that were added between ours, and lines that only end like ours', () => {
    const { text, added } = withLines('a/.askonce/\n', ['.askonce/', 'x']);
    expect(withoutLines(text!.replace('x\n', 'mine\nx\n'), added!)).toBe('a/.askonce/\nmine\n');
    expect(withoutLines('a/.askonce/\nx\n', { added: '.askonce/\nx\n', created: false })).toBe('a/.askonce/\n');
  });
});

describe('the diff', () => {
  it('is what diff -u prints: three lines around each change, and the end of the file', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', 'end'].join('\n');
    const after = before.replace('2\n', '2\nnew\n').replace('12\n', '');
    expect(unifiedDiff(before, after, 'f')).toEqual([
      ...['--- f', '+++ f', '@@ -1,5 +1,6 @@', ' 1', ' 2', '+new', ' 3', ' 4', ' 5'],
      ...['@@ -9,5 +10,4 @@', ' 9', ' 10', ' 11', '-12', ' end', '\\ No newline at end of file'],
    ]);
  });

  it('names /dev/null for a file that is created or deleted, and is empty for equal texts', () => {
    expect(unifiedDiff(null, 'a\n', 'f')).toEqual(['--- /dev/null', '+++ f', '@@ -0,0 +1,1 @@', '+a']);
    expect(unifiedDiff('a\n', null, 'f')).toEqual(['--- f', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-a']);
    expect(unifiedDiff('a', 'a', 'f')).toEqual([]);
  });
});
