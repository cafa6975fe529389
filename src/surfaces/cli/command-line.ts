/**
 * All commands and flags, and their handlers. Only commander is loaded here; the engine and its driver are loaded by the command that needs
 * them, so that --help is fast.
 */
import { Command } from 'commander';
import { asTyped } from '../../util/as-typed.ts';
import { version } from '../../util/version.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { addApprovals } from './approval-commands.ts';
import { addBridge } from './bridge-command.ts';
import { addHook } from './hook-command.ts';
import { addMigrate, addPreferences, addPrune, addTokens, addTrust } from './keeping-commands.ts';
import { addMcp } from './mcp-command.ts';
import { atLeastOne, wholeNumber } from './numbers.ts';
import { addOrchestration } from './orchestrate-commands.ts';
import { addSecondThoughts } from './second-thoughts-commands.ts';
import { addDoctor, addInit } from './setup-commands.ts';
import { addTasks } from './task-commands.ts';
import { addLogin, addUp } from './up-commands.ts';

const AFTER_HELP = `
Exit codes:
  0  answered or auto-resolved; for other commands: done
  1  error, or the ask failed
  2  parked: the question is saved and waiting for a person
  3  declined, cancelled or expired; the question is closed
  4  fell back: stdout has the text to continue with
  5  the question was already answered

The store is --db, else ASKONCE_DB, else the one that \`askonce up\` made for all
projects, else .askonce/askonce.db in the project: a file, or a URL such as
postgres://user@host/database?schema=name. The project is
--project, else ASKONCE_PROJECT, else the nearest parent folder with .askonce,
.git or package.json. Sessions, jobs and preferences belong to its repository.
ASKONCE_SESSION and ASKONCE_JOB replace --session and --job; ASKONCE_BY is the
name shown with your answers.

Results go to stdout, everything else to stderr. With --json, stdout has exactly
one JSON object: the result, or {"error":{"code","message"}}.

Examples:
  $ askonce
  $ askonce run "Add a config file" --exec "claude -p"
  $ askonce ask "Which format should I use?" --option YAML --option JSON --wait
  $ askonce inbox
  $ askonce answer q-01m6f3c8wk2zr9 YAML`;

const ASK_HELP = `
Types are TARGET_FILE, SELECT_ONE, CONFIRM and FREE_TEXT. The default is
SELECT_ONE if there are options, else FREE_TEXT. Write durations like 30s, 10m,
1h30m or 2d. Without --timeout a question waits forever.

Only the answer goes to stdout. Exit codes: 0 answered or auto-resolved, 1 error
or failed, 2 parked (also when --wait runs out), 3 declined, cancelled or expired,
4 fell back, 130 stopped by Ctrl-C.`;

