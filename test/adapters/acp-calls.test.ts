/** What agents ask permission for over ACP, as a person sees it, and what the agents get back. The requests were seen with real agents. */
import { describe, expect, it } from 'vitest';
import { callOf, isOwnTool, outcomeFor, type Permission } from '../../src/adapters/acp/calls.ts';

const OPTIONS = [
  { optionId: 'always', kind: 'allow_always' },
  { optionId: 'once', kind: 'allow_once' },
  { optionId: 'no', kind: 'reject_once' },
] as const;

const asked = (toolCall: Partial<Permission['toolCall']>, options: Permission['options'] = OPTIONS): Permission => ({
  toolCall: { toolCallId: 'call_1', ...toolCall },
  options,
});
const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } });

/** Gemini CLI 0.61.0: no input, the command as the title. */
const geminiShell = (folder: string, toolCallId = 'run_shell_command__run_shell_command_1_0') =>
  asked({ toolCallId, kind: 'execute', title: 'npm test', content: [text(folder)] });

describe('a call over ACP', () => {
  it('of Gemini CLI’s shell is the command in its title, for rules in its own folder only', () => {
    const here = '[current working directory /p] (Tests it)';
    expect(callOf('gemini-cli', geminiShell(here))).toEqual({
      ...{ tool: 'Bash', input: { command: 'npm test', description: here }, title: 'npm test', editable: false },
    });
    const elsewhere = callOf('gemini-cli', geminiShell('[in /etc] (Tests it)'));
    expect(elsewhere!.input).toMatchObject({ command: 'npm test', cwd: '[in /etc] (Tests it)' });
  });

  it.each([
    ['of another agent', 'other', geminiShell('')],
    ['of a tool that only looks like the shell', 'gemini-cli', geminiShell('', 'mcp_evil_run__1')],
    ['without its input', 'OpenCode', asked({ kind: 'other', title: 'server_tool', rawInput: {} })],
  ])('%s is never a command by its title, and no rule is offered', (_what, agent, request) => {
    const call = callOf(agent, request)!;
    expect(call.tool).toMatch(/^acp_/);
    expect(call).toMatchObject({ onlyOnce: true, input: { title: request.toolCall.title } });
  });

  it('of OpenCode is the command in its input', () => {
    const call = callOf('OpenCode', asked({ kind: 'execute', title: 'ls', rawInput: { command: 'ls' } }));
    expect(call).toEqual({ tool: 'Bash', input: { command: 'ls' }, title: 'ls', editable: false });
  });

  it('that changes a file shows the change; one that changes several is allowed once', () => {
    const diff = { type: 'diff', path: '/p/a', oldText: 'one', newText: 'two' };
    expect(callOf(null, asked({ kind: 'edit', title: 'Edit a', content: [diff] }))).toMatchObject({
      ...{ tool: 'Edit', input: { file_path: '/p/a', old_string: 'one', new_string: 'two' } },
    });
    expect(callOf(null, asked({ content: [{ ...diff, oldText: null }] }))).toMatchObject({
      ...{ tool: 'Write', input: { file_path: '/p/a', content: 'two' } },
    });
    const both = callOf(null, asked({ kind: 'edit', content: [diff, { ...diff, path: '/p/b' }] }));
    expect(both).toMatchObject({ onlyOnce: true, input: { changes: [{ path: '/p/a' }, { path: '/p/b' }] } });
  });

  it('of which nothing is known cannot be asked about', () => {
    expect(callOf(null, asked({}))).toBeNull();
  });

  it.each([
    ['ask_person (askonce MCP Server)', 'other', true],
    ['askonce_ask_person', 'other', true],
    ['askonce_ask_person', 'execute', false],
    ['echo; askonce_ask_person', 'other', false],
    ['ask_person (askonce MCP Server) (evil MCP Server)', 'other', false],
    ['askonce_delete_all', 'other', false],
  ])('titled “%s” of kind %s is AskOnce’s own: %s', (title, kind, own) => {
    expect(isOwnTool(asked({ title, kind }))).toBe(own);
  });
});

describe('a decision over ACP', () => {
  const allow = (scope: 'once' | 'session') => ({ decision: 'allow', scope, evidence: '' }) as const;
  const deny = { decision: 'deny', scope: 'once', evidence: '' } as const;
  const of = (...kinds: string[]) => kinds.map((kind) => ({ kind, optionId: kind }));

  it.each([
    [
      'allows one call, whatever the scope',
      of('allow_always', 'allow_once', 'reject_once'),
      allow('session'),
      'allow_once',
    ],
    [
      'allows for good only what a person allowed for longer',
      of('allow_always', 'reject_once'),
      allow('session'),
      'allow_always',
    ],
    ['does not allow for good what was allowed once', of('allow_always', 'reject_once'), allow('once'), 'reject_once'],
    ['denies one call', of('allow_once', 'reject_always', 'reject_once'), deny, 'reject_once'],
    [
      'is not made before a person has decided',
      of('allow_once', 'reject_once'),
      { decision: 'parked', id: 'q' } as const,
      'reject_once',
    ],
  ])('%s', (_what, options, approval, optionId) => {
    expect(outcomeFor(options, approval)).toEqual({ outcome: 'selected', optionId });
  });

  it('is cancelled if the agent offers no way to say it', () => {
    expect(outcomeFor(of('allow_once'), deny)).toEqual({ outcome: 'cancelled' });
  });
});
