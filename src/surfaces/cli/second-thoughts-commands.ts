/** The commands by which people change their mind. */
import type { Command } from 'commander';

export function addSecondThoughts(program: Command, done: (exitCode: number) => void): void {
  program
    .command('correct')
    .description('replace an answer by another one; agents that used it learn of it')
    .argument('<id>', 'the answer: its id, or its number in the history')
    .argument('<answer...>', 'put -- before an answer that begins with a dash')
    .option('--because <text>', 'the reason')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, words, _flags, command) => {
      const { correct } = await import('./second-thoughts.ts');
      done(await correct(id, words, command.optsWithGlobals()));
    });

  program
    .command('snooze')
    .description('put a question off; it returns to the inbox by itself')
    .argument('<id>')
    .argument('<until>', 'a duration such as 2h, a time such as 2027-01-31T09:00, or now')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, until, _flags, command) => {
      const { snooze } = await import('./second-thoughts.ts');
      done(await snooze(id, until, command.optsWithGlobals()));
    });
}
