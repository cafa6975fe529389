/** `askonce mcp`: the questions of an agent that speaks MCP, over stdin and stdout; everything else goes to stderr. */
import { checkId } from '../arguments.ts';
import { durationMs } from '../core/duration.ts';
import { type Desk, STANDARD_WAIT } from '../mcp/desk.ts';
import { interruption } from './interruption.ts';
import { clientConfig } from './mcp-config.ts';
import { EXIT, note } from './output.ts';
import { type GlobalOptions, storeLocation } from './store-location.ts';
import { openHere } from './with-store.ts';

export interface McpFlags extends GlobalOptions {
  wait?: string;
  session?: string;
  inbox?: string;
  elicitation?: boolean;
  printConfig?: string;
}

/** Where `askonce serve` listens unless it is told otherwise. */
const INBOX = 'http://127.0.0.1:4766';

export async function mcp(flags: McpFlags, env = process.env): Promise<number> {
  if (flags.printConfig !== undefined) return printConfig(flags.printConfig, flags);
  const waitMs = durationMs(flags.wait ?? STANDARD_WAIT);
  const location = await storeLocation({ ...flags, ...projectOf(flags, env) });
  const [askonce, { serveStdio }, { mcpServer }] = await Promise.all([
    openHere(location, note),
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
  ]);
  const interrupt = interruption();
  try {
    const desk: Desk = {
      askonce,
      inbox: flags.inbox ?? INBOX,
      waitMs,
      mayElicit: flags.elicitation !== false,
      session: sessionOf(flags, env),
      job: env.ASKONCE_JOB || null,
      principal: null,
      stopping: interrupt.signal,
      log: note,
    };
    const handle = serveStdio((context) => mcpServer(desk, context), {
      onerror: (error) => note(`[mcp] ${error.message}`),
    });
    await new Promise<void>((resolve) => {
      // The client is gone, or whoever watches over us wants us to be.
      process.stdin
        .once('end', resolve)
        .once('close', resolve)
        .once('error', () => resolve());
      interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await handle.close();
    return interrupt.signal.aborted ? interrupt.exitCode() : EXIT.ok;
  } finally {
    await askonce.close();
    interrupt.end();
  }
}

/** The settings alone on stdout, so that they can be written to a file; where that is goes to stderr. */
function printConfig(client: string, { db, project, config, wait, session, inbox, elicitation }: McpFlags): number {
  const said = Object.entries({ db, project, config, wait, session, inbox });
  const flags = said.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const { place, text } = clientConfig(client, elicitation === false ? [...flags, '--no-elicitation'] : flags);
  process.stdout.write(text);
  note(`This belongs into ${place}`);
  return EXIT.ok;
}

/** Claude Code says where the project is; others start us in it. */
function projectOf({ project }: McpFlags, env: NodeJS.ProcessEnv): { project?: string } {
  const said = project ?? (env.CLAUDE_PROJECT_DIR || undefined);
  return said === undefined ? {} : { project: said };
}

/** As it was typed, or as whoever started us calls it. */
function sessionOf({ session }: McpFlags, env: NodeJS.ProcessEnv): string | null {
  const said = session ?? (env.ASKONCE_SESSION || undefined);
  if (said !== undefined) return checkId(said, 'session');
  return env.CLAUDE_CODE_SESSION_ID ? checkId(`claude-${env.CLAUDE_CODE_SESSION_ID}`, 'session') : null;
}
