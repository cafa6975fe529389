/** The terminal inbox: what a person does with a question beside answering it, and the questions that other programs ask. */
import { describe, expect, it, vi } from 'vitest';
import { hookRoutes } from '../../src/surfaces/http/routes/hooks.ts';
import { serveOn } from '../http/serving.ts';
import { agent, mcpBench } from '../mcp/clients.ts';
import { nextEvent, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { ENTER, watching } from './watching.ts';

const [CTRL_L, CTRL_X] = ['\u000c', '\u0018'];
const HOUR_MS = 3_600_000;
const FORMAT = { question: 'Which format should reports use?', options: ['YAML', 'JSON'] };
const EMPTY = 'New questions appear here.';

/** Three agents that ask the same, and the open question of the terminal inbox. */
async function opened(question: object = FORMAT) {
  const { askonce } = await setUp(sqlite);
  const ids: string[] = [];
  for (const session of ['a', 'b', 'c']) {
    const asked = await askonce
      .session(session)
      .ask(question as typeof FORMAT, { wait: false, agent: `agent ${session}` });
    ids.push(asked.items[0]!.id!);
  }
  const inbox = await watching(askonce);
  await inbox.shows('(3 agents ask this)');
  inbox.type(ENTER);
  await inbox.shows('Ctrl-L later, Ctrl-X declines');
  const states = async () => Promise.all(ids.map(async (id) => (await askonce.questions.get(id))!));
  return { askonce, ids, inbox, states };
}

describe('the terminal inbox', () => {
  it('gives an answer to those of a group that are marked', async () => {
    const { inbox, states } = await opened();
    inbox.type(`1${ENTER}`);
    await inbox.shows('Space marks');
    inbox.type('2');
    await inbox.shows('❯ 2');
    inbox.type(' ');
    await inbox.shows('1 marked');
    inbox.type('4');
    await inbox.shows('❯ 4');
    inbox.type(' ');
    await inbox.shows('2 marked');
    inbox.type(ENTER);
    await inbox.shows('1 question waiting');
    expect((await states()).map(({ answer }) => answer)).toEqual(['YAML', null, 'YAML']);
  });

  it('puts a question off for one of its agents, or for all', async () => {
    const { askonce, inbox, states } = await opened();
    const before = askonce.clock.now();
    inbox.type(CTRL_L);
    await inbox.shows('Ask again when?');
    inbox.type(ENTER);
    await inbox.shows('3 agents ask this. For whom?');
    inbox.type('2');
    await inbox.shows('❯ 2');
    inbox.type(ENTER);
    await inbox.shows('Put off: in 1 hour. Which format should reports use?');
    await inbox.shows('(2 agents ask this)');
    const [first, second] = await states();
    expect(first!.snoozedUntil).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(second!.snoozedUntil).toBeNull();
    inbox.type(ENTER);
    await inbox.shows('Ctrl-L later');
    inbox.type(CTRL_L);
    await inbox.shows('Ask again when?');
    inbox.type(`3${ENTER}`);
    await inbox.shows('For whom?');
    inbox.type(ENTER);
    await inbox.shows(EMPTY);
    // What returns is news.
    const rung = inbox.raw().split('\u0007').length;
    await askonce.questions.snooze(first!.id, null);
    await inbox.shows('1 question waiting');
    await vi.waitFor(() => expect(inbox.raw().split('\u0007').length).toBe(rung + 1));
  });

  it('declines a question, with a reason if the person gives one, also while an answer is typed', async () => {
    const { inbox, states } = await opened({ question: 'What is the title?' });
    inbox.type('half');
    await inbox.shows('answer> half');
    inbox.type(CTRL_X);
    await inbox.shows('Decline?');
    inbox.type('2');
    await inbox.shows('❯ 2');
    inbox.type(ENTER);
    await inbox.shows('answer>');
    inbox.type(`not mine${ENTER}`);
    await inbox.shows('For whom?');
    inbox.type('2');
    await inbox.shows('❯ 2');
    inbox.type(ENTER);
    await inbox.shows('Declined. What is the title?');
    await inbox.shows('(2 agents ask this)');
    inbox.type(ENTER);
    await inbox.shows('Ctrl-X declines');
    inbox.type(CTRL_X);
    await inbox.shows('Decline?');
    inbox.type(ENTER);
    await inbox.shows('For whom?');
    inbox.type(ENTER);
    await inbox.shows(EMPTY);
    expect((await states()).map(({ status, because }) => [status, because])).toEqual([
      ['declined', 'not mine'],
      ['declined', null],
      ['declined', null],
    ]);
  });

  it('puts a call off, and never declines one by a key', async () => {
    const { askonce } = await setUp(sqlite);
    const call = { tool: 'Bash', input: { command: 'npm run build' } };
    const { id } = await askonce.session('s').approve(call, { wait: false });
    const inbox = await watching(askonce);
    await inbox.shows('1 question waiting');
    inbox.type(ENTER);
    expect((await inbox.shows('Ctrl-L later')).join('\n')).not.toContain('Ctrl-X');
    inbox.type(CTRL_X);
    inbox.type(CTRL_L);
    await inbox.shows('Ask again when?');
    inbox.type(ENTER);
    await inbox.shows(EMPTY);
    expect(await askonce.questions.get(id!)).toMatchObject({ status: 'pending', snoozedUntil: expect.any(Number) });
  });

  it('answers what an MCP client asks', async () => {
    const { askonce, url } = await mcpBench();
    const inbox = await watching(askonce);
    const asking = (await agent('2025-11-25', { url })).ask('What is the title?');
    await inbox.shows('1 question waiting');
    inbox.type(ENTER);
    await inbox.shows('answer>');
    inbox.type(`Prices${ENTER}`);
    expect((await asking).items).toMatchObject([{ outcome: 'answered', answer: 'Prices', surface: 'cli' }]);
  });

  it('answers what a hook of Claude Code asks', async () => {
    const { askonce, root } = await setUp(sqlite);
    const { url } = await serveOn(askonce, { http: { requireToken: false, routes: [hookRoutes] } });
    const inbox = await watching(askonce);
    const hook = {
      ...{
        hook_event_name: 'PreToolUse',
        session_id: 'abc',
        cwd: root,
        tool_name: 'AskUserQuestion',
        tool_use_id: 't',
      },
      tool_input: {
        questions: [
          {
            header: 'Format',
            multiSelect: false,
            question: 'Which format?',
            options: [
              { label: 'YAML', description: '' },
              { label: 'JSON', description: '' },
            ],
          },
        ],
      },
    };
    const asked = nextEvent(askonce, 'clarification.requested');
    const headers = { 'content-type': 'application/json' };
    const replied = fetch(`${url}/hooks/claude-code`, { method: 'POST', headers, body: JSON.stringify(hook) });
    await asked;
    await inbox.shows('1 question waiting');
    inbox.type(ENTER);
    await inbox.shows('1  YAML');
    inbox.type(`2${ENTER}`);
    expect(await (await replied).json()).toMatchObject({
      hookSpecificOutput: { updatedInput: { answers: { 'Which format?': 'JSON' } } },
    });
  });
});
