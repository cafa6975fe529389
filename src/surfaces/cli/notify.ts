/** Runs the user's notify command when a question waits. A command that fails is not reported, only one that cannot be started. */

import { spawn } from 'node:child_process';
import type { AskOnce } from '../../askonce.ts';
import type { Clarification } from '../../core/model/views.ts';
import { withoutModel } from '../../worker/agents/command/process-group.ts';
import { note } from '../terminal/output.ts';
import type { GlobalOptions, StoreLocation } from './store-location.ts';

/** @param task The task that asks; null if the question belongs to no task. */
export function notify(
  command: string | null,
  task: string | null,
  { id, question }: Pick<Clarification, 'id' | 'question'>,
  say: (line: string) => void = note,
): void {
  if (command === null) return;
  const env = {
    ...withoutModel(process.env),
    ...(task === null ? {} : { ASKONCE_TASK: task }),
    ASKONCE_QUESTION_ID: id,
    ASKONCE_QUESTION: question,
  };
  const child = spawn(command, { shell: true, stdio: 'ignore', detached: true, env });
  child.on('error', (error) => say(`The notify command could not be started: ${error.message}`));
  child.unref();
}

/** Null for an agent that AskOnce runs, unless it passes --notify: the process that runs it notifies, so you are notified once. */
export function notifyCommand(flags: GlobalOptions, { settings }: StoreLocation, env = process.env): string | null {
  return env.ASKONCE_JOB && flags.notify === undefined ? null : settings.notify;
}

/** Notifies once about each question that was asked after this was created. Asking it again does not notify again. */
export class Notifier {
  private readonly command: string | null;
  private readonly since = Date.now();
  private readonly told = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(command: string | null) {
    this.command = command;
  }

  tell(question: Pick<Clarification, 'id' | 'question' | 'job' | 'createdAt'>): void {
    if (question.createdAt < this.since || this.told.has(question.id)) return;
    this.told.add(question.id);
    notify(this.command, question.job, question);
  }

  /** The same by id, if `isNews` accepts the question. */
  tellOf(askonce: AskOnce, id: string, isNews: (question: Clarification) => boolean = () => true): void {
    if (this.command === null || this.told.has(id)) return;
    // If the store cannot be read now, the notice is skipped; the question itself is stored.
    const found = askonce.questions.get(id).catch(() => null);
    const telling = found.then((question) => {
      this.underWay.delete(telling);
      if (question !== null && isNews(question)) this.tell(question);
    });
    this.underWay.add(telling);
  }

  /** Await this before closing the store, so that no notice is lost. */
  async done(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
