/** Commands for stored things other than questions: preferences, tokens, trusted config files; and copying and pruning a store. */
import type { Command } from 'commander';
import { atLeastOne } from './numbers.ts';

const MIGRATE_HELP = `
If it is interrupted, run the same command again to continue. The copy cannot be
used until it is complete. Stop everything that uses either store first: changes
to the source during the copy are not copied.

Without --to, a project’s own store is brought into the one that \`askonce up\` made,
whatever that holds already. Tokens and webhooks are not brought.

Examples:
  $ askonce migrate --from .askonce/askonce.db
  $ askonce migrate --from .askonce/askonce.db --to postgres://ada@db.local/shop`;

const IN = 'another project of the store: its path or the last part of it';

export function addPreferences(program: Command, done: (exitCode: number) => void): void {
  const prefs = program
    .command('prefs')
    .description('list, set or forget this project’s usual answers')
    .option('--in <project>', IN)
    .option('--limit <n>', 'the maximum number of items', atLeastOne)
    .option('--after <cursor>', 'the next page: the “next” of the last one')
    .option('--json', 'print { items, next } as JSON')
    .action(async (_flags, command) => {
      const { listPreferences } = await import('./prefs.ts');
      done(await listPreferences(command.optsWithGlobals()));
    });

  prefs
    .command('set')
    .description('always answer a question this way')
    .argument('<question>')
    .argument('<answer>')
    .option('--subject <text>', 'what the question is about')
    .option('--in <project>', IN)
    .action(async (question, answer, _flags, command) => {
      const { setPreference } = await import('./prefs.ts');
      done(await setPreference(question, answer, command.optsWithGlobals()));
    });

  prefs
    .command('forget')
    .description('ask that question again')
    .argument('<question>')
    .option('--subject <text>', 'what the question is about')
    .option('--in <project>', IN)
    .action(async (question, _flags, command) => {
      const { forgetPreference } = await import('./prefs.ts');
      done(await forgetPreference(question, command.optsWithGlobals()));
    });
}

export function addTokens(program: Command, done: (exitCode: number) => void): void {
  const token = program.command('token').description('create, list or revoke tokens for network access');

  token
    .command('create')
    .description('create a token for a person or agent; it is shown only once')
    .requiredOption('--role <role>', 'asker (can never answer), answerer or admin')
    .requiredOption('--name <name>', 'its user; shown with the answers given with it')
    .option('--expires <duration>', 'how long it is valid, such as 30d (default: until revoked)')
    .option(
      '--bound [project]',
      'it works in this project only, or in one of elsewhere such as github.com/acme/shop; not for an admin',
    )
    .option('--json', 'print { token, id, name, role, … } as JSON')
    .action(async (_flags, command) => {
      const { createToken } = await import('./token.ts');
      done(await createToken(command.optsWithGlobals()));
    });

  token
    .command('list')
    .description('list the tokens, oldest first, including invalid ones')
    .option('--json', 'print { items } as JSON')
    .action(async (_flags, command) => {
      const { listTokens } = await import('./token.ts');
      done(await listTokens(command.optsWithGlobals()));
    });

  token
    .command('revoke')
    .description('revoke a token')
    .argument('<id>', 'from token list')
    .option('--json', 'print { status, id, name, role, … } as JSON')
    .action(async (id, _flags, command) => {
      const { revokeToken } = await import('./token.ts');
      done(await revokeToken(id, command.optsWithGlobals()));
    });
}

export function addMigrate(program: Command, done: (exitCode: number) => void): void {
  program
    .command('migrate')
    .description('copy a store into an empty one of either kind, and verify the copy')
    .requiredOption('--from <store>', 'the store to copy; with --to it is not changed, else its file is renamed')
    .option('--to <store>', 'an empty store, or one that does not exist yet (default: the one of `askonce up`)')
    .option('--json', 'print { from, to, complete, tables, … } as JSON')
    .addHelpText('after', MIGRATE_HELP)
    .action(async (_flags, command) => {
      const { migrate } = await import('./migrate.ts');
      done(await migrate(command.optsWithGlobals()));
    });
}

const PRUNE_HELP = `
A session is deleted whole: its jobs, questions, answers and events. Sessions in
which something waits are kept, and so are preferences and what answers taught.
Other processes may use the store meanwhile.

Example:
  $ askonce prune --idle 90d --to old-sessions.jsonl`;

export function addPrune(program: Command, done: (exitCode: number) => void): void {
  program
    .command('prune')
    .description('delete sessions in which nothing happened for a long time')
    .requiredOption('--idle <duration>', 'how long nothing must have happened, such as 90d')
    .option('--to <file>', 'append each session to this file first, as a line of JSON')
    .option('--dry-run', 'only say what would be deleted')
    .option('--json', 'print { sessions, questions, events, dryRun } as JSON')
    .addHelpText('after', PRUNE_HELP)
    .action(async (_flags, command) => {
      const { prune } = await import('./prune.ts');
      done(await prune(command.optsWithGlobals()));
    });
}

const TRUST_HELP = `
A project's config file may contain commands, or be a program. They are not run
until you trust the file, and no longer once the file changes.`;

export function addTrust(program: Command, done: (exitCode: number) => void): void {
  program
    .command('trust')
    .description('show what the project’s config file would run, and trust it')
    .option('--yes', 'trust it without a prompt, for use without a terminal')
    .option('--revoke', 'stop trusting it')
    .option('--json', 'print { status, file, sha256, allows } as JSON')
    .addHelpText('after', TRUST_HELP)
    .action(async (_flags, command) => {
      const { trust } = await import('./trust.ts');
      done(await trust(command.optsWithGlobals()));
    });
}
