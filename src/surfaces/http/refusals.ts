/** All rejections leave the server here: thrown errors, unknown addresses, and malformed HTTP. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AskOnceError } from '../../core/model/errors.ts';
import { isOurFault, PROBLEM_TYPE, problemOf, refusal } from '../../library/problem.ts';
import { asTyped } from '../../util/as-typed.ts';
import type { App } from './app.ts';
import { fromFramework } from './framework-errors.ts';
import type { CountRequest } from './guard/limits.ts';

export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = refusal(brokeOff(request) ? bodyBroken(error) : fromFramework(error));
  const { headers } = refused;
  const problem = { ...refused.problem, detail: asTyped(refused.problem.detail, request.server.command) };
  const ours = isOurFault(refused);
  if (ours) {
    const route = request.routeOptions.url ?? null;
    request.log.error({ err: error, reqId: request.id, method: request.method, route, code: problem.code }, 'failed');
  }
  // For internal errors the request id helps to find the log line; all other problems are self-explanatory.
  const body = ours ? { ...problem, instance: `urn:askonce:request:${request.id}` } : problem;
  reply.code(problem.status).headers(headers).type(PROBLEM_TYPE).serializer(JSON.stringify).send(body);
}

/** Whether the sender disconnected, or sent malformed HTTP, before the body was complete: such errors are not ours. */
function brokeOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function bodyBroken(cause: unknown): AskOnceError {
  return new AskOnceError('request_malformed', 'The body is incomplete, or its chunks are malformed.', {}, cause);
}

/** Replies 404 for unknown addresses, and 405 with the allowed methods for known ones. Call it before routes are added. */
export function refuseUnknownRoutes(app: App, countRequest: CountRequest): void {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    known.set(url, methods);
  });
  app.setNotFoundHandler(async (request) => {
    const refused = countRequest(request);
    if (refused) throw refused;
    const path = request.raw.url!.split('?', 1)[0]!;
    const allowed = new Set([...known].flatMap(([url, methods]) => (leadsTo(path, url) ? [...methods] : [])));
    // If a route found nothing, such as a file, its method was right.
    if (allowed.size === 0 || allowed.has(request.method))
      throw new AskOnceError('route_unknown', 'Not found. See /docs for the API.');
    const allow = [...allowed].toSorted().join(', ');
    throw new AskOnceError('method_not_allowed', `This path accepts ${allow}.`, { allow });
  });
}

/** Whether a path matches a route, such as `/jobs/7` and `/jobs/:id`. */
function leadsTo(path: string, route: string): boolean {
  const [parts, wanted] = [path.split('/'), route.split('/')];
  const isAny = wanted.at(-1) === '*';
  if (isAny ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, at) => part === parts[at] || part === '*' || (part.startsWith(':') && parts[at] !== ''));
}

/** Rejects what Node could not parse, or what arrived too slowly, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerRaw(socket, malformed(error.code));
}

/** Rejects CONNECT: this server is no proxy. */
export function refuseTunnels(app: App): void {
  app.server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    answerRaw(socket, new AskOnceError('method_not_allowed', 'This server does not support CONNECT.'));
  });
}

function malformed(code: string | undefined): AskOnceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AskOnceError('request_timeout', 'The request did not arrive in time. Send it again.');
  }
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new AskOnceError('headers_too_large', 'The headers are larger than 16 KiB. Send less.');
  }
  return new AskOnceError('request_malformed', 'The request is not valid HTTP.');
}

function answerRaw(socket: Socket, error: AskOnceError): void {
  const problem = problemOf(error);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}
