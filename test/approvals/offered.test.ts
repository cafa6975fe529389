import { describe, expect, it } from 'vitest';
import { offeredRules } from '../../src/core/approvals/offered.ts';
import type { ToolCall } from '../../src/core/approvals/tools.ts';
import { NEVER_ALLOWED } from './hostile-commands.ts';
import { allow, bash, effectOf, placeFor, tool } from './make.ts';
import { ORDINARY } from './ordinary-commands.ts';

const offered = (call: ToolCall, ...suggestions: string[]) => offeredRules({ ...call, suggestions }, placeFor(call));

describe('the rules that a person may make of a call', () => {
  it('are the call itself, and what the host suggests', () => {
    expect(offered(bash('npm test -- x'), 'Bash(npm test:*)')).toEqual(['Bash(npm test -- x)', 'Bash(npm test:*)']);
    expect(offered(bash('npm ci && npm test'))).toEqual(['Bash(npm ci && npm test)']);
    expect(offered(tool('shell', { command: ['bash', '-lc', 'npm test'] }))).toEqual(['shell(npm test)']);
    expect(offered(tool('Edit', { file_path: 'src/a.ts' }), 'Edit(src/**)')).toEqual([
      'Edit(./src/a.ts)',
      'Edit(src/**)',
    ]);
    expect(offered(tool('Edit', { file_path: 'app/[slug]/p.tsx' }))).toEqual(['Edit(./app/\\[slug\\]/p.tsx)']);
    expect(offered(tool('Read', { file_path: '/srv/x' }))).toEqual(['Read(//srv/x)']);
    expect(offered(tool('WebFetch', { url: 'https://a.example.com/x' }))).toEqual(['WebFetch(domain:a.example.com)']);
    expect(offered(tool('mcp__db__get', { id: 1 }), 'mcp__db__get')).toEqual([
      'mcp__db__get({"id":1})',
      'mcp__db__get',
    ]);
  });

  it('are not suggestions that do not match the call, or say more than it shows', () => {
    const suggestions = [
      'Bash',
      'Bash(*)',
      'Bash(:*)',
      'Bash(* *)',
      'Bash(*:*)',
      'Bash(* test)',
      'Bash(n*)',
      '*',
      'Bash(rm:*)',
      'Read',
      'Edit',
      'mcp__x',
      'Bash(npm tes',
      'Bash(git:*)',
    ];
    expect(offered(bash('npm test'), ...suggestions)).toEqual(['Bash(npm test)']);
    expect(offered(bash('npm test && git log'), 'Bash(npm test:*)')).toEqual(['Bash(npm test && git log)']);
    const files = [
      'Edit',
      'Edit(*)',
      'Edit(lib/**)',
      'Edit(**)',
      'Edit(/**)',
      'Edit(//**)',
      'Edit(~/**)',
      'Edit(../**)',
    ];
    expect(offered(tool('Edit', { file_path: 'src/a.ts' }), ...files)).toEqual(['Edit(./src/a.ts)']);
    expect(offered(tool('WebFetch', { url: 'https://a.example.com' }), 'WebFetch(domain:*.com)')).toHaveLength(1);
    expect(offered(tool('mcp__db__get', {}), 'mcp__db__*', '*')).toEqual(['mcp__db__get({})']);
  });

  it('are none for a call that no rule may allow', () => {
    for (const command of Object.values(NEVER_ALLOWED).flat())
      expect(offered(bash(command), 'Bash', `Bash(${command})`, 'Bash(npm test:*)', 'Bash(echo:*)'), command).toEqual(
        [],
      );
    expect(offered(tool('Edit', { file_path: '.claude/settings.json' }), 'Edit(.claude/**)')).toEqual([]);
    expect(offered(tool('mcp__fs__write', { path: '.git/config' }), 'mcp__fs__write')).toEqual([]);
    expect(offered(tool('PowerShell', { command: 'dir' }), 'PowerShell(dir)')).toEqual([]);
  });

  it('the exact one allows this command and no other ordinary one', () => {
    const commands = [
      ...new Set(ORDINARY.map(([command]) => command.replace(/ +/g, ' ').replace('ci&&npm', 'ci && npm'))),
    ];
    for (const command of commands) {
      const [exact] = offered(bash(command));
      const allowed = commands.filter((other) => effectOf(bash(other), allow(exact!)) === 'allow');
      expect(allowed, exact).toEqual([command]);
    }
  });
});
