/** What is kept besides questions: preferences, tokens, trusted config files; and the copy of a store. */
import type { Command } from 'commander';
import { atLeastOne } from './numbers.ts';

const MIGRATE_HELP = `
Stopped or killed, the same command again goes on where it was. Until it is
complete nobody can work in the copy. End whatever works on either store first:
what is written to the source meanwhile is not in the copy.

Example:
  $ askonce migrate --from .askonce/askonce.db --to postgres://ada@db.local/shop`;

export function addPreferences(program: Command, done: (exitCode: number) => void): void {
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

export function addTokens(program: Command, done: (exitCode: number) => void): void {
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

export function addMigrate(program: Command, done: (exitCode: number) => void): void {
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

const TRUST_HELP = `
A project's config file may hold commands, and may be a program. Nothing of
that is used until you have trusted the file, and not after it has changed.`;

export function addTrust(program: Command, done: (exitCode: number) => void): void {
  program
    .command('trust')
    .description('show what the project’s config file would run, and allow it')
    .option('--yes', 'trust it without being asked, where there is no terminal')
    .option('--revoke', 'no longer trust it')
    .option('--json', 'print { status, file, sha256, allows } as JSON')
    .addHelpText('after', TRUST_HELP)
    .action(async (_flags, command) => {
      const { trust } = await import('./trust.ts');
      done(await trust(command.optsWithGlobals()));
    });
}
