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

/** Variables that coding agents set in the shells they run, and those of the agents that AskOnce starts. */
const AGENTS = [
  'ASKONCE_JOB',
  'ASKONCE_AGENT',
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
];

/** Whether this is the shell of a coding agent. */
export function isAgentsShell(env: NodeJS.ProcessEnv = process.env): boolean {
  return AGENTS.some((name) => env[name]);
}

/** Throws in the shell of a coding agent: what this command gives out could approve the agent's own calls. */
export function notForAgents(command: string): void {
  const agent = AGENTS.find((name) => process.env[name]);
  if (agent === undefined) return;
  const text = `\`askonce ${command}\` is for people only, and ${agent} marks this as the shell of an agent.`;
  throw new AskOnceError('person_only', text, {});
}

/** Throws unless a person sits at this terminal: to approve takes more than to be on this machine, where agents run too. */
export function mustBePerson(command: string): void {
  const agent = AGENTS.find((name) => process.env[name]);
  if (agent === undefined && process.stdin.isTTY && process.stdout.isTTY) return;
  const why = agent === undefined ? 'this is no terminal' : `${agent} marks this as the shell of an agent`;
  const remedy =
    'Run it in a terminal of your own, or decide on the page, whose address `askonce up` and `askonce serve` print.';
  throw new AskOnceError('answerer_needed', `\`askonce ${command}\` decides for a person, and ${why}. ${remedy}`);
}
