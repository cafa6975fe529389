/** OpenCode, run as `opencode run`, and the part of OpenAI's chat completions API that it needs. */
import { join } from 'node:path';
import { type AcpAgent, acpCases } from './acp-exec.ts';
import { MCP } from './cases.ts';
import type { Client } from './client.ts';
import { events, json, type Wire } from './fake-model.ts';
import { BRIDGE, BRIDGE_CASES } from './opencode-bridge.ts';
import type { Workplace } from './workplace.ts';

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const wire: Wire = ({ method, body }, next) => {
  if (method !== 'POST') return json({}, 404);
  const { model, stream = false, messages, tools = [] } = body as Body;
  const results = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const step = next({ offered: tools.map((tool) => tool.function.name), results });
  const call = 'tool' in step && {
    ...{ index: 0, id: `call_${results.length}`, type: 'function' },
    function: { name: step.tool, arguments: JSON.stringify(step.args) },
  };
  const message = call ? { role: 'assistant', tool_calls: [call] } : { role: 'assistant', content: 'Done.' };
  const finish_reason = call ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const whole = { id: 'c-1', created: 1, model };
  if (!stream)
    return json({ ...whole, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
  const chunk = { ...whole, object: 'chat.completion.chunk' };
  return events([
    { data: { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] } },
    { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage } },
    { data: '[DONE]' },
  ]);
};

const ENV = { OPENCODE_DISABLE_AUTOUPDATE: '1' };

/** Its settings, with the fake model. */
function writeSettings(place: Workplace, settings: object): void {
  const options = { baseURL: `${place.model.url}/v1`, apiKey: 'none' };
  const fake = { npm: '@ai-sdk/openai-compatible', name: 'fake', options, models: { fake: { name: 'fake' } } };
  place.write(join(place.project, 'opencode.json'), { ...settings, provider: { fake }, model: 'fake/fake' });
}

const acp: AcpAgent = {
  way: '`askonce run --acp "opencode acp"`',
  setUp(place) {
    writeSettings(place, { permission: { bash: 'ask', edit: 'ask' } });
    return { args: ['acp'], env: ENV };
  },
  deed: (command) => ({ tool: 'bash', args: { command, description: 'make it' } }),
  write: (file, content) => ({ tool: 'write', args: { filePath: file, content } }),
  loads: true,
};

export const opencode: Client = {
  name: 'opencode',
  title: 'OpenCode',
  ways: [
    { name: MCP, cannot: 'approve calls; its agent has to call the tool' },
    {
      name: BRIDGE,
      cannot:
        'edit an input: OpenCode takes none; bring calls that OpenCode allows by itself, which are most by default',
    },
    {
      name: acp.way,
      cannot: 'take an edited input; show the input of MCP tools; read why a call was denied before its turn has ended',
    },
  ],
  package: 'opencode-ai',
  version: '1.18.33',
  command: 'opencode',
  wire,
  asks: 'ask_user',
  claimsForms: false,
  session: /^mcp-[0-9a-f]{24}-1$/,
  async setUp(place) {
    const printed = JSON.parse(await place.printedConfig('opencode', ['--wait', '5s']));
    writeSettings(place, printed);
    return { args: ['run', '--model', 'fake/fake', 'Build it.'], env: ENV };
  },
  cases: [...BRIDGE_CASES, ...acpCases(acp)],
};
