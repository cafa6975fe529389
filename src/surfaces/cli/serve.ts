/** `askonce serve`: serves the API and the page over HTTP and runs the server's jobs until it is stopped. */
import { resolve } from 'node:path';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { newSecret } from '../../notify/webhooks/signature.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { webhookExecutor } from '../../worker/agents/builder/executor.ts';
import type { Executor } from '../../worker/executor.ts';
import type { App } from '../http/app.ts';
import { isLoopback } from '../http/guard/host.ts';
import { engineLog, serverLog } from '../http/logging.ts';
import { allRoutes } from '../http/routes/all.ts';
import { ELICITING, type Eliciting } from '../http/routes/mcp.ts';
import { httpServer, listen } from '../http/server.ts';
import { DEFAULT_WAIT } from '../mcp/mcp-context.ts';
import { EXIT } from '../terminal/output.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { agentName, agentOfServer } from './agents.ts';
import { checkedUrl } from './checked-url.ts';
import { interruption } from './interruption.ts';
import { notify } from './notify.ts';
import { whenNpmEnds } from './npm-parent.ts';
import { personOnly } from './person-only.ts';
import { type StoreLocation, serverLocation } from './store-location.ts';
import { type RunFlags, runnerFor } from './tasks.ts';
import { openHere } from './with-store.ts';

export interface ServeFlags extends RunFlags {
  host?: string;
  port?: number;
  requireToken?: boolean;
  allowOrigin?: string[];
  publicUrl?: string;
  trustProxy?: boolean;
  questionsPerMinute?: number;
  builderUrl?: string;
  allowPrivateWebhooks?: boolean;
  mcpWait?: string;
  mcpElicitation?: string;
  logLevel?: string;
}

