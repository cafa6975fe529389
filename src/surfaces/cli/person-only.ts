/**
 * A process that AskOnce knows to be an agent may not answer its own questions. A guard against an agent that finds the
 * command and means well; who wants to get round it can unset the variable. Only tokens are a boundary.
 */
import { AskOnceError } from '../../core/model/errors.ts';

export function personOnly(command: string): void {
  const job = process.env.ASKONCE_JOB;
  if (!job) return;
  throw new AskOnceError(
    'person_only',
    `\`askonce ${command}\` is for people only, and ASKONCE_JOB marks this process as job ${job}. This keeps agents from answering their own questions.`,
    { job },
  );
}
