/** The terminal inbox on a store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import picocolors from 'picocolors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AskOnce, AskOnceError, openAskOnce } from '../../src/index.ts';
import { pick } from '../../src/surfaces/terminal/picker.ts';
import { Terminal } from '../support/terminal.ts';
import { ENTER, screenOf, watching } from './watching.ts';

const ESCAPE = '\u001b';
const CTRL_C = '\u0003';

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-watch-'));
  const askonce = await openAskOnce({ db: join(folder, 'askonce.db'), project: folder, by: 'ada' });
  onTestFinished(async () => {
    await askonce.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return askonce;
}

const CALL = { tool: 'Bash', input: { command: 'npm run build' } };
const ask = (askonce: AskOnce, session: string, more: object = {}) =>
  askonce.session(session).approve({ ...CALL, ...more }, { wait: false });

describe('the terminal inbox', () => {
  it('shows whose question it is, and gives one answer to all agents that ask the same', async () => {
    const askonce = await opened();
    const FORMAT = { question: 'Which format should reports use?', options: ['YAML', 'JSON'] };
    const agents = ['Claude Code', 'Codex', 'Gemini CLI'];
    const asked = await Promise.all(
      agents.map((agent, at) => askonce.session(`s${at}`).ask(FORMAT, { wait: false, agent, branch: 'fix/prices' })),
    );
    const inbox = await watching(askonce);
    await inbox.shows('(3 agents ask this)');
    expect((await inbox.shows('on fix/prices')).join('\n')).toMatch(/(Claude Code|Codex|Gemini CLI) · /);
    inbox.type(ENTER);
    await inbox.shows('1  YAML');
    inbox.type('2');
    inbox.type(ENTER);
    await inbox.shows('Who gets your answer?');
    inbox.type(ENTER);
    await inbox.shows('New questions appear here.');
    for (const [at, { items }] of asked.entries())
      expect(await askonce.questions.get(items[0]!.id!)).toMatchObject({ answer: 'JSON', session: `s${at}` });
  });

  it('lists what waits, rings for what comes, and answers a question', async () => {
    const askonce = await opened();
    const inbox = await watching(askonce);
    await inbox.shows('New questions appear here.');
    expect(inbox.raw()).not.toContain('\u0007');
    const { items } = await askonce
      .session('s')
      .ask({ question: 'Which format?', options: ['YAML', 'JSON'] }, { wait: false });
    await inbox.shows('1 question waiting');
    expect(inbox.raw()).toContain('\u0007');
    inbox.type(ENTER);
    await inbox.shows('Enter chooses, type to filter, Esc leaves');
    await inbox.shows('? Which format?');
    inbox.type(`2${ENTER}`);
    await inbox.shows('New questions appear here.');
    expect(await askonce.questions.get(items[0]!.id!)).toMatchObject({ answer: 'JSON', by: 'ada', surface: 'cli' });
    inbox.type(CTRL_C);
    await inbox.ended;
  });

  it('shows equal calls as one, and settles all of them only if that is chosen, listing them', async () => {
    const askonce = await opened();
    const calls = [];
    for (const session of ['a', 'b', 'c']) calls.push(await ask(askonce, session));
    const other = await askonce
      .session('a')
      .approve({ ...CALL, input: { command: 'npm run  build' } }, { wait: false });
    const inbox = await watching(askonce);
    expect((await inbox.shows('4 questions waiting'))[1]).toContain('(3 calls ask this)');
    inbox.type(ENTER);
    await inbox.shows('1 y  Allow once');
    inbox.type(`y${ENTER}`);
    expect((await inbox.shows('3 questions waiting')).join('\n')).toContain('(2 calls ask this)');
    inbox.type(ENTER);
    const rows = await inbox.shows('Allow all 2 once');
    inbox.type(
      `${rows.findIndex((row) => row.includes('Allow all 2')) - rows.findIndex((row) => row.includes('1 y')) + 1}`,
    );
    inbox.type(ENTER);
    const shown = (await inbox.shows('1 question waiting')).join('\n');
    for (const { id } of calls.slice(1)) expect(shown).toContain(`  ${id}  `);
    expect(shown).not.toContain(`  ${calls[0]!.id}  `);
    const answers = await Promise.all(
      [...calls, other].map(async ({ id }) => (await askonce.questions.get(id!))!.answer),
    );
    expect(answers).toEqual(['Yes', 'Yes', 'Yes', null]);
  });

  it('makes the rule that is shown, denies with a message, and edits where the host takes an edit', async () => {
    const askonce = await opened();
    const inbox = await watching(askonce);
    const decided = async (keys: readonly (readonly [string, string])[], more: object) => {
      const { id } = (await ask(askonce, 's', { callId: `c${Math.random()}`, ...more })) as { id: string };
      await inbox.shows('1 question waiting');
      inbox.type(ENTER);
      await inbox.shows('1 y  Allow once');
      for (const [typed, then] of keys) {
        inbox.type(typed);
        await inbox.shows(then);
      }
      return askonce.questions.get(id);
    };
    const empty = 'New questions appear here.';
    const message = [
      ['m', '❯ 5 m'],
      [ENTER, 'answer>'],
      ['Not now', 'answer> Not now'],
      [ENTER, empty],
    ] as const;
    expect(await decided(message, {})).toMatchObject({ answer: 'No', decision: { message: 'Not now' } });
    const edit = [
      ['e', '❯ 6 e'],
      [ENTER, 'answer> npm run build'],
      [' -w', 'build -w'],
      [ENTER, empty],
    ] as const;
    const edited = await decided(edit, { editable: true });
    expect(edited).toMatchObject({ answer: 'Yes', decision: { updatedInput: '{"command":"npm run build -w"}' } });
    // Esc leads back from the message to the choices, and decides nothing.
    const rule = [
      ['m', '❯ 5 m'],
      [ENTER, 'answer>'],
      [ESCAPE, 'Allow in this session  Bash(npm run build)'],
      ['s', '❯ 2 s'],
    ] as const;
    const waits = await decided(rule, {});
    expect(waits).toMatchObject({ status: 'pending' });
    inbox.type(ENTER);
    await inbox.shows('Rule made: Bash(npm run build).');
    expect(await ask(askonce, 's')).toMatchObject({ decision: 'allow', source: 'rule' });
    expect(await ask(askonce, 't')).toMatchObject({ decision: 'parked' });
  });

  it('takes away what is decided elsewhere, also while it is open, and says by whom', async () => {
    const askonce = await opened();
    const { id } = (await ask(askonce, 's')) as { id: string };
    const inbox = await watching(askonce);
    await inbox.shows('1 question waiting');
    inbox.type(ENTER);
    await inbox.shows('1 y  Allow once');
    inbox.type('m');
    await inbox.shows('❯ 5 m');
    inbox.type(ENTER);
    await inbox.shows('answer>');
    inbox.type('half');
    await inbox.shows('answer> half');
    await askonce.approvals.decide(id, { decision: 'allow', by: 'mia', surface: 'page' });
    await inbox.shows('New questions appear here.');
    const shown = inbox.terminal.screen();
    expect(shown).toContain('The call “Allow Bash: npm run build” was allowed by mia (page).');
    expect(shown).toContain('You had typed: half');
    expect((await askonce.questions.get(id))!.by).toBe('mia');
  });

  it('allows nothing for Enter alone, nor where no person is at the terminal', async () => {
    const askonce = await opened();
    const { id } = (await ask(askonce, 's')) as { id: string };
    const refuse = vi.fn(() => {
      throw new AskOnceError('answerer_needed', 'This is no terminal.');
    });
    const inbox = await watching(askonce, { mustBePerson: refuse });
    await inbox.shows('1 question waiting');
    inbox.type(ENTER);
    await inbox.shows('1 y  Allow once');
    inbox.type(ENTER.repeat(5));
    inbox.type('n');
    expect((await inbox.shows('❯ 4 n')).join('\n')).toContain('$ npm run build');
    expect((await askonce.questions.get(id))!.status).toBe('pending');
    inbox.type('y');
    await inbox.shows('❯ 1 y');
    inbox.type(ENTER);
    await inbox.shows('Code: answerer_needed');
    expect((await askonce.questions.get(id))!.status).toBe('pending');
  });
});

it('a key that is held decides nothing in a picker that has just appeared, however long it is held', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  const input = new PassThrough();
  const { output } = screenOf(new Terminal(100, 30));
  const question = { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], other: false, free: false };
  const colours = picocolors.createColors(false);
  const done = vi.fn();
  const { signal } = new AbortController();
  void pick(question, { input, output, signal, colours, graceMs: 400 }).then(done);
  for (let held = 0; held < 40; held += 1) {
    input.emit('keypress', '\r', { name: 'return' });
    await vi.advanceTimersByTimeAsync(30);
  }
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  input.emit('keypress', '\r', { name: 'return' });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledWith({ chose: [0] });
});
