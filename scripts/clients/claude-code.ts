/** Claude Code, run as `claude -p`, and the part of Anthropic's Messages API that it needs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { MCP } from './cases.ts';
import { EXEC, EXEC_CASES } from './claude-exec.ts';
import { faultCases } from './claude-faults.ts';
import { COMMAND, HTTP, hookCases, PROMPT } from './claude-hooks.ts';
import type { Start as StartWithSettings } from './claude-setups.ts';
import { TERMINAL, terminalCases } from './claude-terminal.ts';
import type { Client, Start } from './client.ts';
import { type ApiReply, events, isTool, json, type Step, type Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
}
interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** The tool by which Claude Code offers hidden tools. */
const SEARCH = 'ToolSearch';

const wire: Wire = ({ method, path, body }, next) => {
  if (method !== 'POST' || !path.startsWith('/v1/messages'))
    return json({ type: 'error', error: { type: 'not_found_error', message: 'There is no such path.' } }, 404);
  if (path.includes('count_tokens')) return json({ input_tokens: 10 });
  const { messages, tools = [], model, stream = false } = body as Body;
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const searches = new Set(
    blocks.flatMap(({ type, name, id }) => (type === 'tool_use' && name === SEARCH ? [id] : [])),
  );
  const ended = blocks.filter(({ type, tool_use_id: of }) => type === 'tool_result' && !searches.has(of));
  const results = ended.map(({ content }) => textOf(content));
  const made = ended.map(({ tool_use_id: of }) => blocks.find(({ id }) => id === of)?.input);
  const offered = tools.map(({ name }) => name);
  const canSearch = offered.includes(SEARCH) && searches.size === 0;
  const step = next({ offered, results, made });
  const search = { tool: SEARCH, args: { query: 'askonce', max_results: 5 }, more: [] };
  return said(canSearch && !offered.some((name) => isTool(name, '')) ? search : step, model, stream);
};

function textOf(content: Block['content']): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}

let calls = 0;

function said(step: Step, model: string, stream: boolean): ApiReply {
  const usage = { input_tokens: 5, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const stop_reason = 'tool' in step ? 'tool_use' : 'end_turn';
  const made = 'tool' in step ? [step, ...step.more] : [];
  const blocks = made.map(({ tool, args, id }) => ({
    start: { type: 'tool_use', id: id ?? `toolu_${String(++calls).padStart(6, '0')}`, name: tool, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
    whole: { input: args },
  }));
  const content =
    'tool' in step
      ? blocks
      : [
          {
            start: { type: 'text', text: '' },
            delta: { type: 'text_delta', text: step.say },
            whole: { text: step.say },
          },
        ];
  const empty = { id: `msg_${++calls}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  if (!stream) {
    return json({ ...empty, content: content.map(({ start, whole }) => ({ ...start, ...whole })), stop_reason });
  }
  return events(
    [
      { type: 'message_start', message: { ...empty, content: [], stop_reason: null } },
      ...content.flatMap(({ start, delta }, index) => [
        { type: 'content_block_start', index, content_block: start },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ].map((data) => ({ name: data.type, data })),
  );
}

const environment = (place: Workplace): Start['env'] => ({
  ANTHROPIC_BASE_URL: place.model.url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CONFIG_DIR: join(place.home, '.claude'),
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});

/** The command to start it, with these settings of MCP servers. */
const startedWith = (settings: string, place: Workplace): Start => {
  place.write(join(place.project, '.mcp.json'), settings);
  const args = ['-p', 'Build it.', '--mcp-config', '.mcp.json', '--allowedTools', 'mcp__askonce'];
  return { args, env: environment(place) };
};

/** The same with its own settings, such as hooks. */
const startedWithHooks: StartWithSettings = (place, settings, args = []) => {
  place.write(join(place.project, 'settings.json'), settings);
  return { args: ['-p', 'Build it.', '--settings', 'settings.json', ...args], env: environment(place) };
};

const printed = (place: Workplace) => place.printedConfig('claude-code', ['--wait', '5s']);

export const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  ways: [
    { name: MCP, cannot: 'approve calls; its agent has to call the tool' },
    {
      name: COMMAND,
      cannot:
        'in `claude -p`, ask the agent’s own questions without a prompt tool beside it: Claude Code does not offer the tool',
    },
    { name: HTTP, cannot: 'the same; while no server runs, every call is denied' },
    { name: PROMPT, cannot: 'work in a terminal, or answer forms' },
    { name: EXEC, cannot: 'leave a call to Claude Code’s own dialog' },
    {
      name: TERMINAL,
      cannot:
        'in auto mode, bring the calls that Claude Code decides itself; cancelled as soon as its dialog opens, a question may stay in the inbox',
    },
  ],
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  command: 'claude',
  wire,
  asks: 'ask_user',
  claimsForms: true,
  session: /^claude-[\w-]+$/,
  setUp: async (place) => startedWith(await printed(place), place),
  cases: [
    {
      ...{ way: MCP, column: 'questions', tried: 'offers the tools before the agent has searched for any' },
      async run(trial) {
        const { offeredFirst } = await trial.turn(() => []);
        const ours = offeredFirst.filter((name) => isTool(name, ''));
        assert.equal(ours.length, 3, 'not all of them are');
        return ours.join(', ');
      },
    },
    {
      ...{ way: MCP, column: 'questions', tried: 'gets a form, where AskOnce cannot see that it is claude -p' },
      async run(trial) {
        const setUp: Client['setUp'] = async (place) => {
          const settings = JSON.parse(await printed(place));
          settings.mcpServers.askonce.env = { CLAUDE_CODE_ENTRYPOINT: 'hidden' };
          return startedWith(JSON.stringify(settings), place);
        };
        const { events: all, pending } = await trial.turn(() => [trial.ask('Which port?')], { setUp });
        const notShown = all.find(({ type }) => type === 'clarification.not_shown');
        assert.match(String(notShown?.data.because), /it sent “cancel” after \d+ ms/);
        assert.equal(pending.length, 1, 'the question is in the inbox');
        return `parked, in the inbox (${String(notShown!.data.because)})`;
      },
    },
    ...hookCases(startedWithHooks),
    ...faultCases(startedWithHooks),
    ...EXEC_CASES,
    ...terminalCases(environment),
  ],
};
