/** The flags of `askonce mcp`. */
import type { Command } from 'commander';

const MCP_HELP = `
The client starts it and talks to it over stdin and stdout. Questions go to the
store of the project it is started in. People can answer them in the client, on
the page of \`askonce serve\`, or with \`askonce inbox\` and \`askonce answer\`.
\`askonce serve\` also serves MCP, at /mcp.

Example:
  $ askonce mcp --print-config claude-code`;

export function addMcp(program: Command, done: (exitCode: number) => void): void {
  program
    .command('mcp')
    .description('run the MCP server, so that MCP clients can ask')
    .option('--print-config <client>', 'print settings for claude-code, codex, cursor, gemini, opencode or vscode')
    .option('--wait <duration>', 'how long a call waits for a person (default: 10m)')
    .option('--session <id>', 'the conversation (default: one per client and project)')
    .option('--inbox <url>', 'where people answer (default: http://127.0.0.1:4766)')
    .option('--notify <command>', 'run this when a question is waiting')
    .option('--ask-tool <name>', 'name of the asking tool: ask_user, or ask_person for Gemini CLI')
    .option('--approve', 'offer the tool approve, for the permission prompts of Claude Code')
    .option('--no-elicitation', 'ask only in the inbox, never through the client')
    .addHelpText('after', MCP_HELP)
    .action(async (_flags, command) => {
      const { mcp } = await import('./mcp.ts');
      done(await mcp(command.optsWithGlobals()));
    });
}
