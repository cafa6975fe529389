/** Commands that run tasks: the prompt, run, resume, serve, and their flags. */
import { type Command, Option } from 'commander';
import { AskOnceError } from '../../core/model/errors.ts';
import { acpExecutorFor } from '../../worker/agents/acp/command.ts';
import { atLeastOne, portNumber } from './numbers.ts';

const RUN_HELP = `
The result goes to stdout, the log to stderr. Exit codes: 0 complete, 1 error or
cancelled, 2 a question is open: its id is on stderr, and the task is saved.
Once it is answered, run \`askonce resume\` to continue.

The agent has ASKONCE_DB (or ASKONCE_URL), ASKONCE_SESSION and ASKONCE_JOB in its
environment, so it can run \`askonce ask "<question>" --wait\`. Or it prints a line
NEEDS_CLARIFICATION: <question>, and is run again with the answer.

Example:
  $ askonce run "Add a config file" --exec "claude -p"`;

const SERVE_HELP = `
On 127.0.0.1 no token is needed, and requests from web pages are rejected. On any
other address a token must exist: \`askonce token create --role admin --name you\`.
On Ctrl-C or SIGTERM it finishes the requests in progress and exits with 0.

Example:
  $ askonce serve --exec "claude -p"`;

/** Adds the commands that run tasks. */
export function addTasks(program: Command, done: (exitCode: number) => void): void {
  const repl = program
    .command('repl')
    .description('type tasks and answer their questions; the default command')
    .option('--continue', 'continue the last session')
    .option('--non-interactive', 'plain lines in and out, as without a terminal');
  withRunOptions(repl).action(async (_flags, command) => {
    const { repl } = await import('./repl.ts');
    done(await repl(command.optsWithGlobals()));
  });

  const run = program
    .command('run')
    .description('run one task until it is done or waiting for a person')
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
    .description('serve the HTTP API and the page, and run jobs, until stopped')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--lan', 'listen in the local network, and show a QR code that pairs a phone')
    .option('--port <n>', 'the port (default: 4766; 0 for any free port)', portNumber)
    .option('--require-token', 'require a token on this machine, too')
    .option('--allow-origin <origin>', 'a website that may use it; repeat for each', (one, all?: string[]) => [
      ...(all ?? []),
      one,
    ])
    .option('--public-url <url>', 'its public URL, if it is behind a proxy')
    .option('--trust-proxy', 'trust the client addresses that a proxy reports')
    .option('--questions-per-minute <n>', 'how many an asker’s token may ask (default: 200)', atLeastOne)
    .option('--builder-url <url>', 'send jobs to this builder instead of --exec')
    .option('--engine <name>', 'let an engine place jobs on workers: restate')
    .option('--engine-name <name>', 'the name of its service; one for each store (default: askonce)')
    .option('--engine-ingress <url>', 'where jobs are sent (default: http://127.0.0.1:8080)')
    .option('--engine-admin <url>', 'where workers are registered (default: http://127.0.0.1:9070)')
    .option('--engine-host <address>', 'where this worker listens (default: 127.0.0.1)')
    .option('--engine-port <n>', 'its port (default: 9080; 0 for any free port)', portNumber)
    .option('--engine-url <url>', 'where the engine reaches all workers (default: this one)')
    .option('--engine-identity-key <key>', 'take jobs only from requests that Restate signed with this public key')
    .option('--allow-private-webhooks', 'allow webhooks and a builder in private networks')
    .option('--mcp-wait <duration>', 'how long a call to /mcp waits for a person (default: 10m)')
    .option('--mcp-elicitation <who>', 'which clients may show questions: answerers, all or none')
    .option('--log-level <level>', 'debug, info, warn, error or silent (default: info)')
    .addOption(new Option('--for-person', 'be the server that `askonce up` starts').hideHelp());
  withAgentOptions(serve)
    .addHelpText('after', SERVE_HELP)
    .action(async (_flags, command) => {
      const { serve } = await import('./serve.ts');
      done(await serve(command.optsWithGlobals()));
    });

  const resume = program
    .command('resume')
    .description('resume one task, or all that can continue, then exit')
    .argument('[task]')
    .option('--quiet', 'no log on stderr')
    .option('--json', 'print the tasks as JSON');
  withRunOptions(resume).action(async (task, _flags, command) => {
    const { resume } = await import('./tasks.ts');
    done(await resume(task, command.optsWithGlobals()));
  });
}

/** Options for commands that start tasks. */
function withRunOptions(command: Command): Command {
  return withAgentOptions(command)
    .option('--session <id>', 'the conversation (default: a new one)')
    .option('--answer <pair>', 'an answer in advance: question=answer; repeat for each', (one, all?: string[]) => [
      ...(all ?? []),
      one,
    ])
    .option('--answers <file>', 'answers in advance, as a JSON object');
}

/** Options that select the agent and the people who are asked. */
function withAgentOptions(command: Command): Command {
  return command
    .hook('preAction', (_command, action) => {
      const { acp, exec } = action.opts<{ acp?: string; exec?: string }>();
      if (acp === undefined) return;
      if (exec !== undefined) throw new AskOnceError('usage', 'Use either --exec or --acp: a task has one agent.');
      action.setOptionValue('exec', acpExecutorFor(acp));
    })
    .option('--exec <command>', 'the agent: a command that reads the task from stdin')
    .option('--acp <command>', 'an agent that speaks ACP instead, such as "gemini --acp"')
    .option('--concurrency <n>', 'how many tasks run at once (default: 4)')
    .option('--run-timeout <duration>', 'how long a run may take (default: 30m)')
    .option('--idle-timeout <duration>', 'how long it may print nothing (default: 10m)')
    .option('--model <name>', 'a model for best-practice answers, such as openai:gpt-5-mini')
    .option('--model-url <url>', 'a server with an OpenAI-compatible API')
    .option('--notify <command>', 'run this when a question is waiting')
    .option('--language <tag>', 'the person’s language, such as ja');
}
