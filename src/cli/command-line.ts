/**
 * Everything that may be typed, and who handles it. Only commander is loaded here; the engine and its driver come with the
 * command that needs them, so that --help answers at once.
 */
import { Command, InvalidArgumentError } from 'commander';
import { version } from '../version.ts';

const AFTER_HELP = `
Exit codes:
  0  answered or auto-resolved; for other commands: done
  1  error, or the ask failed
  2  parked: the question is safe and waits for a person
  3  declined, cancelled or expired; the question is closed
  4  fell back: stdout holds the text to go on with
  5  another answer won

The store is --db, else ASKONCE_DB, else .askonce/askonce.db in the project: a
file, or an address such as postgres://user@host/database?schema=name. The
project is --project, else the nearest folder upwards that holds .askonce, .git
or package.json. ASKONCE_SESSION and ASKONCE_JOB stand in for --session and
--job; ASKONCE_BY is the name beside your answers.

Results are on stdout, everything else on stderr. With --json stdout holds one
JSON object and nothing else: the result, or {"error":{"code","message"}}.

Examples:
  $ askonce
  $ askonce run "Add a config file" --exec "claude -p"
  $ askonce ask "Which format should I use?" --option YAML --option JSON --wait
  $ askonce inbox
  $ askonce answer q-01m6f3c8wk2zr9 YAML`;

const ASK_HELP = `
Types are TARGET_FILE, SELECT_ONE, CONFIRM and FREE_TEXT; without --type it is
SELECT_ONE where there are options, else FREE_TEXT. Durations are written like
30s, 10m, 1h30m or 2d. Without --deadline a question waits for ever.

The answer alone is on stdout. Exit codes: 0 answered or auto-resolved, 1 error
or failed, 2 parked (also when the time of --wait is up), 3 declined, cancelled
or expired, 4 fell back, 130 stopped by Ctrl-C.`;

const RUN_HELP = `
The result is on stdout, the log on stderr. Exit codes: 0 complete, 1 error or
cancelled, 2 a question is open: its id is on stderr, and the task is safe. Once
it is answered, askonce resume goes on.

The agent finds ASKONCE_DB, ASKONCE_SESSION and ASKONCE_JOB in its environment,
so it can ask with: askonce ask "<question>" --wait. Or it prints a line
NEEDS_CLARIFICATION: <question>, and is run again with the answer.

Example:
  $ askonce run "Add a config file" --exec "claude -p"`;

const SERVE_HELP = `
On 127.0.0.1 no token is needed, and no website can use it. Elsewhere it starts
only once there is a token: askonce token create --role admin --name you.
It ends with 0 on Ctrl-C or SIGTERM, once requests under way have ended.

Example:
  $ askonce serve --exec "claude -p"`;

const MIGRATE_HELP = `
Stopped or killed, the same command again goes on where it was. Until it is
complete nobody can work in the copy. End whatever works on either store first:
what is written to the source meanwhile is not in the copy.

Example:
  $ askonce migrate --from .askonce/askonce.db --to postgres://ada@db.local/shop`;

