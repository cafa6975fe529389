import { describe, expect, it } from 'vitest';
import { ruleFor } from '../../src/core/approvals/match.ts';
import type { CallPlace } from '../../src/core/approvals/paths.ts';
import { pathsOf } from '../../src/core/approvals/paths.ts';
import type { ToolCall } from '../../src/core/approvals/tools.ts';
import { allow, ask, decide, deny, effectOf, placeFor, tool } from './make.ts';

const edit = (path: string) => tool('Edit', { file_path: path, old_string: 'a', new_string: 'b' });
const read = (path: string) => tool('Read', { file_path: path });
const decideAt = (call: ToolCall, place: CallPlace) => ruleFor(call, allow('Edit(src/**)'), place)?.effect ?? 'ask';
const FOLDER = '/home/ann/projects/shop';

describe('a rule for paths', () => {
  it.each([
    ['Edit(src/**)', 'src/a.ts'],
    ['Edit(src/**)', 'src/deep/er/a.ts'],
    ['Edit(src/**)', `${FOLDER}/src/a.ts`],
    ['Edit(/src/**)', 'src/a.ts'],
    ['Edit(./src/**)', './src/a.ts'],
    ['Edit(src/*)', 'src/a.ts'],
    ['Edit(src/*.ts)', 'src/a.ts'],
    ['Edit(src)', 'src/a.ts'],
    ['Edit(src/)', 'src/x/a.ts'],
    ['Edit(*.ts)', 'src/x/a.ts'],
    ['Edit(**/*.ts)', 'a.ts'],
    ['Edit(src/**/test/*.ts)', 'src/test/a.ts'],
    ['Edit(src/**/test/*.ts)', 'src/a/b/test/a.ts'],
    ['Edit(src/[ab].ts)', 'src/b.ts'],
    ['Edit(src/[!ab]?.ts)', 'src/cx.ts'],
    ['Edit(app/\\[slug\\]/page.tsx)', 'app/[slug]/page.tsx'],
    ['Edit(~/notes/**)', '/home/ann/notes/a.md'],
    ['Edit(//srv/data/**)', '/srv/data/a'],
    ['Edit(../lib/**)', '../lib/a.ts'],
    ['Edit(src/für/**)', 'src/für/ä.ts'],
    ['Edit', '/srv/data/a'],
    ['Edit(**)', 'a/b'],
  ])('%s allows a change of %s', (rule, path) => {
    expect(effectOf(edit(path), allow(rule))).toBe('allow');
  });

  it.each([
    ['Edit(src/**)', 'src'],
    ['Edit(src/**)', 'lib/a.ts'],
    ['Edit(src/**)', 'srcx/a.ts'],
    ['Edit(src/**)', 'lib/src/a.ts'],
    ['Edit(src/**)', 'Src/a.ts'],
    ['Edit(src/**)', '/src/a.ts'],
    ['Edit(src/**)', 'src/../package.json'],
    ['Edit(src/**)', 'src/x/../../package.json'],
    ['Edit(src/**)', '../shop2/src/a.ts'],
    ['Edit(src/**)', '/home/ann/projects/shop2/src/a.ts'],
    ['Edit(src/**)', 'src/a.ts '],
    ['Edit(src/**)', ' src/a.ts'],
    ['Edit(src/**)', 'src/a\u200b.ts'],
    ['Edit(src/**)', 'src/\u202ea.ts'],
    ['Edit(src/**)', 'src/a\n.ts'],
    ['Edit(src/**)', 'src/a\u0000.ts'],
    ['Edit(src/**)', 'src\\a.ts'],
    ['Edit(src/**)', 'src\\..\\x'],
    ['Edit(src/**)', 'file:src/a.ts'],
    ['Edit(src/**)', 'C:/src/a.ts'],
    ['Edit(src/**)', '~/projects/shop/src/a.ts'],
    ['Edit(src/**)', ''],
    ['Edit(src/**)', `src/${'a/'.repeat(3_000)}b`],
    ['Edit(src/*)', 'src/x/a.ts'],
    ['Edit(src/*.ts)', 'src/x.ts/a'],
    ['Edit(*.ts)', 'a.tsx'],
    ['Edit(*.ts)', '/srv/a.ts'],
    ['Edit(src/a.ts)', 'src/a.tsx'],
    ['Edit(~/notes/**)', '~/notes/a.md'],
    ['Edit(~/notes/**)', 'notes/a.md'],
    ['Edit(//srv/data/**)', '/srv/database'],
    ['Edit(src/[ab].ts)', 'src/c.ts'],
    ['Edit(src/[ab.ts)', 'src/a.ts'],
    ['Read(src/**)', 'src/a.ts'],
    ['Write(src/**)', 'src/a.ts'],
    ['Bash(src/**)', 'src/a.ts'],
    ['*', 'src/a.ts'],
    ['Edi*', 'src/a.ts'],
  ])('%s does not allow a change of %j', (rule, path) => {
    expect(effectOf(edit(path), allow(rule))).toBe('ask');
  });

  it('is about the file behind links', () => {
    const links = { [`${FOLDER}/src/out`]: '/etc', [`${FOLDER}/in`]: `${FOLDER}/src` };
    expect(effectOf(edit('src/out/passwd'), allow('Edit(src/**)'), links)).toBe('ask');
    expect(effectOf(edit('in/a.ts'), allow('Edit(src/**)'), links)).toBe('allow');
    expect(effectOf(edit('in/a.ts'), deny('Edit(src/**)'), links)).toBe('deny');
    expect(effectOf(edit('src/out/passwd'), [...allow('Edit(src/**)'), ...deny('Edit(src/out/**)')], links)).toBe(
      'deny',
    );
  });

  it('allows nothing while the links of a path are not known', () => {
    const call = edit('src/a.ts');
    const blind = { ...placeFor(call), real: new Map() };
    expect(pathsOf(call, blind)).toEqual([`${FOLDER}/src/a.ts`]);
    expect(decide(call, allow('Edit(src/**)'))?.effect).toBe('allow');
    expect(decideAt(call, blind)).toBe('ask');
  });

  it('covers every path of a call, or does not allow it', () => {
    const many = (...paths: string[]) => tool('read_many_files', { paths });
    expect(effectOf(many('src/a', 'src/b'), allow('Read(src/**)'))).toBe('allow');
    expect(effectOf(many('src/a', 'lib/b'), allow('Read(src/**)'))).toBe('ask');
    expect(effectOf(many('src/a', 'src/.env'), [...allow('Read(src/**)'), ...deny('Read(.env)')])).toBe('deny');
    expect(effectOf(many('src/**'), allow('Read(src/**)'))).toBe('ask');
    const patch = (...lines: string[]) => tool('apply_patch', { input: ['*** Begin Patch', ...lines].join('\n') });
    expect(effectOf(patch('*** Update File: src/a.ts'), allow('Edit(src/**)'))).toBe('allow');
    expect(effectOf(patch('*** Update File: src/a.ts', '*** Add File: b.ts'), allow('Edit(src/**)'))).toBe('ask');
    expect(effectOf(patch('*** Update File: src/a.ts', '*** Move to: ../b.ts'), allow('Edit(src/**)'))).toBe('ask');
    expect(effectOf(patch('*** Update File: src/a\u2028/../../b'), allow('Edit(src/**)'))).toBe('ask');
    expect(effectOf(patch('nothing'), allow('Edit'))).toBe('ask');
  });

  it('covers the other tools that read or change files, under the names of other hosts too', () => {
    for (const name of ['Edit', 'Write', 'MultiEdit', 'write_file', 'replace', 'edit', 'write'])
      expect(effectOf(tool(name, { file_path: 'src/a.ts' }), allow('Edit(src/**)')), name).toBe('allow');
    expect(effectOf(tool('NotebookEdit', { notebook_path: 'src/a.ipynb' }), allow('Edit(src/**)'))).toBe('allow');
    expect(effectOf(tool('read_file', { absolute_path: `${FOLDER}/src/a` }), allow('Read(src/**)'))).toBe('allow');
    expect(effectOf(tool('read', { filePath: 'src/a' }), allow('Read(src/**)'))).toBe('allow');
    expect(effectOf(tool('Write', { file_path: 'src/a.ts' }), allow('Write(src/**)'))).toBe('allow');
    expect(effectOf(tool('Edit', { file_path: 'src/a.ts', path: 'lib/a.ts' }), allow('Edit(src/**)'))).toBe('ask');
  });

  it('covers a search only if all that is below is covered', () => {
    const grep = (path?: string) => tool('Grep', { pattern: 'x', ...(path === undefined ? {} : { path }) });
    expect(effectOf(grep('src'), allow('Read(src/**)'))).toBe('allow');
    expect(effectOf(grep('src/a'), allow('Read(src/**)'))).toBe('allow');
    expect(effectOf(grep(), allow('Read'))).toBe('allow');
    expect(effectOf(grep(), allow('Read(src/**)'))).toBe('ask');
    expect(effectOf(grep('src'), allow('Read(src/*)'))).toBe('ask');
    expect(effectOf(grep('src'), [...allow('Read'), ...deny('Read(src/secret)')])).toBe('ask');
  });

  it.each([
    ['*.ts', 'src', 'allow'],
    ['**/*.{ts,tsx}', 'src', 'allow'],
    ['deep/*.ts', 'src', 'allow'],
    ['src/**', undefined, 'allow'],
    ['**/*.ts', undefined, 'ask'],
    ['/etc/*', 'src', 'ask'],
    ['../*', 'src', 'ask'],
    ['*/../../*', 'src', 'ask'],
    ['{/etc,x}/*', 'src', 'ask'],
    ['{x,/etc}/*', 'src', 'ask'],
    ['~/*', 'src', 'ask'],
    ['src/../*', undefined, 'ask'],
  ])('reads where the file pattern %s in %s leads', (pattern, path, effect) => {
    const call = tool('Glob', { pattern, ...(path === undefined ? {} : { path }) });
    expect(effectOf(call, allow('Read(src/**)'))).toBe(effect);
  });
});

