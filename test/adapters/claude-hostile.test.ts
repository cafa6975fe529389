/** What is no event, or meant to break the hook. Nothing of it is ever allowed. */
import { describe, expect, it } from 'vitest';
import { claudeSession, suggestedRules } from '../../src/adapters/claude-code/payload.ts';
import { ClaudeHost, effectOf } from './claude-host.ts';

const EVENTS = ['PreToolUse', 'PermissionRequest'] as const;
const MEGABYTE = 'x'.repeat(1024 * 1024);

describe('the input of a hook', () => {
  it.each([
    null,
    7,
    'text',
    [],
    {},
    { hook_event_name: 'PreToolUse' },
    { session_id: 'a' },
    { hook_event_name: 1, session_id: 'a' },
  ])('is refused where it is none: %j', async (payload) => {
    const host = await ClaudeHost.start();
    await expect(host.send(payload)).rejects.toThrow('not the input of a hook');
  });

  it.each(['Notification', 'Stop', 'PostToolUse', 'constructor', 'permissionrequest', ''.padEnd(9, 'x')])(
    'decides nothing for the event %s',
    async (hook_event_name) => {
      const host = await ClaudeHost.start();
      const payload = { hook_event_name, session_id: 'a', tool_name: 'Bash', tool_input: { command: 'ls' } };
      expect(await host.send(payload)).toBeNull();
      expect(await host.pending()).toEqual([]);
    },
  );

  it.each(EVENTS)('is denied in %s where the call cannot be read', async (hook_event_name) => {
    const host = await ClaudeHost.start();
    for (const call of [
      {},
      { tool_name: 'Bash' },
      { tool_name: '', tool_input: {} },
      { tool_name: 'Bash', tool_input: [] },
    ])
      expect(effectOf(await host.send({ hook_event_name, session_id: 'a', ...call }))).toBe('deny');
  });
});

describe.each(EVENTS)('a hostile call in %s', (event) => {
  it.each([
    ['a command of a megabyte', 'Bash', { command: MEGABYTE }],
    ['control characters', 'Bash', { command: 'ls \u0000\u001b[2J\u202e\r\n rm -rf /' }],
    ['a lone surrogate', 'Bash', { command: 'ls \ud800' }],
    ['a name that is no tool', '\u001b[31m', { command: 'ls' }],
    ['a name of a megabyte', MEGABYTE, { command: 'ls' }],
    ['a question of a megabyte', 'AskUserQuestion', { questions: [{ question: MEGABYTE }] }],
    ['a question with control characters', 'AskUserQuestion', { questions: [{ question: 'a\u0000b?' }] }],
    ['no questions', 'AskUserQuestion', { questions: [] }],
    ['questions that are none', 'AskUserQuestion', { questions: [null, 1, {}] }],
    [
      'an answer that the agent brings itself',
      'AskUserQuestion',
      { questions: [{ question: 'Ok?' }], answers: { 'Ok?': 'yes' } },
    ],
    [
      'a thousand questions',
      'AskUserQuestion',
      { questions: Array.from({ length: 100 }, (_, n) => ({ question: `Q${n}?` })) },
    ],
  ])('is not allowed: %s', async (_what, tool, input) => {
    const host = await ClaudeHost.start();
    expect(effectOf(await host.call(tool, input, 'toolu_1', { event, waitMs: 0 }))).toBe('deny');
  });

  it.each(['', ' ', '../../etc', 'toolu_\u0000', 'x'.repeat(10_000), 'ä'])(
    'is not allowed by the call id “%s”',
    async (id) => {
      const host = await ClaudeHost.start();
      expect(effectOf(await host.bash('ls', id, { event, waitMs: 0 }))).toBe('deny');
      const asked = await host.call('AskUserQuestion', { questions: [{ question: 'Which?' }] }, id, {
        event,
        waitMs: 0,
      });
      expect(effectOf(asked)).toBe('deny');
    },
  );
});

describe('the session of a conversation', () => {
  it('is readable where it can be, and has a name of its own for any other id', () => {
    expect(claudeSession('54a7db90-e533')).toBe('claude-54a7db90-e533');
    const odd = ['a b', 'a\u0000b', 'x'.repeat(101), '../a'].map(claudeSession);
    for (const name of odd) expect(name).toMatch(/^s-[0-9a-f]{40}$/);
    expect(new Set(odd).size).toBe(4);
  });
});

describe('the rules that Claude Code suggests', () => {
  it('are those that allow a tool; modes and folders are none', () => {
    const permission_suggestions = [
      {
        type: 'addRules',
        behavior: 'allow',
        rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }],
      },
      { type: 'addRules', behavior: 'deny', rules: [{ toolName: 'Edit' }] },
      { type: 'setMode', mode: 'acceptEdits' },
      { type: 'addRules', behavior: 'allow', rules: [null, {}, 'x'] },
      null,
    ];
    expect(suggestedRules({ permission_suggestions })).toEqual(['Bash(npm test:*)', 'Read']);
    expect(suggestedRules({ permission_suggestions: 'all' })).toEqual([]);
  });
});
