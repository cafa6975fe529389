/** Commands about tool calls: asking for permission, and the rules. */
import type { Command } from 'commander';

const APPROVE_HELP = `
The input is a JSON object, or - to read it from standard input. A rule decides
at once; otherwise the call waits for a person, who decides on the page, in the
prompt or with \`askonce answer <id> yes\`.

Prints allow or deny. Exit codes: 0 allowed, 1 error, 2 parked (also when --wait
runs out), 3 denied, 130 stopped by Ctrl-C.

Example:
  $ askonce approve Bash '{"command":"npm test"}' --wait`;

export function addApprovals(program: Command, done: (exitCode: number) => void): void {
  program
    .command('approve')
    .description('ask whether a tool call may be made')
    .argument('<tool>', 'the name of the tool, such as Bash')
    .argument('<input>', 'the input of the call as JSON')
    .option('--call-id <id>', 'the host’s id of the call; asking again with it gets the same decision')
    .option('--title <text>', 'what the call does, in your words')
    .option('--reason <text>', 'why permission is needed')
    .option('--suggest <rule>', 'a rule to offer; repeat for each', (rule, rules?: string[]) => [
      ...(rules ?? []),
      rule,
    ])
    .option('--session <id>', 'the conversation (default: a new one)')
    .option('--job <id>', 'the job that asks; any id you choose')
    .option('--asker <name>', 'who asks')
    .option('--agent <name>', 'the program that asks, for people to see')
    .option('--timeout <duration>', 'deny if no one has decided by then')
    .option('--wait [duration]', 'wait for the person; --wait=10m sets a limit')
    .option('--notify <command>', 'run this when the call is waiting')
    .option('--json', 'print the whole result as JSON')
    .addHelpText('after', APPROVE_HELP)
    .action(async (tool, input, _flags, command) => {
      const { approve } = await import('./approve.ts');
      done(await approve(tool, input, command.optsWithGlobals()));
    });

  const approvals = program
    .command('approvals')
    .description('list the rules about tool calls')
    .option('--session <id>', 'include the rules of this session')
    .option('--json', 'print { items } as JSON')
    .action(async (_flags, command) => {
      const { listRules } = await import('./approvals.ts');
      done(await listRules(command.optsWithGlobals()));
    });

  approvals
    .command('revoke')
    .description('revoke a rule that a person made')
    .argument('<id>', 'from approvals')
    .option('--json', 'print { status, clarification } as JSON')
    .action(async (id, _flags, command) => {
      const { revokeRule } = await import('./approvals.ts');
      done(await revokeRule(id, command.optsWithGlobals()));
    });
}