describe('a rule that denies or asks', () => {
  it.each([
    ['Read(.env)', '.env'],
    ['Read(.env)', 'sub/.ENV'],
    ['Read(.env)', '/elsewhere/.env'],
    ['Read(./.env)', '.env'],
    ['Read(secrets/**)', 'src/../secrets/a'],
    ['Read(secrets/*)', 'secrets/deep/a'],
    ['Read(secrets)', 'secrets/deep/a'],
    ['Read(~/.aws/**)', '~/.aws/credentials'],
    ['Read(~/.aws/**)', '../../.aws/credentials'],
    ['Read(//etc/**)', '/etc/passwd'],
    ['Read(//etc/**)', '/etc//./passwd'],
    ['Read', 'a'],
    ['read', 'a'],
    ['*', 'a'],
    ['Grep(x)', 'x'],
  ])('%s stops reading %s', (rule, path) => {
    expect(effectOf(read(path), [...allow('Read'), ...deny(rule)])).toBe('deny');
    expect(effectOf(read(path), [...allow('Read'), ...ask(rule)])).toBe('ask');
  });

  it('about other files does not stop it', () => {
    const others = deny('Read(lib/**)', 'Edit(src/**)', 'Bash', 'WebFetch', 'Read(*.pem)', 'mcp__x');
    expect(effectOf(read('src/a.ts'), [...allow('Read'), ...others])).toBe('allow');
  });

  it('of reading a file stops a command that names it; of changing it, no rule allows the command', () => {
    const cat = (command: string) => tool('Bash', { command });
    expect(effectOf(cat('cat .env'), [...allow('Bash'), ...deny('Read(.env)')])).toBe('deny');
    expect(effectOf(cat('cat < .env'), [...allow('Bash'), ...deny('Read(.env)')])).toBe('deny');
    expect(effectOf(cat('cat ~/.aws/credentials'), [...allow('Bash'), ...deny('Read(~/.aws/**)')])).toBe('deny');
    expect(effectOf(cat('grep x --file=conf/../.env'), [...allow('Bash'), ...deny('Read(.env)')])).toBe('deny');
    expect(effectOf(cat('sed -i s/a/b/ src/a'), [...allow('Bash'), ...deny('Edit(src/**)')])).toBe('ask');
    expect(effectOf(cat('cat lib/a'), [...allow('Bash'), ...deny('Edit(src/**)', 'Read(.env)')])).toBe('allow');
    const mcp = tool('mcp__fs__read', { path: 'conf/.env' });
    expect(effectOf(mcp, [...allow('mcp__fs'), ...deny('Read(.env)')])).toBe('ask');
  });
});

