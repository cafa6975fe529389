/**
 * What the server writes down, by pino. Addresses are written as the routes they belong to, since a path or a query may hold
 * what is only for its sender; headers and bodies are never written.
 */
import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream, type LevelWithSilent } from 'pino';
import type { Log } from '../../engine/ask.ts';
import type { App } from './app.ts';

export interface LogOptions {
  /** Requests are written at `debug`; what fails at `error`. `info` by default. */
  readonly level?: LevelWithSilent;
  /** Where to; stderr by default, since stdout is for results. */
  readonly destination?: DestinationStream;
}

/** Nothing writes these; should a route's own log line hold them by mistake, they are not seen. */
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

/** The engine's lines in the same log: of what was settled, which question and by what, and no word of anybody's. */
export function engineLog(log: FastifyBaseLogger): Log {
  return (line, settled) => {
    if (settled === undefined) log.warn(line);
    else log.info({ clarification: settled.id, source: settled.source }, '[auto-resolved]');
  };
}

/** One line for each request, where they are wanted. */
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

/** Drivers hang the rows they failed on to their errors; only what says what went wrong is written. */
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
