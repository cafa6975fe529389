/** Seed 002 at a shell: orchestrate, and what a PM and its reader need. */
import { type Command, InvalidArgumentError } from 'commander';
import { atLeastOne, wholeNumber } from './numbers.ts';

const ORCHESTRATE_HELP = `
The PM gets its goal and what has come of it on stdin, with the lines it may
print: PLAN, CONTINUE, NEEDS_CLARIFICATION, COMPLETE or BLOCKED, as JSON. It may
ask once; what it asks after that it is told to decide by itself. Each task of
its plan goes to a worker on stdin. All find ASKONCE_DB, ASKONCE_SESSION and
ASKONCE_JOB in their environment.

The PM’s summary is on stdout, the log on stderr. Exit codes: 0 complete, 1
error or cancelled, 2 the time of --wait is up, 130 stopped by Ctrl-C. However
it was broken off, the same --job goes on where it stood.

Example:
  $ askonce orchestrate --pm "claude -p" --worker "codex exec -" "Ship v2"`;

const REQUEST_HELP = `
Exit codes: 0 proceed: stdout holds the response; 1 error, or sent back: stderr
says what is lacking; 2 asked: nobody goes on before the person has responded;
4 fall back: stdout holds the text to go on with; 130 stopped by Ctrl-C.`;

/** Seed 002. */
export function addOrchestration(program: Command, done: (exitCode: number) => void): void {
  program
    .command('orchestrate')
    .description('run a goal with a PM that plans and may ask once, and workers')
    .argument('[goal]', 'what is to be achieved; not needed where --job goes on')
    .requiredOption('--pm <command>', 'the PM: a command that is started for each turn')
    .option('--worker <command>', 'does one task of a plan, which it takes on stdin')
    .option('--session <id>', 'the conversation; a new one by default')
    .option('--job <id>', 'an id of your own; the same again goes on where it stood')
    .option('--asker <name>', 'who asks; pm by default')
    .option('--timeout <duration>', 'how long a question may wait; for ever by default')
    .option('--max-turns <n>', 'how often the PM may be started; 50 by default', atLeastOne)
    .option('--max-minutes <n>', 'how long PM and workers may work', aboveZero)
    .option(
      '--insist <n>',
      'how often a PM that asks on is told again; by default as often as the turns allow',
      wholeNumber,
    )
    .option('--run-timeout <duration>', 'how long one command may take; 30m by default')
    .option('--idle-timeout <duration>', 'how long it may be silent; 10m by default')
    .option('--model <name>', 'a model that knows best practice, as openai:gpt-5-mini')
    .option('--model-url <url>', 'any server that speaks OpenAI’s protocol')
    .option('--notify <command>', 'run when a question waits')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--wait [duration]', 'how long to wait for the person; until they respond by default')
    .option('--quiet', 'no log on stderr')
    .option('--json', 'print the job as JSON')
    .addHelpText('after', ORCHESTRATE_HELP)
    .action(async (goal, _flags, command) => {
      const { orchestrate } = await import('./orchestrate.ts');
      done(await orchestrate(goal, command.optsWithGlobals()));
    });

  program
    .command('request')
    .description('a PM’s one question; says whether to wait, proceed or fall back')
    .argument('<question>')
    .option('--type <type>', 'what kind of question it is')
    .option('--option <label>', 'a choice; repeat it for each, two at least', collected)
    .option('--blocker <kind>', 'exclusive_requirements, missing_external_data or security_or_law')
    .option('--tried <text>', 'what you did to find the answer; repeat it for each', collected)
    .option('--fallback <text>', 'what you would safely do without an answer')
    .option('--risk <text>', 'what happens if that is wrong')
    .option('--recommended <label>', 'the option you would choose; shown, never applied')
    .option('--header <text>', 'a few words above the question')
    .option('--context <text>', 'the background, below the question')
    .option('--subject <text>', 'what it is about, such as a file or a table')
    .option('--destructive', 'it would destroy, publish, pay or reveal')
    .option('--session <id>', 'the conversation')
    .option('--job <id>', 'the work that asks; an id of your own will do')
    .option('--asker <name>', 'who asks; pm by default')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--user-message <text>', 'what the person said last; it may hold the answer')
    .option('--timeout <duration>', 'how long the question may wait')
    .option('--wait [duration]', 'wait for the person; write --wait=10m for a limit')
    .option('--notify <command>', 'run when the question waits')
    .option('--json', 'print the decision as JSON')
    .addHelpText('after', REQUEST_HELP)
    .action(async (question, _flags, command) => {
      const { request } = await import('./request.ts');
      done(await request(question, command.optsWithGlobals()));
    });

  program
    .command('state')
    .description('show who has asked in a session, and what came of it')
    .argument('<session>')
    .option('--asker <name>', 'of this one only')
    .option('--json', 'print { items } as JSON')
    .action(async (session, _flags, command) => {
      const { state } = await import('./state.ts');
      done(await state(session, command.optsWithGlobals()));
    });

  program
    .command('assume')
    .description('keep what you decided by yourself, for people to read')
    .argument('<decision>')
    .option('--reasoning <text>', 'why')
    .option('--confidence <level>', 'low, medium or high, or a number from 0 to 1')
    .option('--risk <text>', 'what happens if it is wrong')
    .option('--session <id>', 'the conversation')
    .option('--job <id>', 'the work; said again by the same job it is kept once')
    .option('--asker <name>', 'who decided; the job’s asker by default')
    .option('--json', 'print what was kept as JSON')
    .action(async (decision, _flags, command) => {
      const { assume } = await import('./assumptions.ts');
      done(await assume(decision, command.optsWithGlobals()));
    });

  program
    .command('assumptions')
    .description('list what agents of a session decided by themselves')
    .argument('<session>')
    .option('--limit <n>', 'how many at most', atLeastOne)
    .option('--after <id>', 'the page after this one')
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
  throw new InvalidArgumentError('It takes a number above 0.');
}
