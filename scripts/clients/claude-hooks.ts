/** The promises of docs/init.md and docs/approvals.md, tested with the real Claude Code: hooks by command and by http, and the prompt tool. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Case, Column, Seen, Trial } from './cases.ts';
import {
  answerAll,
  BASH,
  byCommand,
  byHttp,
  decide,
  hooksOf,
  type OnQuestion,
  QUESTIONS,
  type Start,
  setupsWith,
  watching,
} from './claude-setups.ts';
import type { Client } from './client.ts';

type SetUp = Client['setUp'];

export const COMMAND = 'hooks that run a command';
export const HTTP = 'hooks that send a request';
export const PROMPT = 'the prompt tool';

/** Asserts what the agent got back from its first call. */
export const gets = (seen: Seen, what: RegExp): void => assert.match(seen.results[0] ?? seen.ran.output, what);

const allowedAnswers =
  /“?SQLite.*selected preview:\s+db: file\.db notes: until there are two machines.*Auth, Cache.*ledger, in lower case/s;

export function hookCases(start: Start): readonly Case[] {
  const { command, http, prompt } = setupsWith(start);

  const permission = (way: string, how: (wait: string) => SetUp): readonly Case[] => [
    {
      ...{ way, column: 'approvals', tried: 'wants to run a command; allowed in the inbox' },
      async run(trial) {
        const { setUp, made } = watching(how('30s'));
        const seen = await trial.turn(() => [BASH], { setUp, onQuestion: decide({ decision: 'allow' }) });
        assert.ok(made(), seen.ran.output.slice(0, 600));
        return 'it runs';
      },
    },
    {
      ...{ way, column: 'approvals', tried: 'denied in the inbox, with words' },
      async run(trial) {
        const { setUp, made } = watching(how('30s'));
        const onQuestion = decide({ decision: 'deny', message: 'Use the build script.' });
        const seen = await trial.turn(() => [BASH], { setUp, onQuestion });
        gets(seen, /Use the build script\./);
        assert.ok(!made());
        return `it does not run, and the agent reads “${seen.results[0]}”`;
      },
    },
    {
      ...{ way, column: 'edits', tried: 'edited in the inbox' },
      async run(trial) {
        const { setUp, made } = watching(how('30s'));
        const onQuestion = decide({ decision: 'allow', updatedInput: { command: 'touch edited' } });
        await trial.turn(() => [BASH], { setUp, onQuestion });
        assert.ok(made('edited') && !made());
        return 'the edited command runs, and the first one does not';
      },
    },
    {
      ...{ way, column: 'approvals', tried: 'no one decides in time' },
      async run(trial) {
        const { setUp, made } = watching(how('1s'));
        const seen = await trial.turn(() => [BASH], { setUp });
        gets(seen, /it waits as q-\w+\. This is not a yes/);
        assert.ok(!made());
        assert.equal(seen.pending.length, 1, 'it is in the inbox');
        return 'denied; the agent reads that it waits, and it is in the inbox';
      },
    },
    {
      ...{ way, column: 'scopes', tried: 'two equal commands, allowed for this session' },
      async run(trial) {
        const onQuestion = decide({ decision: 'allow', scope: 'session' });
        const seen = await trial.turn(() => [BASH, BASH], { setUp: how('30s'), onQuestion });
        const asked = seen.events.filter(({ type }) => type === 'clarification.requested');
        assert.equal(asked.length, 1, 'the second was asked too');
        assert.equal(seen.results.length, 2);
        return 'the person is asked once; the rule decides the second';
      },
    },
    {
      ...{ way, column: 'approvals', tried: 'decided twice at once' },
      async run(trial) {
        const { setUp, made } = watching(how('30s'));
        let second = '';
        const onQuestion: OnQuestion = async (id, askonce) => {
          await askonce.approvals.decide(id, { decision: 'deny', by: 'ada' });
          second = await askonce.approvals
            .decide(id, { decision: 'allow', by: 'bob' })
            .then(String, (error) => error.code);
        };
        await trial.turn(() => [BASH], { setUp, onQuestion });
        assert.equal(second, 'already_answered');
        assert.ok(!made());
        return 'the first decision holds; the second person learns who was first';
      },
    },
    {
      ...{ way, column: 'agent killed', tried: 'Claude Code is killed while it waits' },
      async run(trial) {
        const { setUp, made } = watching(how('30s'));
        const seen = await trial.turn(() => [BASH], { setUp, killed: true });
        assert.equal(seen.pending.length, 1);
        assert.ok(!made());
        return 'nothing runs; the approval stays in the inbox';
      },
    },
  ];

  const questions = (way: string, setUp: SetUp): Case => ({
    ...{ way, column: 'questions', tried: 'AskUserQuestion: a choice with a note and a preview, several, own words' },
    async run(trial: Trial) {
      const seen = await trial.turn(() => [QUESTIONS], { setUp, onQuestion: answerAll });
      gets(seen, allowedAnswers);
      return `the agent reads “${seen.results[0]!.slice(0, 240)}…”`;
    },
  });

  const onlyQuestions = (hook: object): SetUp => prompt(hooksOf(hook, ['PreToolUse']));
  const ofCommand = (column: Column, tried: string, run: Case['run']): Case => ({ way: COMMAND, column, tried, run });

  return [
    ...permission(COMMAND, command),
    ...permission(HTTP, http),
    ...permission(PROMPT, (wait) => prompt({}, '--wait', wait)),
    questions(COMMAND, onlyQuestions(byCommand('--wait', '30s'))),
    questions(HTTP, async (place) => onlyQuestions(await byHttp(place, '30s'))(place)),
    questions(PROMPT, prompt()),
    ofCommand('questions', 'AskUserQuestion, declined in the inbox', async (trial) => {
      const onQuestion: OnQuestion = (id, askonce) => askonce.questions.decline(id, 'Ask Bob');
      const setUp = onlyQuestions(byCommand('--wait', '30s'));
      const seen = await trial.turn(() => [QUESTIONS], { setUp, onQuestion });
      gets(seen, /declined.*Ask Bob/s);
      return 'denied, with the person’s words';
    }),
    ofCommand('questions', 'AskUserQuestion, and no one answers in time', async (trial) => {
      const seen = await trial.turn(() => [QUESTIONS], { setUp: onlyQuestions(byCommand('--wait', '1s')) });
      gets(seen, /it waits as q-\w+/);
      assert.equal(seen.pending.length, 3);
      return 'denied; the agent reads that the questions wait, and they are in the inbox';
    }),
    ofCommand('questions', 'a form of an MCP server', async (trial) => {
      const forms = { command: process.execPath, args: [join(import.meta.dirname, 'form-server.ts')] };
      const setUp: SetUp = (place) => {
        place.write(join(place.project, '.mcp.json'), { mcpServers: { forms } });
        const args = ['--mcp-config', '.mcp.json', '--strict-mcp-config', '--allowedTools', 'mcp__forms'];
        return start(place, hooksOf(byCommand('--wait', '30s')), args);
      };
      const show = { tool: 'mcp__forms__show_form', args: {} };
      const seen = await trial.turn(() => [show], { setUp, onQuestion: answerAll });
      gets(seen, /"accept".*"region":"eu".*"replicas":3.*"backups":true/);
      return `answered in the inbox: ${seen.results[0]}`;
    }),
    {
      ...{ way: PROMPT, column: 'questions', tried: 'what the model is offered' },
      async run(trial) {
        const { offered } = await trial.turn(() => [], { setUp: prompt() });
        assert.ok(!offered.some((name) => name.endsWith('approve')), offered.join(', '));
        assert.ok(offered.includes('AskUserQuestion'));
        return 'AskUserQuestion, and not the prompt tool itself';
      },
    },
  ];
}
