/** `askonce serve`: serves the API and the page over HTTP and runs the server's jobs until it is stopped. */
import { resolve } from 'node:path';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { NotificationDispatcher } from '../../library/notifications.ts';
import { newSecret } from '../../notify/webhooks/signature.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { webhookExecutor } from '../../worker/agents/builder/executor.ts';
import type { Executor } from '../../worker/executor.ts';
import { aboutRoutes } from '../http/about.ts';
import type { App } from '../http/app.ts';
import { isLoopback } from '../http/guard/host.ts';
import type { KnownToken } from '../http/guard/tokens.ts';
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
import { LAN_HOST, lanAddress, lanInvitation } from './lan.ts';
import { channelsOf, startTelling } from './notifications.ts';
import { whenNpmEnds } from './npm-parent.ts';
import { boundedLog } from './person/bounded-log.ts';
import { personPlaces } from './person/places.ts';
import { type OwnServer, personServer, takePlace } from './person/server-record.ts';
import { isAgentsShell, notForAgents, personOnly } from './person-only.ts';
import { type EngineFlags, type EnginePlace, engineAt, enginePlace, type RunningEngine } from './serve-engine.ts';
import { servedProjects } from './served-projects.ts';
import { personLocation, type StoreLocation, serverLocation } from './store-location.ts';
import { type RunFlags, runnerFor } from './tasks.ts';
import { saysWhose } from './whose-port.ts';
import { openHere } from './with-store.ts';

export interface ServeFlags extends RunFlags, EngineFlags {
  host?: string;
  /** Listens on all addresses, and pairs a phone. */
  lan?: boolean;
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
  /** It is the person's own server: one for all projects, in the background. */
  forPerson?: boolean;
}

const HOST = '127.0.0.1';
/** Open requests get five seconds, and so do runs; after this time the process ends anyway. */
const MAX_STOP_MS = 15_000;
const PORT = 4766;
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export async function serve(flags: ServeFlags): Promise<number> {
  personOnly('serve');
  const { lan = false, port = PORT } = flags;
  if (lan) notForAgents('serve --lan');
  if (lan && flags.host !== undefined) throw new AskOnceError('usage', 'Use either --lan or --host, not both.');
  const { host = lan ? LAN_HOST : HOST } = flags;
  const places = flags.forPerson ? personPlaces() : null;
  const level = levelOf(flags.logLevel);
  const log = serverLog({ level, ...(places === null ? {} : { destination: boundedLog(places.log) }) });
  const executor = builderOf(flags);
  const place = enginePlace(flags);
  const own = places === null ? null : await takePlace(places);
  if (places !== null && own === null) throw alreadyRuns();
  const location = places === null ? await serverLocation(flags) : personLocation(places, flags);
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
    await serving(askonce, { flags, location, host, port, log, executor, place, stopped, own, limits });
    return EXIT.ok;
  } finally {
    await askonce.close();
    own?.end();
    endWatch();
    interrupt.end();
  }
}

/** Only the process that has lost the race sees this: `askonce up` finds the winner. */
function alreadyRuns(): AskOnceError {
  return new AskOnceError('port_taken', 'Your server is already running. `askonce status` says where.');
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
  /** Set if an engine places the jobs. */
  readonly place: EnginePlace | null;
  readonly stopped: Promise<void>;
  /** Set if it is the person's own server. */
  readonly own: OwnServer | null;
  readonly limits: { readonly questionsPerMinute?: number };
}

