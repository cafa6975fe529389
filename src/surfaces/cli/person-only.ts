/**
 * A process that AskOnce knows to be an agent may not answer its own questions. This guards against a well-meaning agent that finds the
 * command; an agent can bypass it by unsetting the variable. Only tokens are a security boundary.
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