describe('files of AskOnce, of the hosts and of the shell', () => {
  const everything = allow('Read', 'Edit', 'Write', 'Edit(**)', 'Edit(//**)', 'Read(//**)', 'Edit(~/**)');

  it.each([
    ...[
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/hooks/x.sh',
      '.claude/agents/a.md',
      '.claude/x',
    ],
    ...[
      '.mcp.json',
      'sub/.mcp.json',
      'opencode.json',
      '.codex/config.toml',
      '.gemini/settings.json',
      '.git/config',
      '.git',
    ],
    ...[
      '.git/hooks/pre-commit',
      '.GIT/hooks/pre-commit',
      '.vscode/tasks.json',
      '.husky/pre-push',
      '.askonce/config.json',
    ],
    ...['askonce.config.ts', '/home/ann/.claude.json', '/home/ann/.claude/settings.json', '/home/ann/.bashrc'],
    ...['/home/ann/.zshrc', '/home/ann/.profile', '/home/ann/.ssh/config', '/home/ann/.config/askonce/trust/x'],
    ...[
      '/home/ann/.local/share/answers/store.db',
      '/home/ann/.gitconfig',
      '/etc/profile.d/x.sh',
      '../../.bash_profile',
    ],
    ...[
      '/usr/lib/node_modules/askonce/bin/askonce.js',
      '.npmrc',
      '.envrc',
      '.claude/worktrees/x/.claude/settings.json',
    ],
  ])('%s is never read or changed by a rule', (path) => {
    for (const call of [edit(path), read(path), tool('write_file', { file_path: path })]) {
      expect(decide(call, everything)).toMatchObject({ effect: 'ask', rule: null });
    }
  });

  it.each([
    '.claude/worktrees/x/src/a.ts',
    '.gitignore',
    '.github/workflows/ci.yml',
    'src/askonce.ts',
    'claude/x',
    'CLAUDE.md',
  ])('%s is a file like others', (path) => {
    expect(effectOf(edit(path), everything)).toBe('allow');
  });

  it('are not reached through links', () => {
    expect(effectOf(edit('src/x/settings.json'), everything, { [`${FOLDER}/src/x`]: `${FOLDER}/.claude` })).toBe('ask');
    expect(
      effectOf(edit('src/x'), everything, { [`${FOLDER}/src/x`]: '/home/ann/.local/share/answers/store.db' }),
    ).toBe('ask');
  });

  it('do not make a project below such a folder unusable', () => {
    const call = edit('src/a.ts');
    const folder = '/home/ann/shop/.claude/worktrees/one';
    const place = { ...placeFor(call), folder, real: new Map([[`${folder}/src/a.ts`, `${folder}/src/a.ts`]]) };
    expect(decideAt(call, place)).toBe('allow');
  });
});
