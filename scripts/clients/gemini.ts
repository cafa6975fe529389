/** Gemini CLI, run as `gemini -p`, and the part of Google's generateContent API that it needs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type AcpAgent, acpCases } from './acp-exec.ts';
import { MCP } from './cases.ts';
import type { Client, Start } from './client.ts';
import { events, isTool, json, type Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

interface Part {
  readonly functionResponse?: { readonly response: unknown };
}
interface Body {
  readonly contents: readonly { readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

const wire: Wire = ({ method, path, body }, next) => {
  if (path.includes('countTokens')) return json({ totalTokens: 10 });
  if (method !== 'POST' || !/generateContent/i.test(path)) return json({}, 404);
  const { contents, tools = [] } = body as Body;
  const results = contents
    .flatMap(({ parts }) => parts)
    .flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse.response)] : []));
  const offered = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
  const step = next({ offered, results });
  const part = 'tool' in step ? { functionCall: { name: step.tool, args: step.args } } : { text: step.say };
  const reply = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    ...{ modelVersion: 'fake', responseId: 'r-1' },
  };
  return path.includes('stream') ? events([{ data: reply }]) : json(reply);
};

/** The command to start it, with these project settings. */
const startedWith = (settings: string, place: Workplace): Start => {
  place.write(join(place.project, '.gemini', 'settings.json'), settings);
  place.write(join(place.home, '.gemini', 'settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } });
  return {
    args: ['-p', 'Build it.', '--model', 'gemini-2.5-pro'],
    env: { GOOGLE_GEMINI_BASE_URL: place.model.url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  };
};

const printed = (place: Workplace, ...more: readonly string[]) =>
  place.printedConfig('gemini', ['--wait', '5s', ...more]);

const acp: AcpAgent = {
  way: '`askonce run --acp "gemini --acp"`',
  setUp: (place) => ({ ...startedWith('{}', place), args: ['--acp', '--model', 'gemini-2.5-pro'] }),
  deed: (command) => ({ tool: 'run_shell_command', args: { command, description: 'make it' } }),
  write: (file, content) => ({ tool: 'write_file', args: { file_path: file, content } }),
  // It says that it can, and then finds no session of the project.
  loads: false,
};

export const gemini: Client = {
  name: 'gemini',
  title: 'Gemini CLI',
  ways: [
    { name: MCP, cannot: 'approve calls; its agent has to call the tool' },
    {
      name: acp.way,
      cannot:
        'take an edited input; load its session after a kill, so the task begins again; read why a call was denied before its turn has ended',
    },
  ],
  package: '@google/gemini-cli',
  version: '0.61.0',
  command: 'gemini',
  wire,
  asks: 'ask_person',
  claimsForms: false,
  session: /^mcp-[0-9a-f]{24}-1$/,
  setUp: async (place) => startedWith(await printed(place), place),
  cases: [
    {
      ...{ way: MCP, column: 'questions', tried: 'the printed settings without trust' },
      async run(trial) {
        const setUp: Client['setUp'] = async (place) => {
          const settings = JSON.parse(await printed(place));
          settings.mcpServers.askonce.trust = false;
          return startedWith(JSON.stringify(settings), place);
        };
        const { offered } = await trial.turn(() => [], { setUp });
        assert.deepEqual(
          offered.filter((name) => isTool(name, '')),
          [],
        );
        return 'none of the tools is offered, which is why the setting is there';
      },
    },
    {
      ...{ way: MCP, column: 'questions', tried: 'the tool under its usual name, ask_user' },
      async run(trial) {
        const setUp: Client['setUp'] = async (place) =>
          startedWith(await printed(place, '--ask-tool', 'ask_user'), place);
        const { offered } = await trial.turn(() => [], { setUp });
        const ours = offered.filter((name) => isTool(name, ''));
        assert.equal(ours.length, 2, ours.join(', '));
        assert.ok(!ours.some((name) => isTool(name, 'ask_user')));
        return `not offered, which is why it is ask_person here; offered are ${ours.join(', ')}`;
      },
    },
    ...acpCases(acp),
  ],
};
