/** Codex, run as `codex exec`, and the part of OpenAI's Responses API that it needs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { MCP } from './cases.ts';
import type { Client, Start } from './client.ts';
import { CODEX_EXEC, CODEX_EXEC_CASES } from './codex-exec.ts';
import { CODEX_HOOK_CASES, CODEX_HOOKS } from './codex-hooks.ts';
import { events, isTool, json, type Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

interface Tool {
  readonly type: string;
  readonly name?: string;
  /** The tools of a server are in their own namespace. */
  readonly tools?: readonly Tool[];
}
interface Body {
  readonly input: readonly { readonly type: string; readonly output?: unknown }[];
  readonly tools?: readonly Tool[];
}

/** Separates namespace and name; occurs in neither. */
const IN = '/';

const wire: Wire = ({ method, path, body }, next) => {
  if (path.includes('/models')) return json({ object: 'list', data: [], models: [] });
  if (method !== 'POST' || !path.includes('/responses')) return json({}, 404);
  const { input, tools = [] } = body as Body;
  const offered = tools.flatMap(({ type, name = type, tools: inside }) =>
    inside === undefined ? [name] : inside.map((tool) => `${name}${IN}${tool.name}`),
  );
  const results = input
    .filter(({ type }) => type.endsWith('_output'))
    .map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output)));
  const step = next({ offered, results });
  const item = 'tool' in step ? callOf(step.tool, step.args, results.length) : messageOf(step.say);
  const response = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] as unknown[] };
  const usage = {
    ...{ input_tokens: 5, input_tokens_details: { cached_tokens: 0 } },
    ...{ output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 10 },
  };
  return events(
    [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ].map((data) => ({ name: data.type, data })),
  );
};

function callOf(tool: string, args: unknown, n: number) {
  const [namespace, name] = tool.includes(IN) ? tool.split(IN) : [undefined, tool];
  return {
    ...{ type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, status: 'completed' },
    ...{ name, arguments: JSON.stringify(args), ...(namespace === undefined ? {} : { namespace }) },
  };
}

function messageOf(text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
}

/** The command to start it, with these settings for AskOnce. */
const startedWith = (settings: string, place: Workplace): Start => {
  const home = join(place.home, '.codex');
  const model = [
    ...['model = "fake"', 'model_provider = "fake"', ''],
    ...['[model_providers.fake]', 'name = "fake"', `base_url = "${place.model.url}/v1"`, 'wire_api = "responses"', ''],
  ];
  place.write(join(home, 'config.toml'), `${model.join('\n')}\n${settings}`);
  return { args: ['exec', '--skip-git-repo-check', 'Build it.'], env: { CODEX_HOME: home } };
};

const printed = (place: Workplace) => place.printedConfig('codex', ['--wait', '5s']);

export const codex: Client = {
  name: 'codex',
  title: 'Codex',
  ways: [
    { name: MCP, cannot: 'approve calls; its agent has to call the tool' },
    {
      name: CODEX_HOOKS,
      cannot: [
        'edit the input of a call; bring questions; be decided in Codex while the hook waits; use a decision that comes after the hook',
        'was killed, because Codex names no call id; with `PreToolUse`, stop a call whose hook is killed or too slow: Codex goes on',
      ].join(' '),
    },
    { name: CODEX_EXEC, cannot: 'edit the input of a call; ask for secrets' },
  ],
  package: '@openai/codex',
  version: '0.166.0',
  command: 'codex',
  wire,
  asks: 'ask_user',
  claimsForms: true,
  session: /^mcp-[0-9a-f]{24}$/,
  setUp: async (place) => startedWith(await printed(place), place),
  cases: [
    {
      ...{
        way: MCP,
        column: 'questions',
        tried: 'a server that takes three seconds to start, with and without required',
      },
      async run(trial) {
        const slow = async (place: Workplace) => {
          const entry = (await printed(place)).replace(
            /^args = \[/m,
            (args) => `${args}"-c","sleep 3; exec \\"$@\\"","sh",`,
          );
          return entry.replace(/^command = (.*)\nargs = (.*"sh",)/m, 'command = "sh"\nargs = $2$1,');
        };
        const offeredWith = async (change: (settings: string) => string) => {
          const setUp: Client['setUp'] = async (place) => startedWith(change(await slow(place)), place);
          const { offered } = await trial.turn(() => [], { setUp });
          return offered.filter((name) => isTool(name, '')).length;
        };
        assert.equal(await offeredWith((settings) => settings), 3, 'the printed settings do not wait for it');
        assert.equal(await offeredWith((settings) => settings.replace('required = true\n', '')), 0);
        return 'with it codex waits, and offers all tools; without it the agent has none, which is why the setting is there';
      },
    },
    {
      ...{ way: MCP, column: 'questions', tried: 'the printed settings without default_tools_approval_mode' },
      async run(trial) {
        const setUp: Client['setUp'] = async (place) => {
          const settings = (await printed(place)).replace(/^default_tools_approval_mode.*\n/m, '');
          return startedWith(settings, place);
        };
        const { results, events: all } = await trial.turn(() => [trial.ask('Which port?')], { setUp });
        assert.deepEqual(all, [], 'the call reached AskOnce');
        assert.match(String(results[0]), /requires approval/);
        return 'codex exec refuses the call, which is why the setting is there';
      },
    },
    ...CODEX_HOOK_CASES,
    ...CODEX_EXEC_CASES,
  ],
};
