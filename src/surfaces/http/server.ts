/** The HTTP server: assembles the parts in the order in which a request passes them. It decides nothing about questions. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { version } from '../../util/version.ts';
import type { App, Routes } from './app.ts';
import { BODY_LIMIT, readJsonOnly } from './guard/body.ts';
import { confineRequests } from './guard/confine.ts';
import { guardRequests } from './guard/guard.ts';
import { SECURITY_HEADERS } from './guard/headers.ts';
import { inUrl, isLoopback, namesOf } from './guard/host.ts';
import { LOOPBACK_LIMIT, limitRequests, NETWORK_LIMIT, type RateLimit } from './guard/limits.ts';
import { originOf } from './guard/origin.ts';
import type { CheckToken } from './guard/tokens.ts';
import { healthRoutes } from './health.ts';
import { logRequests, serverLog } from './logging.ts';
import { countEverything, metricsRoutes } from './metrics/metrics.ts';
import { describeRoutes, docsRoutes } from './openapi.ts';
import { chooseProject, onlyProject, type Projects } from './projects.ts';
import { refuseMalformed, refuseTunnels, refuseUnknownRoutes, sendRefusal } from './refusals.ts';
import { problems } from './schemas/common.ts';
import { strict } from './schemas/strict.ts';

export interface HttpOptions {
  /** How askonce is called on this machine; `askonce` by default. */
  readonly command?: string;
  /** The address to listen on; 127.0.0.1 by default. Any other than loopback needs tokens. */
  readonly host?: string;
  readonly checkToken: CheckToken;
  /** Whether any valid token exists. */
  readonly tokensExist: () => Promise<boolean>;
  /** Whether requests need a token; by default they do if the server can be reached from other machines. */
  readonly requireToken?: boolean;
  /** Whether it serves the local network without a proxy: then those who connect from this machine need no token. */
  readonly lan?: boolean;
  /** Origins whose pages may use the server besides its own, such as `https://inbox.example.com`. */
  readonly allowOrigins?: readonly string[];
  /** The external URL of the server, if it is behind a proxy. */
  readonly publicUrl?: string;
  /** Whether a proxy in front supplies the client's address, as the last one in `X-Forwarded-For`. */
  readonly trustProxy?: boolean;
  readonly rateLimit?: RateLimit;
  /** The log, as created by `serverLog`; none by default. */
  readonly log?: FastifyBaseLogger;
  readonly timeouts?: Partial<Timeouts>;
  /** The projects of the store; by default the server has only its own. */
  readonly projects?: Projects;
  readonly routes: readonly Routes[];
}

interface Timeouts {
  /** How long the headers, and the whole request, may take to arrive. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a connection may be silent: between requests, and within one, such as before the next event of a stream. */
  readonly keepAliveMs: number;
  readonly silenceMs: number;
  /** How often Node checks the first two limits. */
  readonly checkMs: number;
  /** How long open requests may continue once the server stops. */
  readonly drainMs: number;
}

const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  silenceMs: 120_000,
  checkMs: 5_000,
  drainMs: 5_000,
};

/** What a page of an allowed origin may send, and which response headers it may read. */
const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: ['Location', 'Retry-After', 'Mcp-Session-Id'],
  strictPreflight: false,
  maxAge: 600,
};

const MAX_HEADER_BYTES = 16 * 1024;

