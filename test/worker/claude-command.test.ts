/** Which commands are Claude Code, what AskOnce adds to them, and what it reads in their output. */
import { describe, expect, it } from 'vitest';
import { shellWords } from '../../src/util/shell.ts';
import {
  checkClaude,
  claudeCommand,
  isClaude,
  matcherFor,
  settingsFor,
} from '../../src/worker/agents/claude/command-line.ts';
import { ClaudeStream } from '../../src/worker/agents/claude/stream.ts';

describe('a command', () => {
  it.each([
    'claude',
    'claude -p',
    '/opt/tools/claude --model opus',
    '"/opt/my tools/claude" -p',
    'DEBUG=1 claude --allowedTools "Bash(npm test:*)"',
    'claude --append-system-prompt "a; b | c"',
    'claude --model $MODEL',
  ])('%s is Claude Code', (command) => expect(isClaude(command)).toBe(true));

  it.each([
    'claude -p | tee log',
    'claude -p > log',
    'cd app && claude -p',
    'claude -p; echo done',
    'env claude -p',
    'claude-wrapper -p',
    'codex exec -',
    'echo claude',
    'claude "unclosed',
    'claude $(cat flags)',
    'claude # a comment',
    'claude -p\ntouch made',
    '',
  ])('%j is not, and runs as it is typed', (command) => expect(isClaude(command)).toBe(false));

  it('of words with quotes is read as a shell reads it', () => {
    expect(shellWords(`a 'b c' "d \\"e\\" \\n" f\\ g h'i'"j" k#l`)).toEqual([
      ...['a', 'b c', 'd "e" \\n', 'f g', 'hij', 'k#l'],
    ]);
  });
});

describe('what AskOnce adds', () => {
  const hook = 'askonce hook claude-code --defer';

  it('starts a conversation with an id of its own, and resumes it, each time with the hooks', () => {
    const started = claudeCommand('claude --model opus', hook, { how: 'start', id: 'an-id' });
    const words = shellWords(started)!;
    expect(words.slice(0, 4)).toEqual(['claude', '--model', 'opus', '-p']);
    expect(words[words.indexOf('--session-id') + 1]).toBe('an-id');
    expect(JSON.parse(words[words.indexOf('--settings') + 1]!)).toEqual(settingsFor('claude --model opus', hook));
    const resumed = shellWords(claudeCommand('claude', hook, { how: 'deferred', id: 'an-id' }))!;
    expect(resumed[resumed.indexOf('--resume') + 1]).toBe('an-id');
    expect(resumed).toContain('--settings');
  });

  it('blocks a call if the hook fails, and no file of the project turns the hooks off', () => {
    expect(settingsFor('claude', hook)).toMatchObject({
      disableAllHooks: false,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: hook, onFailure: 'block' }] }] },
    });
  });

  const asks = (command: string, tool: string) => new RegExp(matcherFor(command)).test(tool);

  it.each(['AskUserQuestion', 'Bash', 'Write', 'Edit', 'WebFetch', 'ExitPlanMode', 'mcp__db__drop', 'SomethingNew'])(
    'asks about %s',
    (tool) => expect(asks('claude', tool)).toBe(true),
  );

  it.each(['Read', 'Grep', 'Glob', 'TodoWrite', 'Task', 'mcp__askonce__ask_user'])('leaves %s to Claude', (tool) =>
    expect(asks('claude', tool)).toBe(false),
  );

  it.each([
    ['claude --allowedTools Bash Edit -p', 'Bash', false],
    ['claude --allowedTools Bash Edit -p', 'Edit', false],
    ['claude --allowedTools Bash Edit -p', 'Write', true],
    ['claude --allowed-tools "Bash,Edit"', 'Edit', false],
    ['claude --allowedTools=Edit', 'Edit', false],
    // The rule is about some commands only, so AskOnce asks about all of them.
    ['claude --allowedTools "Bash(npm test:*)"', 'Bash', true],
    ['claude --allowedTools "Bash(git log, git diff)"', 'Bash', true],
    ['claude --allowedTools mcp__db', 'mcp__db__drop', false],
    ['claude --allowedTools mcp__db', 'mcp__dbx__drop', true],
    ['claude --allowedTools AskUserQuestion', 'AskUserQuestion', true],
    ['claude --permission-mode acceptEdits', 'Edit', false],
    ['claude --permission-mode acceptEdits', 'Bash', true],
    ['claude --permission-mode=bypassPermissions', 'Bash', false],
    ['claude --dangerously-skip-permissions', 'Bash', false],
    ['claude --dangerously-skip-permissions', 'AskUserQuestion', true],
    ['claude --permission-mode plan', 'Bash', true],
  ])('respects what you allowed: %s, %s', (command, tool, expected) => expect(asks(command, tool)).toBe(expected));

  it.each(['--settings x.json', '--resume abc', '-c', '--session-id=1', '--bare', '--permission-prompt-tool t'])(
    'cannot be replaced by %s',
    (flags) => expect(() => checkClaude(`claude ${flags}`)).toThrow(/--exec cannot contain/),
  );
});

