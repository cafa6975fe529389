/** What Codex asks for, as a person reads it, and what Codex gets for each decision. */
import { describe, expect, it } from 'vitest';
import { callIn, declined, patchOf, resultFor, scriptOf } from '../../src/adapters/codex/calls.ts';

const COMMAND = 'item/commandExecution/requestApproval';
const ELICITATION = 'mcpServer/elicitation/request';
const allow = { decision: 'allow', scope: 'once', source: 'user', evidence: '' } as const;
const forSession = { ...allow, scope: 'session' } as const;
const deny = { ...allow, decision: 'deny' } as const;

const about = (method: string, params: Record<string, unknown>, item: Record<string, unknown> | null = null) =>
  callIn({ method, params, item })!;

describe('a command of Codex', () => {
  it.each([
    [`/bin/bash -lc 'npm test'`, 'npm test'],
    [`bash -lc 'echo "a b" | wc -l'`, 'echo "a b" | wc -l'],
    [`/bin/zsh -c "it's"`, "it's"],
    // Not certainly a shell, or more than a script: all of it is shown.
    [`/tmp/bash -lc 'npm test'`, `/tmp/bash -lc 'npm test'`],
    [`bash -lc 'npm test' x`, `bash -lc 'npm test' x`],
    [`bash -lc 'npm test'; rm -rf x`, `bash -lc 'npm test'; rm -rf x`],
    ['npm test', 'npm test'],
  ])('%s is shown as %s', (command, shown) => expect(scriptOf(command)).toBe(shown));

  it('is accepted for the session only where Codex offers that and a person chose it', () => {
    const plain = about(COMMAND, { command: 'ls', availableDecisions: ['accept', 'cancel'] });
    const offering = about(COMMAND, { command: 'ls', availableDecisions: ['accept', 'acceptForSession', 'cancel'] });
    expect(resultFor(plain, forSession)).toEqual({ decision: 'accept' });
    expect(resultFor(offering, forSession)).toEqual({ decision: 'acceptForSession' });
    expect(resultFor(offering, { ...forSession, source: 'rule' })).toEqual({ decision: 'accept' });
    expect(resultFor(offering, allow)).toEqual({ decision: 'accept' });
  });

  it.each([deny, { decision: 'parked', id: 'q-1' } as const])('is declined with %o', (approval) =>
    expect(resultFor(about(COMMAND, { command: 'ls' }), approval)).toEqual({ decision: 'decline' }),
  );

  it('for the network is about the host, and text for an open terminal is no command', () => {
    const network = about(COMMAND, {
      command: 'curl x',
      networkApprovalContext: { host: 'a.example', protocol: 'https' },
    });
    expect(network.call).toMatchObject({ tool: 'network_access', input: { host: 'a.example', protocol: 'https' } });
    expect(about(COMMAND, { kind: 'writeStdin', command: 'y' }).call.tool).toBe('writeStdin');
  });

  it('without its text is declined', () => {
    expect(callIn({ method: COMMAND, params: { command: null }, item: null })).toBeNull();
    expect(declined(COMMAND)).toEqual({ decision: 'decline' });
  });
});

describe('a change of files', () => {
  it('is one patch of all its files', () => {
    const changes = [
      { path: '/p/new.txt', kind: { type: 'add' }, diff: 'a\nb\n' },
      { path: '/p/old.txt', kind: { type: 'delete' }, diff: 'c\n' },
      { path: '/p/x.ts', kind: { type: 'update', move_path: '/p/y.ts' }, diff: '@@ -1 +1 @@\n-1\n+2\n' },
    ];
    expect(patchOf(changes)).toBe(
      [
        ...['*** Begin Patch', '*** Add File: /p/new.txt', '+a', '+b', '*** Delete File: /p/old.txt', '-c'],
        ...['*** Update File: /p/x.ts', '*** Move to: /p/y.ts', '@@ -1 +1 @@', '-1', '+2', '*** End Patch'],
      ].join('\n'),
    );
  });

  it.each([
    undefined,
    [],
    [{ path: 'a' }],
    [{ path: 'a\n*** Add File: b', kind: { type: 'add' }, diff: '' }],
    [{ path: 'a', kind: { type: 'chmod' }, diff: '' }],
  ])('that cannot be shown whole is none: %o', (changes) => expect(patchOf(changes)).toBeNull());
});

describe('permissions', () => {
  const asked = about('item/permissions/requestApproval', {
    permissions: { network: { enabled: true }, fileSystem: null },
    cwd: '/p',
  });

  it('are granted as they were asked for, for the turn or the session; declined, none is', () => {
    const permissions = { network: { enabled: true } };
    expect(resultFor(asked, allow)).toEqual({ permissions, scope: 'turn' });
    expect(resultFor(asked, forSession)).toEqual({ permissions, scope: 'session' });
    expect(resultFor(asked, deny)).toEqual({ permissions: {}, scope: 'turn' });
  });
});

describe('a tool of an MCP server', () => {
  const params = {
    ...{ serverName: 'db', mode: 'form', message: 'Allow it?', requestedSchema: { properties: {} } },
    _meta: { codex_approval_kind: 'mcp_tool_call', persist: ['session', 'always'], tool_params: { a: 1, b: [2] } },
  };
  const item = { type: 'mcpToolCall', server: 'db', tool: 'drop', arguments: { b: [2], a: 1 } };

  it('is an approval with its name and its input, and no choice of Codex is wider than what the person saw', () => {
    const asked = about(ELICITATION, params, item);
    expect(asked.call).toMatchObject({ tool: 'mcp__db__drop', input: { a: 1, b: [2] }, editable: false });
    expect(resultFor(asked, forSession)).toEqual({ action: 'accept', content: {}, _meta: null });
    expect(resultFor(asked, deny)).toMatchObject({ action: 'decline' });
  });

  it.each([null, { ...item, server: 'other' }, { ...item, arguments: { a: 2, b: [2] } }])(
    'is none if the call is not certain: %o',
    (other) => expect(callIn({ method: ELICITATION, params, item: other })).toBeNull(),
  );
});