/** The program. `done` gets the exit code of the command that ran. */
export function commandLine(done: (exitCode: number) => void): Command {
  const program = new Command('askonce')
    .description('Ask a person once: agents ask here, people answer here, and nothing is asked twice.')
    .exitOverride()
    // Errors are reported in one place, with their code.
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError()
    .option('--db <store>', 'the store: a file, or a postgres:// address')
    .option('--project <dir>', 'the project that files and preferences belong to')
    .option('--config <file>', 'the config file; askonce.config.{ts,js,json} by default')
    .version(version(), '-V, --version')
    .addHelpText('after', AFTER_HELP);

  program
    .command('ask')
    .description('ask a question; prints the answer, or parks it for a person')
    .argument('<question>')
    .option('--type <type>', 'what kind of question it is')
    .option('--option <label>', 'a choice; repeat it for each', (label, labels?: string[]) => [
      ...(labels ?? []),
      label,
    ])
    .option('--strict-options', 'take nothing but the options')
    .option('--multi-select', 'take several options')
    .option('--recommended <label>', 'the option you would choose; shown, never applied')
    .option('--header <text>', 'a few words above the question')
    .option('--context <text>', 'the background, below the question')
    .option('--reason <reason>', 'why you ask: target_file_exists, … or a sentence')
    .option('--subject <text>', 'what it is about, such as a file or a table')
    .option('--destructive', 'it would destroy, publish, pay or reveal')
    .option('--session <id>', 'the conversation; a new one by default')
    .option('--job <id>', 'the work that asks; an id of your own will do')
    .option('--policy <name>', 'job, orchestrator or interactive')
    .option('--asker <name>', 'who asks')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--input <text>', 'what the person said last; it may hold the answer')
    .option('--deadline <duration>', 'how long the question may wait')
    .option('--on-timeout <what>', 'at the deadline: wait, default, fallback or fail')
    .option('--default <answer>', 'the answer for --on-timeout default')
    .option('--fallback <text>', 'the text for --on-timeout fallback')
    .option('--rejects <id>', 'the clarification whose answer was no use')
    .option('--because <text>', 'why it was no use')
    .option('--wait [duration]', 'wait for the person; write --wait=10m for a limit')
    .option('--json', 'print the whole result as JSON')
    .addHelpText('after', ASK_HELP)
    .action(async (question, _flags, command) => {
      const { ask } = await import('./ask.ts');
      done(await ask(question, command.optsWithGlobals()));
    });

  program
    .command('inbox')
    .description('list what waits for you, oldest first')
    .option('--session <id>', 'of one session only')
    .option('--limit <n>', 'how many at most', atLeastOne)
    .option('--after <id>', 'the page after this one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { inbox } = await import('./inbox.ts');
      done(await inbox(command.optsWithGlobals()));
    });

  program
    .command('answer')
    .description('answer a question: by text, by label, or by the number of an option')
    .argument('<id>')
    .argument('<answer...>', 'put -- before an answer that begins with a dash')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, words, _flags, command) => {
      const { answer } = await import('./answer.ts');
      done(await answer(id, words, command.optsWithGlobals()));
    });

  program
    .command('decline')
    .description('close a question without an answer')
    .argument('<id>')
    .option('--because <text>', 'why, in your words')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, _flags, command) => {
      const { decline } = await import('./answer.ts');
      done(await decline(id, command.optsWithGlobals()));
    });

  program
    .command('revoke')
    .description('take an answer back, whoever or whatever gave it')
    .argument('<id>')
    .option('--because <text>', 'why, in your words')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, _flags, command) => {
      const { revoke } = await import('./answer.ts');
      done(await revoke(id, command.optsWithGlobals()));
    });

  program
    .command('cancel')
    .description('leave an ask: what nobody else waits for is withdrawn')
    .argument('<ask>', 'the ask’s id, from ask --json')
    .option('--because <text>', 'why')
    .option('--json', 'print { ask, cancelled } as JSON')
    .action(async (ask, _flags, command) => {
      const { cancel } = await import('./answer.ts');
      done(await cancel(ask, command.optsWithGlobals()));
    });

  program
    .command('history')
    .description('list the answers, with who or what gave them')
    .option('--session <id>', 'of one session only')
    .option('--all', 'also what was declined, revoked or withdrawn')
    .option('--limit <n>', 'how many at most', atLeastOne)
    .option('--after <id>', 'the page after this one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { history } = await import('./history.ts');
      done(await history(command.optsWithGlobals()));
    });

  program
    .command('events')
    .description('list the audit trail')
    .option('--after <seq>', 'from this sequence number on', wholeNumber)
    .option('--limit <n>', 'how many at most', atLeastOne)
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { events } = await import('./history.ts');
      done(await events(command.optsWithGlobals()));
    });

  addTasks(program, done);
  addPreferences(program, done);
  addTokens(program, done);
  addMigrate(program, done);
  return program;
}

/** What runs tasks, and how. */
function addTasks(program: Command, done: (exitCode: number) => void): void {
  const repl = program
    .command('repl')
    .description('type tasks, answer their questions; also with no command at all')
    .option('--continue', 'go on in the last session')
    .option('--non-interactive', 'lines in, lines out, as without a terminal');
  withRunOptions(repl).action(async (_flags, command) => {
    const { repl } = await import('./repl.ts');
    done(await repl(command.optsWithGlobals()));
  });

  const run = program
    .command('run')
    .description('run one task; ends when it is done, or waits for a person')
    .argument('<task>')
    .option('--quiet', 'no log on stderr')
    .option('--json', 'print the task as JSON');
  withRunOptions(run)
    .addHelpText('after', RUN_HELP)
    .action(async (task, _flags, command) => {
      const { run } = await import('./tasks.ts');
      done(await run(task, command.optsWithGlobals()));
    });

  const serve = program
    .command('serve')
    .description('serve the API over HTTP, and run its jobs, until it is stopped')
    .option('--host <address>', 'where to listen; 127.0.0.1 by default')
    .option('--port <n>', 'the port; 4766 by default, 0 for any that is free', portNumber)
    .option('--require-token', 'want a token also on this machine')
    .option('--allow-origin <origin>', 'a website that may use it; repeat it for each', (one, all?: string[]) => [
      ...(all ?? []),
      one,
    ])
    .option('--public-url <url>', 'how it is reached, where a proxy stands before it')
    .option('--trust-proxy', 'a proxy stands before it and says whose a request is')
    .option('--builder-url <url>', 'post jobs there to be built, instead of --exec')
    .option('--allow-private-webhooks', 'webhooks and the builder may be in your own network')
    .option('--log-level <level>', 'debug, info, warn, error or silent; warn by default');
  withAgentOptions(serve)
    .addHelpText('after', SERVE_HELP)
    .action(async (_flags, command) => {
      const { serve } = await import('./serve.ts');
      done(await serve(command.optsWithGlobals()));
    });

  const resume = program
    .command('resume')
    .description('run what can go on, one task or all of the project, then end')
    .argument('[task]')
    .option('--quiet', 'no log on stderr')
    .option('--json', 'print the tasks as JSON');
  withRunOptions(resume).action(async (task, _flags, command) => {
    const { resume } = await import('./tasks.ts');
    done(await resume(task, command.optsWithGlobals()));
  });
}