describe('its output', () => {
  const read = (...messages: readonly (object | string)[]) => {
    const lines: string[] = [];
    const stream = new ClaudeStream((line) => lines.push(line));
    const text = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
    // In pieces, as it arrives.
    for (let at = 0; at < text.length; at += 7) stream.push(text.slice(at, at + 7));
    return { end: stream.finish(), lines };
  };
  const said = (...content: readonly object[]) => ({ type: 'assistant', message: { content } });

  it('becomes lines that a person can read', () => {
    const { lines } = read(
      { type: 'system', subtype: 'init', tools: ['Bash'] },
      said({ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'I look.\nThen I act.' }),
      said({ type: 'tool_use', name: 'Bash', input: { command: 'npm test\nnpm run lint', description: 'tests' } }),
      said({ type: 'tool_use', name: 'Edit', input: { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' } }),
      said({ type: 'tool_use', name: 'AskUserQuestion', input: { questions: [{ question: 'Which?' }] } }),
      said({ type: 'tool_use', name: 'mcp__db__get', input: { id: 7 } }),
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'a whole file' }] } },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', is_error: true, content: [{ text: 'no\u001b[31m' }] }] },
      },
      { ...said({ type: 'text', text: 'I am below.' }), parent_tool_use_id: 'toolu_1' },
      'a line of a wrapper',
    );
    expect(lines).toEqual([
      'I look.',
      'Then I act.',
      'Bash: npm test ⏎ npm run lint',
      'Edit: src/a.ts',
      'AskUserQuestion: Which?',
      'mcp__db__get: {"id":7}',
      'failed: no',
      '  I am below.',
      'a line of a wrapper',
    ]);
  });

  it.each([
    [
      { result: 'Done.', is_error: false, subtype: 'success' },
      { kind: 'done', text: 'Done.' },
    ],
    [
      { result: 'API Error', is_error: true, subtype: 'success' },
      { kind: 'failed', text: 'API Error' },
    ],
    [
      { subtype: 'error_max_turns', is_error: true },
      { kind: 'failed', text: 'Claude Code reports error_max_turns.' },
    ],
    [
      { subtype: 'error_during_execution', is_error: true, errors: ['a', 'b'] },
      { kind: 'failed', text: 'a\nb' },
    ],
    [
      { result: '', is_error: false, deferred_tool_use: { id: 'toolu_1', name: 'Bash', input: {} } },
      { kind: 'deferred', call: 'toolu_1', tool: 'Bash' },
    ],
  ])('ends with %j', (result, end) => expect(read({ type: 'result', ...result }).end).toEqual(end));

  it('without a result has no end', () => expect(read(said({ type: 'text', text: 'Hello' })).end).toBeNull());
});
