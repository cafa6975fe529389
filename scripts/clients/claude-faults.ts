/** What can go wrong between the real Claude Code and AskOnce: AskOnce is killed, does not run, or gets hostile input. Nothing of it allows. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AskOnce } from '../../src/index.ts';
import type { Case } from './cases.ts';
import { COMMAND, gets, HTTP, PROMPT } from './claude-hooks.ts';
import {
  BASH,
  byCommand,
  byHttp,
  decide,
  hooksOf,
  type OnQuestion,
  type Start,
  setupsWith,
  watching,
} from './claude-setups.ts';
import type { Client } from './client.ts';

type SetUp = Client['setUp'];

const MANY = 50;

export function faultCases(start: Start): readonly Case[] {
  const { command, http, prompt } = setupsWith(start);
  const ways: readonly (readonly [string, (wait: string) => SetUp])[] = [
    [COMMAND, command],
    [HTTP, http],
    [PROMPT, (wait) => prompt({}, '--wait', wait)],
  ];
  return [
    ...ways.flatMap(([way, how]): readonly Case[] => [
      {
        ...{ way, column: 'AskOnce killed', tried: 'AskOnce is killed while the call waits' },
        async run(trial) {
          const { setUp, made } = watching(how('30s'));
          const seen = await trial.turn(() => [BASH], { setUp, askonceKilled: true });
          assert.ok(!made(), 'it ran');
          assert.equal(seen.pending.length, 1);
          assert.equal(seen.results.length, 1, seen.ran.output.slice(0, 600));
          return 'the call is denied; the approval stays in the inbox';
        },
      },
      {
        ...{ way, column: 'approvals', tried: 'a command of nearly a megabyte, and one with control characters' },
        async run(trial) {
          const { setUp, made } = watching(how('1s'));
          const huge = { command: `touch made # ${'x'.repeat(900_000)}`, description: 'huge' };
          const odd = { command: 'touch made #\u001b[2J\u202e\u0007\r rm -rf /', description: 'odd' };
          const calls = [huge, odd].map((args) => ({ tool: 'Bash', args }));
          const seen = await trial.turn(() => calls, { setUp });
          assert.ok(!made());
          assert.equal(seen.results.length, 2, seen.ran.output.slice(0, 600));
          assert.equal(seen.pending.length, 1);
          return 'neither runs: the first waits in the inbox, and Claude Code itself refuses the second';
        },
      },
    ]),
    ...ways.slice(0, 2).map(
      ([way, how]): Case => ({
        ...{ way, column: 'AskOnce killed', tried: 'killed while the call waits; then the agent makes the call again' },
        async run(trial) {
          const { setUp, made } = watching(how('30s'));
          const before = async (askonce: AskOnce) => {
            askonce.events.on('clarification.joined', ({ clarification }) => {
              void decide({ decision: 'allow' })(clarification!, askonce);
            });
          };
          const seen = await trial.turn(() => [BASH, BASH], { setUp, before, askonceKilled: true });
          const asked = seen.events.filter(({ type }) => type === 'clarification.requested');
          assert.equal(asked.length, 1, 'asked again');
          assert.ok(made(), seen.results.join('\n'));
          return 'it waits for the same approval; allowed there, it runs';
        },
      }),
    ),
    {
      ...{ way: PROMPT, column: 'approvals', tried: 'the id of an allowed call is used for another one' },
      async run(trial) {
        const { setUp, made } = watching(prompt({}, '--wait', '1s'));
        const other = { command: 'touch other', description: 'make another file' };
        const script = () => [
          { ...BASH, id: 'toolu_again' },
          { tool: 'Bash', args: other, id: 'toolu_again' },
        ];
        const seen = await trial.turn(script, { setUp, onQuestion: decide({ decision: 'allow' }) });
        assert.ok(made() && !made('other'), seen.results.join('\n'));
        assert.equal(seen.events.filter(({ type }) => type === 'clarification.requested').length, 1);
        return 'Claude Code itself drops the other call, and it does not run';
      },
    },
    {
      ...{ way: HTTP, column: 'approvals', tried: `${MANY} calls at once, every second one allowed` },
      async run(trial) {
        const notes = { command: process.execPath, args: [join(import.meta.dirname, 'form-server.ts')] };
        const setUp: SetUp = async (place) => {
          place.write(join(place.project, '.mcp.json'), { mcpServers: { notes } });
          const args = ['--mcp-config', '.mcp.json', '--strict-mcp-config'];
          const { env, ...rest } = await start(place, hooksOf(await byHttp(place, '50s')), args);
          return { ...rest, env: { ...env, CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: String(MANY) } };
        };
        const [first, ...beside] = Array.from({ length: MANY }, (_, n) => ({ tool: 'mcp__notes__note', args: { n } }));
        const waiting: string[] = [];
        const decideAll: OnQuestion = async (id, askonce) => {
          // Decided only once all of them wait, so that they really wait at once.
          waiting.push(id);
          if (waiting.length < MANY) return;
          for (const one of waiting) {
            const { input } = (await askonce.questions.get(one))!.approval!;
            const { n } = input as { n: number };
            await askonce.approvals.decide(one, { decision: n % 2 === 0 ? 'allow' : 'deny', by: 'ada' });
          }
        };
        const seen = await trial.turn(() => [{ ...first!, beside }], { setUp, onQuestion: decideAll });
        const noted = seen.results.flatMap((text) => /^noted (\d+)$/.exec(text)?.[1] ?? []).map(Number);
        assert.deepEqual(
          noted.toSorted((a, b) => a - b),
          Array.from({ length: MANY / 2 }, (_, n) => 2 * n),
          `${waiting.length} waited; ${seen.results.length} ended`,
        );
        return `all ${MANY} wait at once; the ${MANY / 2} allowed ones run, and no other`;
      },
    },
    {
      ...{ way: COMMAND, column: 'AskOnce killed', tried: 'AskOnce cannot open its store' },
      async run(trial) {
        const { setUp, made } = watching(command('30s', '--db', '/dev/null/no.db'));
        const seen = await trial.turn(() => [BASH], { setUp });
        gets(seen, /This is not a yes/);
        assert.ok(!made());
        return 'denied';
      },
    },
    {
      ...{ way: COMMAND, column: 'AskOnce killed', tried: 'AskOnce is no longer installed' },
      async run(trial) {
        const gone = { ...byCommand(), command: '/nowhere/askonce hook claude-code' };
        const { setUp, made } = watching((place) => start(place, hooksOf(gone)));
        const seen = await trial.turn(() => [BASH], { setUp });
        assert.ok(!made(), seen.ran.output);
        gets(seen, /blocking because onFailure is "block"/);
        return 'denied';
      },
    },
    {
      ...{ way: HTTP, column: 'AskOnce killed', tried: 'no server runs' },
      async run(trial) {
        const hook = { type: 'http', url: 'http://127.0.0.1:9/hooks/claude-code', timeout: 60, onFailure: 'block' };
        const { setUp, made } = watching((place) => start(place, hooksOf(hook)));
        const seen = await trial.turn(() => [BASH], { setUp });
        gets(seen, /blocking because onFailure is "block"/);
        assert.ok(!made());
        return 'denied';
      },
    },
  ];
}