/** For those who type tasks. */
function withRunOptions(command: Command): Command {
  return withAgentOptions(command)
    .option('--session <id>', 'the conversation; a new one by default')
    .option('--answer <pair>', 'question=answer, in advance; repeat it for each', (one, all?: string[]) => [
      ...(all ?? []),
      one,
    ])
    .option('--answers <file>', 'answers in advance: a JSON object');
}

/** What runs tasks, and who is asked. */
function withAgentOptions(command: Command): Command {
  return command
    .option('--exec <command>', 'the agent: a command that takes the task on stdin')
    .option('--concurrency <n>', 'how many tasks run at once; 4 by default')
    .option('--timeout <duration>', 'how long a run may take; 30m by default')
    .option('--idle-timeout <duration>', 'how long it may be silent; 10m by default')
    .option('--model <name>', 'a model that knows best practice, as openai:gpt-5-mini')
    .option('--model-url <url>', 'any server that speaks OpenAI’s protocol')
    .option('--notify <command>', 'run when a question waits')
    .option('--language <tag>', 'the person’s language, such as ja');
}

function addPreferences(program: Command, done: (exitCode: number) => void): void {
  const prefs = program
    .command('prefs')
    .description('list what this project’s people usually answer; or set, or forget')
    .option('--limit <n>', 'how many at most', atLeastOne)
    .option('--after <cursor>', 'the page after this one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { listPreferences } = await import('./prefs.ts');
      done(await listPreferences(command.optsWithGlobals()));
    });

  prefs
    .command('set')
    .description('answer a question the same way from now on')
    .argument('<question>')
    .argument('<answer>')
    .option('--subject <text>', 'what the question is about')
    .action(async (question, answer, _flags, command) => {
      const { setPreference } = await import('./prefs.ts');
      done(await setPreference(question, answer, command.optsWithGlobals()));
    });

  prefs
    .command('forget')
    .description('ask that question again from now on')
    .argument('<question>')
    .option('--subject <text>', 'what the question is about')
    .action(async (question, _flags, command) => {
      const { forgetPreference } = await import('./prefs.ts');
      done(await forgetPreference(question, command.optsWithGlobals()));
    });
}

function addTokens(program: Command, done: (exitCode: number) => void): void {
  const token = program.command('token').description('who may come in over the network: make, list or revoke');

  token
    .command('create')
    .description('make a token for one person or agent; it is shown only once')
    .requiredOption('--role <role>', 'asker (can never answer), answerer or admin')
    .requiredOption('--name <name>', 'whose it is; stands beside the answers it gives')
    .option('--expires <duration>', 'how long it lasts, as 30d; until it is revoked by default')
    .option('--json', 'print { token, id, name, role, … } as JSON')
    .action(async (_flags, command) => {
      const { createToken } = await import('./token.ts');
      done(await createToken(command.optsWithGlobals()));
    });

  token
    .command('list')
    .description('list the tokens, oldest first, with those that no longer let anybody in')
    .option('--json', 'print { items } as JSON')
    .action(async (_flags, command) => {
      const { listTokens } = await import('./token.ts');
      done(await listTokens(command.optsWithGlobals()));
    });

  token
    .command('revoke')
    .description('end a token: it lets nobody in any more')
    .argument('<id>', 'from token list')
    .option('--json', 'print { status, id, name, role, … } as JSON')
    .action(async (id, _flags, command) => {
      const { revokeToken } = await import('./token.ts');
      done(await revokeToken(id, command.optsWithGlobals()));
    });
}

function addMigrate(program: Command, done: (exitCode: number) => void): void {
  program
    .command('migrate')
    .description('copy a whole store into an empty one, of any kind, and compare the two')
    .requiredOption('--from <store>', 'the store to copy; it stays as it is')
    .requiredOption('--to <store>', 'an empty one, or one that does not exist yet')
    .option('--json', 'print { from, to, complete, tables, … } as JSON')
    .addHelpText('after', MIGRATE_HELP)
    .action(async (_flags, command) => {
      const { migrate } = await import('./migrate.ts');
      done(await migrate(command.optsWithGlobals()));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number.');
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It takes a number from 0 to 65535.');
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('It takes a number from 1 to 10000.');
}