/** The server with all its routes, ready to listen or to receive requests in process. */
export async function httpServer(askonce: AskOnce, options: HttpOptions): Promise<App> {
  const { host = '127.0.0.1', publicUrl, checkToken } = options;
  const loopback = isLoopback(host);
  // Behind a proxy the server's own address is loopback, although the senders are remote.
  const isReached = !loopback || publicUrl !== undefined || options.trustProxy === true;
  const requireToken = options.requireToken === true || isReached;
  const isOpenHere =
    options.lan === true && options.requireToken !== true && publicUrl === undefined && options.trustProxy !== true;
  if (requireToken && !(await options.tokensExist())) throw tokensNeeded(host);
  const origins = new Set((options.allowOrigins ?? []).map(originOf));
  if (publicUrl !== undefined) origins.add(new URL(publicUrl).origin);

  const app = bareServer(options);
  app.decorate('askonce', askonce);
  app.decorate('projects', options.projects ?? onlyProject(askonce));
  app.decorate('command', options.command ?? 'askonce');
  stopInGoodOrder(app, { ...TIMEOUTS, ...options.timeouts }.drainMs);
  // Header schemas only say that a header is an optional string, so they are not validated. After validation, fastify would rebuild all
  // headers on every access.
  app.setValidatorCompiler((part) => (part.httpPart === 'headers' ? () => true : validatorCompiler(part as never)));
  // Our own code creates the replies, so they are serialised without a schema; tests check them against their schemas.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendRefusal);
  readJsonOnly(app);
  refuseTunnels(app);
  logRequests(app);

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  const limit = options.rateLimit ?? (loopback ? LOOPBACK_LIMIT : NETWORK_LIMIT);
  const countRequest = limitRequests(app, limit);
  refuseUnknownRoutes(app, countRequest);
  guardRequests(app, {
    hosts: loopback ? namesOf(publicUrl) : null,
    origins,
    requireToken,
    isOpenHere,
    checkToken,
    countRequest,
  });
  if (origins.size > 0) await app.register(cors, { ...CORS, origin: [...origins] });

  chooseProject(app);
  confineRequests(app);
  countEverything(app);
  refuseStrayQueries(app);
  await describeRoutes(app, version());
  for (const routes of [healthRoutes, metricsRoutes, docsRoutes, ...options.routes]) {
    await app.register(async (scope) => routes(scope.withTypeProvider<ZodTypeProvider>()));
  }
  await app.ready();
  return app;
}

/** Rejects a query on API routes that declare none. Links that people open may have gained parameters on the way. */
function refuseStrayQueries(app: App): void {
  app.addHook('onRoute', (route) => {
    const { schema, config } = route;
    if (schema?.operationId === undefined || schema.querystring !== undefined || config?.may === 'anyone') return;
    route.schema = {
      ...schema,
      querystring: strict({}),
      response: { ...(schema.response as object), ...problems(400) },
    };
  });
}

/** Starts to listen, and returns the address. */
export async function listen(app: App, host: string, port: number): Promise<string> {
  try {
    // For this name fastify would open a second server on ::1, without our error handling and shutdown.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${inUrl(host)}:${bound}`;
}

function bareServer({ log = serverLog(false), trustProxy = false, timeouts }: HttpOptions): App {
  const { headersMs, requestMs, keepAliveMs, silenceMs, checkMs } = { ...TIMEOUTS, ...timeouts };
  const start = randomBytes(4).toString('hex');
  let requests = 0;
  return fastify({
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(headersMs, requestMs),
      connectionsCheckingInterval: checkMs,
      // Without a Host header, the guard rejects the request instead of Node.
      requireHostHeader: false,
    },
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: keepAliveMs,
    bodyLimit: BODY_LIMIT,
    // Only the last of the forwarded addresses was written by the proxy; the others can be forged.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs a tenth of the throughput; our log lines name the request themselves.
    childLoggerFactory: (log) => log,
    genReqId() {
      requests += 1;
      return `${start}-${requests.toString(36)}`;
    },
    // While the server stops, the guard rejects requests with our own error.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => sendRefusal(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  }).withTypeProvider<ZodTypeProvider>();
}

/** First everything that waits is aborted, then open requests get some time, then the connections are closed. */
function stopInGoodOrder(app: App, drainMs: number): void {
  const controller = new AbortController();
  app.decorate('stopping', controller.signal);
  let timers: NodeJS.Timeout[] = [];
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = () => {
    app.server.closeIdleConnections();
    // Node counts a connection that has sent nothing as busy. Clients open such connections ahead of their next request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', (done) => {
    controller.abort();
    timers = [
      // A connection whose request has just ended would otherwise be kept alive.
      setInterval(closeIdle, 20),
      setTimeout(() => app.server.closeAllConnections(), drainMs),
    ];
    done();
  });
  app.addHook('onClose', (_app, done) => {
    for (const timer of timers) clearTimeout(timer);
    done();
  });
}

function tokensNeeded(host: string): AskOnceError {
  const remedy = 'Create one first: `askonce token create --role admin --name you`';
  return new AskOnceError('tokens_needed', `A server on ${host} needs tokens, and none exist. ${remedy}`);
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const where = `${inUrl(host)}:${port}`;
  const say = (text: string) => new AskOnceError('port_taken', text, { cause: error.code }, error);
  switch (error.code) {
    case 'EADDRINUSE':
      return say(`${where} is already in use. Choose another port with --port, or stop the program that uses it.`);
    case 'EACCES':
      return say(`No permission to use port ${port}. Choose one above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return say(`“${host}” is not an address of this machine. Choose another with --host.`);
    default:
      return error;
  }
}
