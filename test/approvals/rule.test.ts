import { describe, expect, it } from 'vitest';
import { BETWEEN, parseRule } from '../../src/core/approvals/rule.ts';
import { STAR } from '../../src/core/approvals/shell.ts';

const words = (...list: string[]) => list.map((word) => BETWEEN + word).join('');
const command = (text: string) => {
  const pattern = parseRule(text)?.pattern;
  return pattern?.kind === 'command' ? pattern : null;
};

describe('a rule', () => {
  it.each(['Bash', 'Bash(*)', 'Bash(:*)', ' Bash '])('%j is every call of the tool', (text) => {
    expect(parseRule(text)).toEqual({ tool: 'Bash', kind: 'shell', pattern: null });
  });

  it.each([
    ...['', '(x)', 'Bash(', 'Bash(x', 'Bash()', 'Bash( )', 'Ba sh(x)', 'Bash(a\nb)', 'Bash(a\u200bb)', 'Bash(\u0000)'],
    ...['Edit(!src/**)', 'Edit(~root/x)', 'WebFetch(example.com)', 'WebFetch(domain:)', 'deploy({"a":)', '-x(y)'],
    `Bash(${'x'.repeat(4_000)})`,
  ])('%j is none', (text) => {
    expect(parseRule(text)).toBeNull();
  });

  it('reads an exact command as its words', () => {
    expect(command('Bash(git commit -m "a b")')).toMatchObject({
      parts: [words('git', 'commit', '-m', 'a b')],
      prefix: false,
    });
  });

  it('reads both spellings of a prefix', () => {
    for (const text of ['Bash(npm test:*)', 'Bash(npm test *)'])
      expect(command(text)).toMatchObject({ parts: [words('npm', 'test')], prefix: true });
  });

  it('reads other stars as wildcards, and an escaped or quoted one as a star', () => {
    expect(command('Bash(git * main)')).toMatchObject({ parts: [words('git', STAR, 'main')], prefix: false });
    expect(command('Bash(ls*)')).toMatchObject({ parts: [words(`ls${STAR}`)], prefix: false });
    expect(command("Bash(find . -name '\\*.ts')")).toMatchObject({ parts: [words('find', '.', '-name', '*.ts')] });
    expect(command("Bash(find . -name '*.ts')")).toMatchObject({ parts: [words('find', '.', '-name', '*.ts')] });
  });

  it('keeps brackets in a command, escaped or not', () => {
    for (const text of ['Bash(echo "f(x)")', 'Bash(echo "f\\(x\\)")'])
      expect(command(text)).toMatchObject({ parts: [words('echo', 'f(x)')] });
  });

  it('keeps a command that no rule may allow only as text', () => {
    expect(command('Bash(npm test > out)')).toMatchObject({ parts: null, raw: 'npm test > out' });
  });

  it.each([
    ['Edit(src/**)', 'folder', true, ['src', '**']],
    ['Edit(/src/**)', 'folder', true, ['src', '**']],
    ['Edit(./a.ts)', 'folder', true, ['a.ts']],
    ['Read(.env)', 'folder', false, ['.env']],
    ['Read(*.pem)', 'folder', false, ['*.pem']],
    ['Read(~/docs/*)', 'home', true, ['docs', '*']],
    ['Read(//etc/hosts)', 'root', true, ['etc', 'hosts']],
    ['Write(src/)', 'folder', false, ['src']],
  ])('%s is a path from the %s folder', (text, from, anchored, segments) => {
    expect(parseRule(text)?.pattern).toMatchObject({ kind: 'path', from, anchored, segments });
  });

  it('reads domains, MCP tools and exact inputs', () => {
    expect(parseRule('WebFetch(domain:Docs.example.com)')?.pattern).toEqual({
      kind: 'domain',
      domain: 'docs.example.com',
    });
    expect(parseRule('mcp__github')).toEqual({ tool: 'mcp__github', kind: 'other', pattern: null });
    expect(parseRule('mcp__github__get_*')).toMatchObject({ tool: 'mcp__github__get_*', pattern: null });
    expect(parseRule('deploy({"b":1, "a":"(x)"})')?.pattern).toEqual({ kind: 'input', json: '{"a":"(x)","b":1}' });
    expect(parseRule('Agent(model:opus)')?.pattern).toEqual({ kind: 'field', field: 'model', value: 'opus' });
  });
});