const HOST = '127.0.0.1';
/** Open requests get five seconds, and so do runs; after this time the process ends anyway. */
const MAX_STOP_MS = 15_000;
const PORT = 4766;
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export async function serve(flags: ServeFlags): Promise<number> {
  personOnly('serve');
  const { host = HOST, port = PORT } = flags;
  const log = serverLog({ level: levelOf(flags.logLevel) });
  const executor = builderOf(flags);
  const location = await serverLocation(flags);
  // Registered before anything runs: a signal may be sent as soon as the address is printed.
  const interrupt = interruption();
  const stopped = new Promise<void>((resolve) => {
    interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  void stopped.then(() => setTimeout(() => giveUp(log), MAX_STOP_MS).unref());
  const endWatch = whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  const { questionsPerMinute } = flags;
  const limits = questionsPerMinute === undefined ? {} : { questionsPerMinute };
  const askonce = await openHere(location, engineLog(log), limits);
  try {
    await serving(askonce, { flags, location, host, port, log, executor, stopped });
    return EXIT.ok;
  } finally {
    await askonce.close();
    endWatch();
    interrupt.end();
  }
}

/** Ends the process although the store does not respond. Everything that was acknowledged is already stored. */
function giveUp(log: App['log']): never {
  log.error('The store did not close in time. Unfinished jobs resume at the next start.');
  process.exit(EXIT.error);
}

interface Serving {
  readonly flags: ServeFlags;
  readonly location: StoreLocation;
  readonly host: string;
  readonly port: number;
  /** Receives everything after the welcome lines, for log collectors. */
  readonly log: App['log'];
  readonly executor: Executor | undefined;
  readonly stopped: Promise<void>;
}

async function serving(askonce: AskOnce, serving: Serving): Promise<void> {
  const { flags, location, host, port, log, executor, stopped } = serving;
  const { trustProxy = false, requireToken = false, allowOrigin = [] } = flags;
  const known = flags.publicUrl === undefined ? {} : { publicUrl: checkedUrl(flags.publicUrl) };
  const allowPrivate = flags.allowPrivateWebhooks === true;
  const { settings } = location;
  const telling = askonce.webhooks.dispatcher({ allowPrivate, log: (line) => log.warn(line) });
  const agent = agentOfServer(location, executor !== undefined);
  const runner = runnerFor(askonce, location, {
    agent,
    onFault: (err) => log.error({ err }, 'the runner failed'),
    ...(executor === undefined ? {} : { executor }),
  });
  let app: App | null = null;
  try {
    app = await httpServer(askonce, {
      command: typedCommand(),
      host,
      requireToken,
      allowOrigins: allowOrigin,
      trustProxy,
      ...known,
      log,
      checkToken: (text) => askonce.access.tokens.check(text),
      tokensExist: () => askonce.access.tokens.exist(),
      routes: allRoutes({
        agent,
        ...known,
        ...(process.env.ASKONCE_PAGE ? { page: resolve(process.env.ASKONCE_PAGE) } : {}),
        mcp: { wait: flags.mcpWait ?? DEFAULT_WAIT, elicitation: elicitingOf(flags.mcpElicitation) },
        webhooks: { allowPrivate, changed: () => telling.refresh() },
      }),
    });
    const url = await listen(app, host, port);
    await runner.start();
    await telling.start();
    if (settings.notify !== null)
      askonce.events.on('clarification.requested', ({ job, clarification, data }) =>
        notify(settings.notify, job, { id: clarification!, question: String(data.question) }, (line) => log.warn(line)),
      );
    process.stderr.write(`${welcome(url, serving).join('\n')}\n`);
    // If loading fails, the first prompt reports the error.
    askonce.jobs.warmUp().catch(() => {});
    await stopped;
    log.warn('Stopping after the requests in progress. Press Ctrl-C again to stop now.');
  } finally {
    // First the requests stop, then the runs, then the webhooks, so that each can still report to the next.
    await app?.close();
    await runner.stop();
    await telling.stop();
  }
}

/** What to do next. Fits into 80 columns unless the address is long. */
function welcome(url: string, { flags, location, host }: Serving): string[] {
  const builtBy = flags.builderUrl ?? agentName(location);
  const store = isPostgresAddress(location.db) ? withoutPassword(location.db, '***') : location.db;
  const needsToken =
    flags.requireToken === true || flags.trustProxy === true || flags.publicUrl !== undefined || !isLoopback(host);
  const token = needsToken ? [`  -H "authorization: Bearer $TOKEN" \\`] : [];
  const json = `  -H "content-type: application/json" \\`;
  return [
    `AskOnce is listening on ${url}`,
    `  page    ${url}/`,
    `  docs    ${url}/docs`,
    `  MCP     ${url}/mcp`,
    `  store   ${store}`,
    `  agent   ${builtBy}`,
    '',
    'Create a job:',
    `curl ${url}/jobs \\`,
    ...token,
    json,
    `  -d '{"prompt":"Write a recipe for a hot frozen soup"}'`,
    '',
    'Answer its question, if it has one:',
    `curl ${url}/jobs/<id>/clarification \\`,
    ...token,
    json,
    `  -d '{"answer":"hot"}'`,
    '',
    'Press Ctrl-C to stop. Questions and jobs are saved and resume at the next start.',
  ];
}

function builderOf({ builderUrl, exec, allowPrivateWebhooks = false }: ServeFlags): Executor | undefined {
  if (builderUrl === undefined) return undefined;
  if (exec !== undefined)
    throw new AskOnceError('usage', 'Use either --exec or --builder-url to build jobs, not both.');
  const secret = process.env.ASKONCE_BUILDER_SECRET;
  if (secret) return webhookExecutor({ url: builderUrl, secret, allowPrivate: allowPrivateWebhooks });
  const text = 'The builder needs a shared secret. Set the same ASKONCE_BUILDER_SECRET on both sides, such as';
  throw new AskOnceError('usage', `${text} ${newSecret()}`);
}

function levelOf(level: string | undefined): (typeof LEVELS)[number] {
  const known = LEVELS.find((one) => one === (level ?? 'info'));
  if (known !== undefined) return known;
  throw new AskOnceError('usage', `Unknown log level “${level}”. Use one of ${LEVELS.join(', ')}.`);
}

function elicitingOf(who: string | undefined): Eliciting {
  const known = ELICITING.find((one) => one === (who ?? 'answerers'));
  if (known !== undefined) return known;
  throw new AskOnceError('usage', `--mcp-elicitation must be one of ${ELICITING.join(', ')}, not “${who}”.`);
}
