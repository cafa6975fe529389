/**
 * The server's log, written by pino. URLs are logged as the route they match, since a path or a query may hold private data; headers and
 * bodies are never logged.
 */
import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream, type LevelWithSilent } from 'pino';
import type { Log } from '../../engine/ask.ts';
import type { App } from './app.ts';

export interface LogOptions {
  /** Requests are logged at `debug`, failures at `error`. `info` by default. */
  readonly level?: LevelWithSilent;
  /** The destination; stderr by default, since stdout is for results. */
  readonly destination?: DestinationStream;
}

/** Nothing logs these fields; if a log line contains one by mistake, it is redacted. */
const SECRET = ['authorization', 'cookie', 'token', 'secret', 'answer', 'prompt', 'password'];

export function serverLog(options: LogOptions | false): FastifyBaseLogger {
  if (options === false) return pino({ level: 'silent' });
  const { level = 'info', destination = pino.destination({ dest: 2, sync: true }) } = options;
  return pino(
    {
      level,
      base: { name: 'askonce' },
      redact: {
        paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
        censor: '[hidden]',
      },
      serializers: { err: whatFailed },
    },
    destination,
  );
}

/** Writes the engine's lines to the same log: which question was settled and by what, without any text of it. */
export function engineLog(log: FastifyBaseLogger): Log {
  return (line, settled) => {
    if (settled === undefined) log.warn(line);
    else log.info({ clarification: settled.id, source: settled.source }, '[auto-resolved]');
  };
}

/** Logs one line per request, if the level includes them. */
export function logRequests(app: App): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id, principal } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const said = { reqId: id, method, route: routeOptions.url ?? null, status: reply.statusCode, ms };
    request.log.debug({ ...said, by: principal?.name ?? null }, 'request');
    done();
  });
}

/** Drivers attach the failing rows to their errors; only fields that describe the error are logged. */
function whatFailed(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: whatFailed(cause) }),
  };
}
