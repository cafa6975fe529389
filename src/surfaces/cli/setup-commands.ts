/** Commands that connect an agent to AskOnce, and check that it is connected. */
import type { Command } from 'commander';

const INIT_HELP = `
For Claude Code, in a project, it writes the MCP server to .mcp.json, the hooks to
.claude/settings.local.json, and to .gitignore what is missing there. For OpenCode
it writes the MCP server to opencode.json. It adds to these files and keeps
everything else in them. It shows every change and asks before it writes. --undo
takes out exactly what it wrote.

For Gemini CLI it writes the MCP server to .gemini/settings.json.

For Codex it writes the MCP server to ~/.codex/config.toml and a hook to
~/.codex/hooks.json, for all your projects.

Examples:
  $ askonce init claude-code
  $ askonce init claude-code --user --dry-run
  $ askonce init claude-code --undo
  $ askonce init codex
  $ askonce init gemini
  $ askonce init opencode`;

export function addInit(program: Command, done: (exitCode: number) => void): void {
  program
    .command('init')
    .description('connect a coding agent, so that its questions and permissions reach the inbox')
    .argument('<client>', 'claude-code, codex, gemini or opencode')
    .option('--user', 'for all your projects, not for this one')
    .option('--yes', 'write without a prompt, for use without a terminal')
    .option('--dry-run', 'only show what would be written')
    .option('--undo', 'take out what init wrote')
    .option('--http [url]', 'reach a running server (default: http://127.0.0.1:4766) instead of starting a command')
    .option('--prompt-tool', 'no hooks for questions and permissions: Claude is started with the prompt tool')
    .option('--wait <duration>', 'how long a hook waits for a person (default: 9m; codex: 1m)')
    .option('--json', 'print { status, files, notes } as JSON')
    .addHelpText('after', INIT_HELP)
    .action(async (client, _flags, command) => {
      const { init } = await import('./init.ts');
      done(await init(client, command.optsWithGlobals()));
    });
}

const DOCTOR_HELP = `
It runs the hooks with a notice that asks nothing, and starts the MCP server for a
moment, which creates the store if there is none. Exit code 1 if a question or a
permission would not reach the inbox.`;

export function addDoctor(program: Command, done: (exitCode: number) => void): void {
  program
    .command('doctor')
    .description('check whether questions and permissions of Claude Code reach the inbox')
    .option('--server <url>', 'where the page is (default: http://127.0.0.1:4766)')
    .option('--json', 'print { works, checks } as JSON')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (_flags, command) => {
      const { doctor } = await import('./doctor.ts');
      done(await doctor(command.optsWithGlobals()));
    });
}
