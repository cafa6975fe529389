/** The flags of `askonce bridge`. */
import type { Command } from 'commander';

const BRIDGE_HELP = `
It connects to \`opencode serve\`, or to any OpenCode that was started with --port.
The questions and permissions of its sessions in this project appear in the inbox,
and the answers go back. It runs until you stop it. Stopped or killed, it finds
everything again when you start it again; OpenCode waits meanwhile. The first answer
counts, whether you give it here or in OpenCode itself.

With --url the inbox is the one of a server; the token of an asker is enough.

If OpenCode's server has a password, set OPENCODE_SERVER_PASSWORD (and, if it is not
“opencode”, OPENCODE_SERVER_USERNAME).

Example:
  $ opencode serve --port 4096
  $ askonce bridge opencode`;

export function addBridge(program: Command, done: (exitCode: number) => void): void {
  program
    .command('bridge')
    .description('bring the questions and permissions of a running agent to the inbox, and the answers back')
    .argument('<host>', 'opencode')
    .option('--server <url>', 'where OpenCode listens (default: http://127.0.0.1:4096)')
    .addHelpText('after', BRIDGE_HELP)
    .action(async (host, _flags, command) => {
      const { bridge } = await import('./bridge.ts');
      done(await bridge(host, command.optsWithGlobals()));
    });
}