/** The program. Calls `done` with the exit code of the command that ran. */
export function commandLine(done: (exitCode: number) => void): Command {
  const program = new Command('askonce')
    .description('Agents ask, people answer, and no question is asked twice.')
    .exitOverride()
    // Errors are reported in one place, with their code.
    .configureOutput({ writeOut: (text) => process.stdout.write(asTyped(text, typedCommand())), writeErr: () => {} })
    .showSuggestionAfterError()
    .option('--db <store>', 'the store: a file, or a postgres:// URL')
    .option('--url <url>', 'a server to use instead of a store, such as https://inbox.example.com')
    .option('--project <dir>', 'the folder to work in; sessions, jobs and preferences belong to its repository')
    .option('--config <file>', 'the config file (default: askonce.config.{ts,js,json})')
    .version(version(), '-V, --version')
    .addHelpText('after', AFTER_HELP);

  program
    .command('ask')
    .description('ask a question; print the answer, or park it for a person')
    .argument('<question>')
    .option('--type <type>', 'the type of the question')
    .option('--option <label>', 'a choice; repeat for each', (label, labels?: string[]) => [...(labels ?? []), label])
    .option('--strict-options', 'accept only the options')
    .option('--multi-select', 'allow several options')
    .option('--recommended <label>', 'the option you would choose; shown, never applied')
    .option('--header <text>', 'a short heading for the question')
    .option('--context <text>', 'background, shown below the question')
    .option('--reason <reason>', 'why you ask: target_file_exists, … or a sentence')
    .option('--subject <text>', 'what it is about, such as a file or a table')
    .option('--destructive', 'it could destroy, publish, pay or reveal something')
    .option('--session <id>', 'the conversation (default: a new one)')
    .option('--job <id>', 'the job that asks; any id you choose')
    .option('--policy <name>', 'job, orchestrator or interactive')
    .option('--asker <name>', 'who asks')
    .option('--agent <name>', 'the program that asks, for people to see')
    .option('--language <tag>', 'the person’s language, such as ja')
    .option('--user-message <text>', 'what the person said last; it may contain the answer')
    .option('--timeout <duration>', 'how long the question may wait')
    .option('--on-timeout <what>', 'when that time is up: wait, default, fallback or fail')
    .option('--default <answer>', 'the answer for --on-timeout default')
    .option('--fallback <text>', 'the text for --on-timeout fallback')
    .option('--rejects <id>', 'the clarification whose answer did not help')
    .option('--because <text>', 'why it did not help')
    .option('--wait [duration]', 'wait for the person; --wait=10m sets a limit')
    .option('--notify <command>', 'run this when the question is waiting')
    .option('--json', 'print the whole result as JSON')
    .addHelpText('after', ASK_HELP)
    .action(async (question, _flags, command) => {
      const { ask } = await import('./ask.ts');
      done(await ask(question, command.optsWithGlobals()));
    });

  program
    .command('inbox')
    .description('list open questions, oldest first')
    .option('--session <id>', 'only this session')
    .option('--in <project>', 'only this project: its path or the last part of it; . is the one here')
    .option('--agent <name>', 'only what this program asked, such as "Claude Code"')
    .option('--kind <kind>', 'only questions, or only approvals: question or approval')
    .option('--search <words>', 'only what contains all these words, in any order')
    .option('--newer <duration>', 'only what was asked in this time, such as 2h')
    .option('--older <duration>', 'only what has waited longer than this')
    .option('--snoozed', 'only what you put off')
    .option('--limit <n>', 'the maximum number of items', atLeastOne)
    .option('--after <id>', 'the next page: the “next” of the last one')
    .option('--full', 'show long inputs of calls in full')
    .option('--watch', 'keep the list on the terminal, and answer there')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { inbox } = await import('./inbox.ts');
      done(await inbox(command.optsWithGlobals()));
    });

  program
    .command('answer')
    .description('answer a question with text, an option’s label or its number')
    .argument('<id>')
    .argument('<answer...>', 'put -- before an answer that begins with a dash')
    .option('--scope <scope>', 'for an approval: once (default), session or project')
    .option('--rule <rule>', 'for an approval: which of the offered rules to make')
    .option('--message <text>', 'for an approval: a message to the agent')
    .option('--input <json>', 'for an approval: the input to use instead, where the host accepts one')
    .option('--all', 'also answer all equal questions, or decide all equal calls, that wait')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, words, _flags, command) => {
      const { answer } = await import('./answer.ts');
      done(await answer(id, words, command.optsWithGlobals()));
    });

  program
    .command('link')
    .description('print a link that answers one question, for a person without access')
    .argument('<id>')
    .option('--expires <duration>', 'how long it is valid (default: 7d)')
    .option(
      '--public-url <url>',
      'the address of the server (default: that of `askonce up`, else http://127.0.0.1:4766)',
    )
    .option('--json', 'print { url, token, expiresAt } as JSON')
    .action(async (id, _flags, command) => {
      const { link } = await import('./link.ts');
      done(await link(id, command.optsWithGlobals()));
    });

  program
    .command('decline')
    .description('close a question without an answer')
    .argument('<id>')
    .option('--because <text>', 'the reason')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, _flags, command) => {
      const { decline } = await import('./answer.ts');
      done(await decline(id, command.optsWithGlobals()));
    });

  program
    .command('revoke')
    .description('take an answer back, including an automatic one')
    .argument('<id>')
    .option('--because <text>', 'the reason')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, _flags, command) => {
      const { revoke } = await import('./answer.ts');
      done(await revoke(id, command.optsWithGlobals()));
    });

  program
    .command('cancel')
    .description('cancel an ask; questions no one else needs are withdrawn')
    .argument('<ask>', 'the ask’s id, from ask --json')
    .option('--because <text>', 'why')
    .option('--json', 'print { ask, cancelled } as JSON')
    .action(async (ask, _flags, command) => {
      const { cancel } = await import('./answer.ts');
      done(await cancel(ask, command.optsWithGlobals()));
    });

  program
    .command('history')
    .description('list the answers and where each came from')
    .option('--session <id>', 'only this session')
    .option('--all', 'include declined, revoked and withdrawn questions')
    .option('--limit <n>', 'the maximum number of items', atLeastOne)
    .option('--after <id>', 'the next page: the “next” of the last one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { history } = await import('./history.ts');
      done(await history(command.optsWithGlobals()));
    });

  program
    .command('events')
    .description('list the audit trail')
    .option('--after <seq>', 'only events after this sequence number', wholeNumber)
    .option('--limit <n>', 'the maximum number of items', atLeastOne)
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { events } = await import('./history.ts');
      done(await events(command.optsWithGlobals()));
    });

  addSecondThoughts(program, done);
  addApprovals(program, done);
  addUp(program, done);
  addLogin(program, done);
  addTasks(program, done);
  addOrchestration(program, done);
  addMcp(program, done);
  addHook(program, done);
  addBridge(program, done);
  addInit(program, done);
  addDoctor(program, done);
  addPreferences(program, done);
  addTokens(program, done);
  addTrust(program, done);
  addMigrate(program, done);
  addPrune(program, done);
  return program;
}
