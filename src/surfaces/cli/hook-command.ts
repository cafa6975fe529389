/** The flags of `askonce hook`. */
import { type Command, Option } from 'commander';

const HOOK_HELP = `
Claude Code runs it for AskUserQuestion, permissions and forms, with the event on
stdin, and reads the reply from stdout. \`askonce init claude-code\` sets it up.
While it waits, the question is in the inbox. If nobody answers in time: in a
terminal, Claude Code’s own dialog is there; elsewhere the call is denied, and the
question stays in the inbox. A failure never allows anything.

Codex runs it for PermissionRequest, and for PreToolUse if you add that. It waits
one minute by default, because Codex opens its own dialog only afterwards.`;

export function addHook(program: Command, done: (exitCode: number) => void): void {
  program
    .command('hook')
    .description('answer one event of a coding agent; run by its hooks')
    .argument('<host>', 'claude-code or codex')
    .option('--wait <duration>', 'how long to wait for a person (default: 9m; codex: 1m)')
    .option('--defer', 'park a call that waits; only where AskOnce runs the agent')
    .addOption(new Option('--interrupted <call>', 'deny this call, which may have been carried out').hideHelp())
    .addHelpText('after', HOOK_HELP)
    .action(async (host, _flags, command) => {
      const { hook } = await import('./hook.ts');
      done(await hook(host, command.optsWithGlobals()));
    });
}
