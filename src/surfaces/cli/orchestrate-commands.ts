/** Seed 002 on the command line: orchestrate, and the commands for a PM. */
import { type Command, InvalidArgumentError } from 'commander';
import { atLeastOne, wholeNumber } from './numbers.ts';

const ORCHESTRATE_HELP = `
The PM reads its goal and the progress so far on stdin, and prints one line of
JSON: PLAN, CONTINUE, NEEDS_CLARIFICATION, COMPLETE or BLOCKED. It may ask once;
after that it is told to decide by itself. Each task of its plan goes to a
worker’s stdin. PM and workers get ASKONCE_DB or ASKONCE_URL, ASKONCE_SESSION and
ASKONCE_JOB in their environment.

The PM’s summary goes to stdout, the log to stderr. Exit codes: 0 complete, 1
error or cancelled, 2 --wait ran out, 130 stopped by Ctrl-C. However it was
interrupted, the same --job resumes it.

Example:
  $ askonce orchestrate --pm "claude -p" --worker "codex exec -" "Ship v2"`;

const REQUEST_HELP = `
Exit codes: 0 proceed: stdout has the response; 1 error, or sent back: stderr says
what is missing; 2 asked: wait until the person has responded; 4 fall back: stdout
has the text to continue with; 130 stopped by Ctrl-C.`;

/** Seed 002. */
export function addOrchestration(program: Command, done: (exitCode: number) => void): void {
  program
    .command('orchestrate')
    .description('run a goal with workers and a PM, which plans and may ask once')
    .argument('[goal]', 'the goal; not needed when --job resumes a job')
    .requiredOption('--pm <command>', 'the PM: a command, started for each turn')
    .option('--worker <command>', 'a command that does one task, read from stdin')
    .option('--session <id>', 'the conversation (default: a new one)')
    .option('--job <id>', 'any id you choose; the same id resumes the job')
    .option('--asker <name>', 'who asks (default: pm)')
    .option('--timeout <duration>', 'how long a question may wait (default: forever)')
    .option('--max-turns <n>', 'how often the PM may be started (default: 50)', atLeastOne)
    .option('--max-minutes <n>', 'how long PM and workers may work in total', aboveZero)
    .option('--insist <n>', 'how often a PM that keeps asking is told to continue (default: no limit)', wholeNumber)
    .option('--run-timeout <duration>', 'how long one command may run (default: 30m)')
    .option('--idle-timeout <duration>', 'how long it may print nothing (default: 10m)')
    .option('--model <name>', 'a model for best-practice answers, such as openai:gpt-5-mini')
    .option('--model-url <url>', 'a server with an OpenAI-compatible API')
    .option('--notify <command>', 'run this when a question is waiting')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--wait [duration]', 'how long to wait for the person (default: forever)')
    .option('--quiet', 'no log on stderr')
    .option('--json', 'print the job as JSON')
    .addHelpText('after', ORCHESTRATE_HELP)
    .action(async (goal, _flags, command) => {
      const { orchestrate } = await import('./orchestrate.ts');
      done(await orchestrate(goal, command.optsWithGlobals()));
    });

  program
    .command('request')
    .description('put a PM’s one question; says whether to wait, proceed or fall back')
    .argument('<question>')
    .option('--type <type>', 'the type of the question')
    .option('--option <label>', 'a choice; repeat for each, at least two', collected)
    .option('--blocker <kind>', 'exclusive_requirements, missing_external_data or security_or_law')
    .option('--tried <text>', 'what you did to find the answer; repeat for each', collected)
    .option('--fallback <text>', 'something safe to do without an answer')
    .option('--risk <text>', 'what happens if that is wrong')
    .option('--recommended <label>', 'the option you would choose; shown, never applied')
    .option('--header <text>', 'a short heading for the question')
    .option('--context <text>', 'background, shown below the question')
    .option('--subject <text>', 'what it is about, such as a file or a table')
    .option('--destructive', 'it could destroy, publish, pay or reveal something')
    .option('--session <id>', 'the conversation')
    .option('--job <id>', 'the job that asks; any id you choose')
    .option('--asker <name>', 'who asks (default: pm)')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--user-message <text>', 'what the person said last; it may contain the answer')
    .option('--timeout <duration>', 'how long the question may wait')
    .option('--wait [duration]', 'wait for the person; --wait=10m sets a limit')
    .option('--notify <command>', 'run this when the question is waiting')
    .option('--json', 'print the decision as JSON')
    .addHelpText('after', REQUEST_HELP)
    .action(async (question, _flags, command) => {
      const { request } = await import('./request.ts');
      done(await request(question, command.optsWithGlobals()));
    });

  program
    .command('state')
    .description('show who has asked in a session, and the result')
    .argument('<session>')
    .option('--asker <name>', 'only this asker')
    .option('--json', 'print { items } as JSON')
    .action(async (session, _flags, command) => {
      const { state } = await import('./state.ts');
      done(await state(session, command.optsWithGlobals()));
    });

  program
    .command('assume')
    .description('record a decision you made yourself, for people to review')
    .argument('<decision>')
    .option('--reasoning <text>', 'why')
    .option('--confidence <level>', 'low, medium or high, or a number from 0 to 1')
    .option('--risk <text>', 'what happens if it is wrong')
    .option('--session <id>', 'the conversation')
    .option('--job <id>', 'the job; it is recorded once per job')
    .option('--asker <name>', 'who decided (default: the job’s asker)')
    .option('--json', 'print the record as JSON')
    .action(async (decision, _flags, command) => {
      const { assume } = await import('./assumptions.ts');
      done(await assume(decision, command.optsWithGlobals()));
    });

  program
    .command('assumptions')
    .description('list the decisions agents of a session made themselves')
    .argument('<session>')
    .option('--limit <n>', 'the maximum number of items', atLeastOne)
    .option('--after <id>', 'the next page: the “next” of the last one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (session, _flags, command) => {
      const { assumptions } = await import('./assumptions.ts');
      done(await assumptions(session, command.optsWithGlobals()));
    });
}

function collected(one: string, all: string[] = []): string[] {
  return [...all, one];
}

function aboveZero(text: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number greater than 0.');
}
