/** Commands of the person's own server: up, down, status and logs. */
import type { Command } from 'commander';
import { atLeastOne, portNumber } from './numbers.ts';

const UP_HELP = `
It makes one store for all your projects, in your data folder. From then on every
command, hook, MCP server and prompt uses it, whatever the folder, unless --db,
ASKONCE_DB or the project’s config file names another. The server runs until
\`askonce down\`; running \`askonce up\` again finds it.

Example:
  $ askonce up`;

export function addUp(program: Command, done: (exitCode: number) => void): void {
  program
    .command('up')
    .description('start one server in the background, with one inbox for all your projects')
    .option('--port <n>', 'the port (default: 4766; 0 for any free port)', portNumber)
    .option('--lan', 'listen in the local network, and show a QR code that pairs a phone')
    .option('--public-url <url>', 'its public URL, if it is behind a proxy or a VPN')
    .option('--at-login', 'print the file with which systemd or launchd starts it at each login; starts nothing')
    .option('--json', 'print { status, url, page, store, … } as JSON')
    .addHelpText('after', UP_HELP)
    .action(async (flags, command) => {
      if (flags.atLogin) {
        const { printLoginFile } = await import('./at-login.ts');
        return done(printLoginFile());
      }
      const { up } = await import('./up.ts');
      done(await up(command.optsWithGlobals()));
    });

  program
    .command('down')
    .description('stop the server that up started; nothing is lost')
    .option('--json', 'print { status, pid, url } as JSON')
    .action(async (_flags, command) => {
      const { down } = await import('./up.ts');
      done(await down(command.optsWithGlobals()));
    });

  program
    .command('status')
    .description('say whether that server runs, and where; exit code 1 if it does not')
    .option('--json', 'print { status, url, page, store, … } as JSON')
    .action(async (_flags, command) => {
      const { status } = await import('./up.ts');
      done(await status(command.optsWithGlobals()));
    });

  program
    .command('logs')
    .description('print the end of that server’s log')
    .option('--lines <n>', 'how many lines (default: 100)', atLeastOne)
    .action(async (_flags, command) => {
      const { logs } = await import('./up.ts');
      done(logs(command.optsWithGlobals()));
    });
}

const LOGIN_HELP = `
The token is read from standard input, or from ASKONCE_TOKEN. It is kept in your
configuration folder, for you alone, and used with --url and ASKONCE_URL. Agents that
AskOnce starts do not get it. An asker's token is kept beside yours, for agents.

Example:
  $ askonce login https://inbox.example.com < token.txt`;

export function addLogin(program: Command, done: (exitCode: number) => void): void {
  program
    .command('login')
    .description('keep your token for a server on another machine')
    .argument('<server>', 'its address; https, unless it is on this machine')
    .option('--json', 'print { url, name, role } as JSON')
    .addHelpText('after', LOGIN_HELP)
    .action(async (server, _flags, command) => {
      const { login } = await import('./login.ts');
      done(await login(server, command.optsWithGlobals()));
    });

  program
    .command('logout')
    .description('forget the token for a server')
    .argument('<server>', 'its address')
    .option('--json', 'print { url } as JSON')
    .action(async (server, _flags, command) => {
      const { logout } = await import('./login.ts');
      done(logout(server, command.optsWithGlobals()));
    });
}
