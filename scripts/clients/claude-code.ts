/** Claude Code, run as `claude -p`, and the part of Anthropic's Messages API that it needs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Client, Start } from './client.ts';
import { type ApiReply, events, isTool, json, type Step, type Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
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
  const results = blocks
    .filter(({ type, tool_use_id: of }) => type === 'tool_result' && !searches.has(of))
    .map(({ content }) => textOf(content));
  const offered = tools.map(({ name }) => name);
  const canSearch = offered.includes(SEARCH) && searches.size === 0;
  const step = next({ offered, results });
  const search = { tool: SEARCH, args: { query: 'askonce', max_results: 5 } };
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
  const id = `toolu_${String(++calls).padStart(6, '0')}`;
  const empty = { id: `msg_${calls}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  const [start, delta] =
    'tool' in step
      ? [
          { type: 'tool_use', id, name: step.tool, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(step.args) },
        ]
      : [
          { type: 'text', text: '' },
          { type: 'text_delta', text: step.say },
        ];
  if (!stream) {
    const whole = 'tool' in step ? { ...start, input: step.args } : { type: 'text', text: step.say };
    return json({ ...empty, content: [whole], stop_reason });
  }
  return events(
    [
      { type: 'message_start', message: { ...empty, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ].map((data) => ({ name: data.type, data })),
  );
}

/** The command to start it, with these settings. */
const startedWith = (settings: string, place: Workplace): Start => {
  place.write(join(place.project, '.mcp.json'), settings);
  return {
    args: ['-p', 'Build it.', '--mcp-config', '.mcp.json', '--allowedTools', 'mcp__askonce'],
    env: {
      ANTHROPIC_BASE_URL: place.model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CONFIG_DIR: join(place.home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
};

const printed = (place: Workplace) => place.printedConfig('claude-code', ['--wait', '5s']);

export const claudeCode: Client = {
  name: 'claude-code',
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
      tried: 'offers the tools before the agent has searched for any',
      async run(trial) {
        const { offeredFirst } = await trial.turn(() => []);
        const ours = offeredFirst.filter((name) => isTool(name, ''));
        assert.equal(ours.length, 3, 'not all of them are');
        return ours.join(', ');
      },
    },
    {
      tried: 'is given a form, where AskOnce cannot see that it is claude -p',
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
  ],
};
