/** Runs the person's own command when a question waits. That it fails is its owner's affair. */
import { spawn } from 'node:child_process';
import type { ClarificationRecord } from '../core/records.ts';
import { withoutModel } from '../run/process-group.ts';
import { note } from './output.ts';

/** @param task The task that asks; null where nobody's task does. */
export function notify(
  command: string | null,
  task: string | null,
  { id, question }: Pick<ClarificationRecord, 'id' | 'question'>,
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
