/** Runs the person's own command when a question waits. That it fails is its owner's affair. */

import { spawn } from 'node:child_process';
import type { AskOnce } from '../../askonce.ts';
import type { Clarification } from '../../core/model/views.ts';
import { withoutModel } from '../../worker/agents/command/process-group.ts';
import { note } from '../terminal/output.ts';
import type { GlobalOptions, StoreLocation } from './store-location.ts';

/** @param task The task that asks; null where nobody's task does. */
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

/** An agent that AskOnce runs leaves it to whoever runs it, unless it says so itself: nobody is told twice. */
export function notifyCommand(flags: GlobalOptions, { settings }: StoreLocation, env = process.env): string | null {
  return env.ASKONCE_JOB && flags.notify === undefined ? null : settings.notify;
}

/** Tells of the questions that have begun to wait since it was made, of each once. Asked again, a question is no news. */
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

  /** The same by its id, where it is news. */
  tellOf(askonce: AskOnce, id: string, isNews: (question: Clarification) => boolean = () => true): void {
    if (this.command === null || this.told.has(id)) return;
    // A store that cannot be read now is no reason to fail: the question is safe.
    const found = askonce.questions.get(id).catch(() => null);
    const telling = found.then((question) => {
      this.underWay.delete(telling);
      if (question !== null && isNews(question)) this.tell(question);
    });
    this.underWay.add(telling);
  }

  /** Whoever closes the store waits for this, so that nothing of it is lost. */
  async done(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