async function serving(askonce: AskOnce, serving: Serving): Promise<void> {
  const { flags, location, host, port, log, executor, place, stopped, own } = serving;
  const { trustProxy = false, requireToken = false, allowOrigin = [] } = flags;
  const known = flags.publicUrl === undefined ? {} : { publicUrl: checkedUrl(flags.publicUrl) };
  const allowPrivate = flags.allowPrivateWebhooks === true;
  const channels = channelsOf(location.settings.notify);
  const lanUrl = (port: string) => `http://${lanAddress()}:${port}`;
  if (flags.lan) lanAddress();
  const telling = askonce.webhooks.dispatcher({ allowPrivate, log: (line) => log.warn(line) });
  const agent = agentOfServer(location, executor !== undefined);
  const onFault = (err: unknown) => log.error({ err }, 'the runner failed');
  const running = { agent, onFault, ...(executor === undefined ? {} : { executor }) };
  const runnerIn = own === null ? null : (there: AskOnce, where: StoreLocation) => runnerFor(there, where, running);
  const projects = servedProjects(askonce, location, engineLog(log), serving.limits, runnerIn);
  const placing = place === null ? null : await engineAt(place, onFault);
  const runner = runnerFor(askonce, location, { ...running, ...(placing === null ? {} : { place: placing.place }) });
  let engine: RunningEngine | null = null;
  let app: App | null = null;
  let people: NotificationDispatcher | null = null;
  try {
    app = await httpServer(askonce, {
      command: typedCommand(),
      host,
      lan: flags.lan === true,
      requireToken,
      allowOrigins: allowOrigin,
      trustProxy,
      ...known,
      log,
      projects,
      checkToken: (text) => knownSender(askonce, text),
      // In the local network the first token comes with the first pairing; the person at this machine has a credential.
      tokensExist: async () => flags.lan === true || own !== null || (await askonce.access.tokens.exist()),
      routes: [
        ...allRoutes({
          agent,
          ...known,
          ...(process.env.ASKONCE_PAGE ? { page: resolve(process.env.ASKONCE_PAGE) } : {}),
          mcp: { wait: flags.mcpWait ?? DEFAULT_WAIT, elicitation: elicitingOf(flags.mcpElicitation) },
          webhooks: { allowPrivate, changed: () => telling.refresh() },
        }),
        aboutRoutes({ store: shownStore(location), whose: location.whose }),
      ],
    });
    const url = await listen(app, host, port).catch(async (error: unknown) => {
      throw await saysWhose(error, host, port, personServer(personPlaces()));
    });
    engine = (await placing?.start(runner, askonce.jobs)) ?? null;
    await runner.start();
    if (own !== null) projects.resumeJobs().catch(onFault);
    await telling.start();
    const outside = flags.publicUrl ?? (flags.lan ? lanUrl(new URL(url).port) : null);
    const reached = outside === null ? { url, isReachable: !isLoopback(host) } : { url: outside, isReachable: true };
    people = await startTelling(askonce, channels, { ...reached, log: (line) => log.warn(line) });
    if (own === null) process.stderr.write(`${welcome(url, serving, await credential(askonce)).join('\n')}\n`);
    else log.info(`AskOnce is listening on ${url}`);
    own?.listens(hereOf(url, flags), { lan: flags.lan === true, ...known });
    if (flags.lan && own === null) process.stderr.write(`\n${(await lanInvitation(askonce, outside!)).join('\n')}\n`);
    // If loading fails, the first prompt reports the error.
    askonce.jobs.warmUp().catch(() => {});
    await stopped;
    log.warn('Stopping after the requests in progress. Press Ctrl-C again to stop now.');
  } finally {
    // First the requests stop, then the runs, then the webhooks, so that each can still report to the next.
    await app?.close();
    await runner.stop();
    await engine?.close();
    await telling.stop();
    await projects.close();
    await people?.stop();
  }
}

/** A token, or the credential of the person at this machine. */
async function knownSender({ access }: AskOnce, text: string): Promise<KnownToken | null> {
  return (await access.isPerson(text)) ? { id: null, name: null, role: 'admin' } : access.tokens.check(text);
}

/** The address on this machine. */
function hereOf(url: string, { lan }: ServeFlags): string {
  return lan ? url.replace(LAN_HOST, HOST) : url;
}

/** The person's credential as a part of the address of the page. An agent that starts a server does not get it. */
async function credential({ access }: AskOnce): Promise<string> {
  return isAgentsShell() ? '' : `#token=${await access.personKey()}`;
}

/** What to do next. Fits into 80 columns unless the address is long. */
function welcome(url: string, { flags, location, host }: Serving, credential: string): string[] {
  const builtBy = flags.builderUrl ?? agentName(location);
  const isReached = flags.trustProxy === true || flags.publicUrl !== undefined || (!flags.lan && !isLoopback(host));
  const needsToken = flags.requireToken === true || isReached;
  const here = hereOf(url, flags);
  const token = needsToken ? [`  -H "authorization: Bearer $TOKEN" \\`] : [];
  const json = `  -H "content-type: application/json" \\`;
  return [
    `AskOnce is listening on ${here}`,
    `  page    ${here}/${needsToken ? '' : credential}`,
    `  docs    ${here}/docs`,
    `  MCP     ${here}/mcp`,
    `  store   ${shownStore(location)}`,
    `  agent   ${builtBy}`,
    '',
    'Create a job:',
    `curl ${here}/jobs \\`,
    ...token,
    json,
    `  -d '{"prompt":"Write a recipe for a hot frozen soup"}'`,
    '',
    'Answer its question, if it has one:',
    `curl ${here}/jobs/<id>/clarification \\`,
    ...token,
    json,
    `  -d '{"answer":"hot"}'`,
    '',
    'Press Ctrl-C to stop. Questions and jobs are saved and resume at the next start.',
  ];
}

function shownStore({ db }: StoreLocation): string {
  return isPostgresAddress(db) ? withoutPassword(db, '***') : db;
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
