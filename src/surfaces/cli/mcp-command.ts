/** How `askonce mcp` is typed. */
import type { Command } from 'commander';

const MCP_HELP = `
The client starts it and speaks to it over stdin and stdout. Questions go to the
store of the project it is started in. Beside the client, people answer them on
the page of \`askonce serve\`, or with \`askonce inbox\` and \`askonce answer\`.
\`askonce serve\` also speaks MCP, at /mcp.

Example:
  $ askonce mcp --print-config claude-code`;

export function addMcp(program: Command, done: (exitCode: number) => void): void {
  program
    .command('mcp')
    .description('let an agent that speaks MCP ask through here')
    .option('--print-config <client>', 'print its settings: claude-code, codex, cursor, gemini, opencode, vscode')
    .option('--wait <duration>', 'how long a call waits for a person; 10m by default')
    .option('--session <id>', 'the conversation; by default one for each client and project')
    .option('--inbox <url>', 'where people answer; http://127.0.0.1:4766 by default')
    .option('--notify <command>', 'run when a question waits')
    .option('--ask-tool <name>', 'what the tool that asks is called: ask_user, or ask_person for Gemini CLI')
    .option('--no-elicitation', 'never ask through the client, only in the inbox')
    .addHelpText('after', MCP_HELP)
    .action(async (_flags, command) => {
      const { mcp } = await import('./mcp.ts');
      done(await mcp(command.optsWithGlobals()));
    });
}
