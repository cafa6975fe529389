/**
 * A PM and workers on the command line: `claude -p`, `codex exec -`, a script. The PM's prompt explains the status lines, and the PM prints
 * one of them; a worker is any agent that `askonce run` can run.
 */
import { AskOnceError } from '../core/model/errors.ts';
import { type CommandSettings, commandAgent, commandExecutor } from '../worker/agents/command/executor.ts';
import type { Pm, PmTurn, Worker } from './executor.ts';
import { statusIn } from './pm-status.ts';

/** The instructions before every PM's goal. A model reads them, so each line is shown exactly as it must be printed. */
const PROTOCOL = `You are the PM of a job: you plan it, and workers do its tasks. You are started again for each turn, with everything that has
happened so far. End your reply with one line of JSON that says what to do next, one of these five:

{"status":"PLAN","tasks":["<a task for a worker, complete in itself>","<the next one>"]}
{"status":"CONTINUE","tasks":["<a further task>"],"note":"<what you want to be told in your next turn>"}
{"status":"NEEDS_CLARIFICATION","question":"<one question>","options":["<one>","<another>"],"blocker":"<why>","tried":["<what you did>"],"fallback":"<what you would safely do>","risk":"<what happens if that is wrong>"}
{"status":"COMPLETE","summary":"<what was achieved>"}
{"status":"BLOCKED","reason":"<why the work cannot continue>"}

Tasks are done one after the other; then you are started with the result of each.
Of NEEDS_CLARIFICATION only "question" is required, unless you are told otherwise; the rest is shown to the person with it. "blocker" is
exclusive_requirements, missing_external_data or security_or_law. For a yes or no, leave "options" out and say "type":"CONFIRM".
What you decide by yourself goes into any of the five, for people to read:
"assumptions":[{"decision":"<what>","reasoning":"<why>","confidence":"low, medium or high","risk":"<what happens if it is wrong>"}]`;

const MAY_ASK = `You may put one question to the person in this job. Look for the answer yourself first, and ask only where you cannot continue
without the person. Do not ask for permission to continue; just continue.`;

const MAY_NOT_ASK = `The person has been asked once in this job, and will not be asked again: a second NEEDS_CLARIFICATION is not shown to them. Decide by
yourself, and record your assumptions.`;

/** The entire stdin of a PM. */
export function pmPrompt({ prompt, clarification }: Pick<PmTurn, 'prompt' | 'clarification'>): string {
  const asking = clarification.clarification_used ? MAY_NOT_ASK : MAY_ASK;
  return `${PROTOCOL}\n\n${asking}\n\nThe goal, and what has happened so far:\n\n${prompt}\n`;
}

/** A PM that is a command. It finds its job in the environment, as every agent does. */
export function commandPm(settings: CommandSettings): Pm {
  const agent = commandAgent({ flag: '--pm', ...settings });
  return async (turn, context, job) => {
    const { output: printed, exitCode, complaint } = await agent(pmPrompt(turn), job, context);
    context.signal.throwIfAborted();
    const output = withoutProtocol(printed);
    // A status counts whatever the exit code; a command that failed without one is not asked again.
    if (exitCode === 0 || !('problem' in statusIn(output))) return output;
    const how = exitCode === null ? 'was killed' : `exited with code ${exitCode}`;
    const why = complaint?.trim() ? `: ${complaint.trim().slice(-500)}` : ', and printed nothing.';
    throw new AskOnceError('agent_failed', `The PM ${how} without printing a status${why}`, { exitCode });
  };
}

const TEMPLATES = new Set(PROTOCOL.split('\n').filter((line) => line.startsWith('{')));

/** Some agents repeat their instructions. The example lines in them are not statuses. */
function withoutProtocol(output: string): string {
  return output
    .split('\n')
    .filter((line) => !TEMPLATES.has(line.trim()))
    .join('\n');
}

/** Workers that are a command: each gets its task on stdin, and its output is its result. */
export function commandWorker(settings: CommandSettings): Worker {
  const executor = commandExecutor({ flag: '--worker', ...settings });
  return async (task, context, job) => (await executor({ ...job, prompt: task, originalPrompt: task }, context)) ?? '';
}
