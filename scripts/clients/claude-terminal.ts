/** Claude Code in a terminal, where its own dialog opens beside the inbox: the real program in tmux, with keys. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clarification } from '../../src/index.ts';
import type { Case, Column, Trial } from './cases.ts';
import { answerAll, BASH, byCommand, hooksOf, QUESTIONS } from './claude-setups.ts';
import type { ScriptedCall } from './fake-model.ts';
import { Workplace } from './workplace.ts';

export const TERMINAL = 'in a terminal, with hooks';

const TRIES = 400;
const PROMPT = '❯';
/** The dialog of a call, and of a question. */
const ASKS_CALL = 'Do you want to proceed?';
const ASKS_QUESTION = 'Enter to select';
const DONE = '● Done.';

/** A session of Claude Code in a terminal. */
class Terminal {
  readonly place: Workplace;
  private readonly env: Readonly<Record<string, string>>;

  constructor(place: Workplace, env: Readonly<Record<string, string>>) {
    this.place = place;
    this.env = { ...place.shelter(), ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  }

  /** Starts it in a folder that it trusts, and gives it a task. */
  async start(program: string, wait: string): Promise<void> {
    const { place } = this;
    const settings = { ...hooksOf(byCommand('--wait', wait)), permissions: { defaultMode: 'default' } };
    place.write(join(place.project, 'settings.json'), settings);
    place.write(join(place.home, '.claude', '.claude.json'), {
      ...{ hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: ['none'], rejected: [] } },
      projects: { [place.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    });
    const size = ['-x', '120', '-y', '50', '-c', place.project];
    this.tmux('-f', '/dev/null', 'new-session', '-d', ...size, `'${program}' --settings settings.json`);
    place.atEnd(() => this.close());
    await this.shows(PROMPT);
    this.press('Build it.', 'Enter');
  }

  /** Closes the window, and so kills Claude Code. */
  close(): void {
    try {
      this.tmux('kill-server');
    } catch {
      // It is closed already.
    }
  }

  press(...keys: readonly string[]): void {
    for (const key of keys) this.tmux('send-keys', key);
  }

  async shows(text: string): Promise<void> {
    await this.until(
      () => this.screen().includes(text),
      () => `the terminal does not show “${text}”:\n${this.screen()}`,
    );
  }

  async until(holds: () => boolean | Promise<boolean>, why: () => string): Promise<void> {
    for (let left = TRIES; left > 0; left -= 1) {
      if (await holds()) return;
      await pause(100);
    }
    assert.fail(why());
  }

  /** A person reads the dialog before they answer; the hook beside it has then started. */
  isRead(): Promise<void> {
    return pause(3_000);
  }

  async waiting(count: number): Promise<readonly Clarification[]> {
    const pending = async () => (await this.place.askonce.questions.list({ status: 'pending' })).items;
    await this.until(
      async () => (await pending()).length === count,
      () => `not ${count} in the inbox:\n${this.screen()}`,
    );
    return pending();
  }

  made(): boolean {
    return existsSync(join(this.place.project, 'made'));
  }

  private screen(): string {
    return this.tmux('capture-pane', '-p');
  }

  private tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-S', join(this.place.home, 'tmux'), ...args], { encoding: 'utf8', env: this.env });
  }
}

type Environment = (place: Workplace) => Readonly<Record<string, string>>;

export function terminalCases(environment: Environment): readonly Case[] {
  const terminalCase = (
    column: Column,
    tried: string,
    call: ScriptedCall,
    wait: string,
    run: (terminal: Terminal) => Promise<string>,
  ): Case => ({
    ...{ way: TERMINAL, column, tried },
    async run(trial: Trial) {
      const place = await Workplace.open(trial.client.wire, () => [call]);
      try {
        const terminal = new Terminal(place, environment(place));
        await terminal.start(trial.program, wait);
        return await run(terminal);
      } finally {
        await place.close();
      }
    },
  });
  return [
    terminalCase('approvals', 'allowed in the inbox while the dialog is open', BASH, '60s', async (terminal) => {
      await terminal.shows(ASKS_CALL);
      const [approval] = await terminal.waiting(1);
      await terminal.place.askonce.approvals.decide(approval!.id, { decision: 'allow', by: 'ada' });
      await terminal.shows(DONE);
      assert.ok(terminal.made());
      return 'the dialog closes, and the command runs';
    }),
    terminalCase('approvals', 'decided in the dialog', BASH, '60s', async (terminal) => {
      await terminal.waiting(1);
      await terminal.shows(ASKS_CALL);
      await terminal.isRead();
      terminal.press('Enter');
      await terminal.shows(DONE);
      assert.ok(terminal.made());
      await terminal.waiting(0);
      return 'the command runs, and the approval leaves the inbox';
    }),
    terminalCase('approvals', 'no one decides in time', BASH, '3s', async (terminal) => {
      await terminal.waiting(1);
      await terminal.waiting(0);
      await terminal.shows(ASKS_CALL);
      assert.ok(!terminal.made());
      terminal.press('Enter');
      await terminal.shows(DONE);
      assert.ok(terminal.made());
      return 'Claude Code’s own dialog stays open, and decides';
    }),
    terminalCase('edits', 'edited in the inbox while the dialog is open', BASH, '60s', async (terminal) => {
      const [approval] = await terminal.waiting(1);
      const updatedInput = { command: 'touch edited' };
      await terminal.place.askonce.approvals.decide(approval!.id, { decision: 'allow', updatedInput });
      await terminal.shows(DONE);
      assert.ok(existsSync(join(terminal.place.project, 'edited')) && !terminal.made());
      return 'the edited command runs';
    }),
    terminalCase('questions', 'AskUserQuestion, answered in the inbox', QUESTIONS, '60s', async (terminal) => {
      await terminal.shows(ASKS_QUESTION);
      const { askonce, model } = terminal.place;
      for (const { id } of await terminal.waiting(3)) await answerAll(id, askonce);
      await terminal.shows(DONE);
      assert.match(model.turns.at(-1)!.results[0]!, /SQLite.*notes: until there are two machines.*Auth, Cache/s);
      return 'the dialog closes, and the agent gets the answers';
    }),
    terminalCase('questions', 'AskUserQuestion, cancelled in the dialog', QUESTIONS, '60s', async (terminal) => {
      await terminal.waiting(3);
      await terminal.shows(ASKS_QUESTION);
      await terminal.isRead();
      terminal.press('Escape');
      await terminal.waiting(0);
      return 'the questions leave the inbox';
    }),
    terminalCase('agent killed', 'the window is closed while the dialog is open', BASH, '60s', async (terminal) => {
      await terminal.waiting(1);
      await terminal.shows(ASKS_CALL);
      terminal.close();
      assert.ok(!terminal.made());
      return 'nothing runs, and no decision is recorded';
    }),
    terminalCase('AskOnce killed', 'AskOnce is killed while the dialog is open', BASH, '60s', async (terminal) => {
      await terminal.waiting(1);
      await terminal.shows(ASKS_CALL);
      terminal.place.killAskOnce();
      await terminal.isRead();
      assert.ok(!terminal.made());
      return 'nothing runs';
    }),
  ];
}
