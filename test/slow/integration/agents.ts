/** Small real agents, as scripts in a project's folder. Each is the command that starts it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolvedPromptIn } from '../../support/agent-prompts.ts';
import { living, until } from '../../support/processes.ts';
import type { Project } from './repl.ts';

/** A question as an agent prints it: its words, or what goes into the JSON. */
type Printed = string | Readonly<Record<string, unknown>>;

/** Counts its turns, asks one question a turn, and then keeps all that it was told. */
const ASKING = `
prompt=$(cat)
echo turn >> "turns-$ASKONCE_JOB"
n=$(printf '%s\\n' "$prompt" | grep -c '^Clarification Answer: ')
question=$(sed -n "$((n + 1))p" "$1")
if [ -n "$question" ]; then printf 'NEEDS_CLARIFICATION: %s\\n' "$question"; exit; fi
printf '%s\\n' "$prompt" > "told-$ASKONCE_JOB"
printf 'Finished with %s.\\n' "$(printf '%s\\n' "$prompt" | tail -n 1)"
`;

let made = 0;

/** An agent that asks these, one a turn, and is then done. */
export function asking(project: Project, ...questions: readonly Printed[]): string {
  made += 1;
  const name = `questions-${made}.txt`;
  project.file('asking.sh', ASKING);
  const lines = questions.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  project.file(name, `${lines.join('\n')}\n`);
  return `sh asking.sh ${name}`;
}

/** Seed 003's own question. */
export const FORMAT = {
  question: 'Which format should I use? (YAML or JSON)',
  options: ['YAML', 'JSON'],
  reason: 'Multiple valid approaches exist - user preference required',
};

/** The resolved prompt that the agent of `asking` was told in the end, line by line. */
export function told(project: Project, task: string): string[] {
  return resolvedPromptIn(project.read(`told-${task}`).trim()).split('\n');
}

/** How often the agent was run for a task. */
export function turns(project: Project, task: string): number {
  const file = `turns-${task}`;
  return existsSync(join(project.path, file)) ? project.read(file).trim().split('\n').length : 0;
}

/** Writes down its process id, then works until the file `go` is there, then does as the script says. */
export function held(project: Project, script = 'echo "Finished."'): string {
  const wait = 'echo $$ > "pid-$ASKONCE_JOB"\nwhile [ ! -e go ]; do sleep 0.05; done';
  project.file('held.sh', `prompt=$(cat)\n${wait}\n${script}\n`);
  return 'sh held.sh';
}

/** The process of an agent of `held`, once it works. */
export async function agentOf(project: Project, task: string): Promise<number> {
  const file = join(project.path, `pid-${task}`);
  const pid = () => (existsSync(file) ? Number(project.read(`pid-${task}`)) : 0);
  await until(() => pid() > 0, `the agent of ${task} works`);
  return pid();
}

/** Sooner than the next heartbeat, which would end it as well. */
export function gone(agent: number): Promise<void> {
  return until(() => living([agent]).length === 0, 'the agent is gone', 4_000);
}

/** Lets the agents of `held` go on. */
export function letGo(project: Project): void {
  project.file('go', '');
}

/** Asks for the port of its task; the task called `first` only once `letGo` lets it, so that it asks after the others. */
export function askingLate(project: Project): string {
  const ask =
    'case "$prompt" in *Answer:*) echo "$prompt";; *) echo "NEEDS_CLARIFICATION: Which port for $prompt?";; esac';
  project.file(
    'late.sh',
    `prompt=$(cat)\ncase "$prompt" in first) while [ ! -e go ]; do sleep 0.05; done;; esac\n${ask}\n`,
  );
  return 'sh late.sh';
}
