/** `askonce mcp`: serves an agent that speaks MCP over stdin and stdout; everything else goes to stderr. */
import { setImmediate } from 'node:timers/promises';
import { claudeSession } from '../../adapters/claude-code/payload.ts';
import { durationMs } from '../../core/model/duration.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { withoutPassword } from '../../store/postgres/address.ts';
import { checkId } from '../../util/arguments.ts';
import { PACKAGE_FOLDER } from '../../util/package-folder.ts';
import { ASK_TOOLS, type AskTool, DEFAULT_WAIT, type McpContext } from '../mcp/mcp-context.ts';
import { EXIT, note } from '../terminal/output.ts';
import { checkedUrl } from './checked-url.ts';
import { interruption } from './interruption.ts';
import { clientConfig, entryOf } from './mcp-config.ts';
import { Notifier, notifyCommand } from './notify.ts';
import { personPlaces } from './person/places.ts';
import { personInbox } from './person/server-record.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { serviceHere } from './with-store.ts';

export interface McpFlags extends GlobalOptions {
  wait?: string;
  session?: string;
  inbox?: string;
  elicitation?: boolean;
  printConfig?: string;
  askTool?: string;
  approve?: boolean;
}

/** The default address of `askonce serve`. */
const INBOX = 'http://127.0.0.1:4766';

export async function mcp(flags: McpFlags, env = process.env): Promise<number> {
  if (flags.printConfig !== undefined) return printConfig(flags.printConfig, flags);
  const waitMs = durationMs(flags.wait ?? DEFAULT_WAIT);
  const askTool = askToolOf(flags.askTool);
  const location = await serviceLocation({ ...flags, ...projectOf(flags, env) });
  const [askonce, { serveStdio, mcpServer }] = await Promise.all([
    serviceHere(location, note),
    import('../mcp/stdio.ts'),
  ]);
  const interrupt = interruption();
  const notifier = new Notifier(notifyCommand(flags, location, env));
  const persons = location.whose === 'person' ? personInbox(personPlaces(env)) : (location.remote?.url ?? null);
  const inbox = flags.inbox === undefined ? persons : checkedUrl(flags.inbox);
  try {
    const mcpContext: McpContext = {
      askonce,
      inbox: inbox ?? INBOX,
      command: location.command,
      // Without --inbox, another program may be listening at the default address.
      hasPage: inbox !== null,
      waitMs,
      // Nobody is helped by a denial while the client can wait.
      ...(flags.approve ? { approveWaitMs: flags.wait === undefined ? Number.POSITIVE_INFINITY : waitMs } : {}),
      // An agent that AskOnce runs may not answer, here as on the command line.
      mayElicit: flags.elicitation !== false && !env.ASKONCE_JOB,
      // Claude Code sets this when it is started with -p. It claims that it can show forms even then, and cancels them itself.
      headless: env.CLAUDE_CODE_ENTRYPOINT === 'sdk-cli' ? 'claude -p' : null,
      session: sessionIn(flags, env),
      host: env.CLAUDE_CODE_SESSION_ID ? claudeSession(env.CLAUDE_CODE_SESSION_ID) : null,
      job: env.ASKONCE_JOB || null,
      principal: null,
      askTool,
      caller: null,
      stopping: interrupt.signal,
      parked: (ids) => {
        for (const id of ids) notifier.tellOf(askonce, id);
      },
      log: note,
      calls: new Set(),
    };
    const onerror = (error: Error) => note(`[mcp] ${error.message}`);
    const handle = serveStdio((context) => mcpServer(mcpContext, context), { onerror });
    const clientIsGone = new Promise<void>((resolve) => {
      process.stdin
        .once('end', resolve)
        .once('close', resolve)
        .once('error', () => resolve());
    });
    await Promise.race([clientIsGone, aborted(interrupt.signal)]);
    if (!interrupt.signal.aborted) return EXIT.ok;
    // Calls under way return that their question is parked, and their replies are sent before the process ends.
    await Promise.allSettled(mcpContext.calls);
    await setImmediate();
    await handle.close();
    return interrupt.exitCode();
  } finally {
    await notifier.done();
    await askonce.close();
    interrupt.end();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Prints only the settings on stdout, so that you can copy them; where to put them goes to stderr. */
function printConfig(
  client: string,
  { db, url, project, config, wait, session, inbox, notify, elicitation, askTool, approve }: McpFlags,
): number {
  askToolOf(askTool);
  if (session !== undefined) checkId(session, 'session');
  if (inbox !== undefined) checkedUrl(inbox);
  if (wait !== undefined) durationMs(wait);
  if (db !== undefined && withoutPassword(db, '') !== db)
    note(
      'This contains a password, so do not commit it. To avoid that, leave --db out and set ASKONCE_DB in the client’s environment.',
    );
  const said = Object.entries({ db, url, project, config, wait, session, inbox, notify, 'ask-tool': askTool });
  const flags = said.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const more = [...(elicitation === false ? ['--no-elicitation'] : []), ...(approve ? ['--approve'] : [])];
  const { place, text } = clientConfig(client, entryOf(PACKAGE_FOLDER, process.execPath), [...flags, ...more]);
  process.stdout.write(text);
  note(`Merge this into ${place}`);
  note('That file may contain other servers and settings: add to it, do not overwrite it.');
  return EXIT.ok;
}

/** Claude Code names the project in its environment; other clients start the server in it. */
function projectOf({ project }: McpFlags, env: NodeJS.ProcessEnv): { project?: string } {
  const said = project ?? (env.CLAUDE_PROJECT_DIR || undefined);
  return said === undefined ? {} : { project: said };
}

function sessionIn({ session }: McpFlags, env: NodeJS.ProcessEnv): string | null {
  const said = session ?? (env.ASKONCE_SESSION || undefined);
  return said === undefined ? null : checkId(said, 'session');
}

function askToolOf(name = 'ask_user'): AskTool {
  const known = ASK_TOOLS.find((one) => one === name);
  if (known !== undefined) return known;
  throw new AskOnceError('usage', `--ask-tool must be one of ${ASK_TOOLS.join(', ')}, not “${name}”.`);
}
