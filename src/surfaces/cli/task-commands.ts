/** What runs tasks: the prompt, run, resume, serve, and the flags that say how. */
import { type Command, InvalidArgumentError } from 'commander';
import { atLeastOne, wholeNumber } from './numbers.ts';

const RUN_HELP = `
The result is on stdout, the log on stderr. Exit codes: 0 complete, 1 error or
cancelled, 2 a question is open: its id is on stderr, and the task is safe.
Once it is answered, run \`askonce resume\` to go on.

The agent finds ASKONCE_DB, ASKONCE_SESSION and ASKONCE_JOB in its environment,
so it can run \`askonce ask "<question>" --wait\`. Or it prints a line
NEEDS_CLARIFICATION: <question>, and is run again with the answer.

Example:
  $ askonce run "Add a config file" --exec "claude -p"`;

const SERVE_HELP = `
On 127.0.0.1 no token is needed, and no website can use it. Elsewhere it starts
only once there is a token: \`askonce token create --role admin --name you\`.
It ends with 0 on Ctrl-C or SIGTERM, once requests under way have ended.

Example:
  $ askonce serve --exec "claude -p"`;

/** What runs tasks, and how. */
export function addTasks(program: Command, done: (exitCode: number) => void): void {
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
    .option('--questions-per-minute <n>', 'how many an asker’s token may put to people; 200 by default', atLeastOne)
    .option('--builder-url <url>', 'post jobs there to be built, instead of --exec')
    .option('--allow-private-webhooks', 'webhooks and the builder may be in your own network')
    .option('--mcp-wait <duration>', 'how long a call at /mcp waits for a person; 10m by default')
    .option('--mcp-elicitation <who>', 'whose client may ask its person: answerers, all or none')
    .option('--log-level <level>', 'debug, info, warn, error or silent; info by default');
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
    .option('--run-timeout <duration>', 'how long a run may take; 30m by default')
    .option('--idle-timeout <duration>', 'how long it may be silent; 10m by default')
    .option('--model <name>', 'a model that knows best practice, as openai:gpt-5-mini')
    .option('--model-url <url>', 'any server that speaks OpenAI’s protocol')
    .option('--notify <command>', 'run when a question waits')
    .option('--language <tag>', 'the person’s language, such as ja');
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It takes a number from 0 to 65535.');
}
