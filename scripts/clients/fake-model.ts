/**
 * A model API on loopback that plays a script: it makes the client's agent call the tools of the script one after the other, and records
 * what the client offered and what came back. Each client's file implements its API.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

/** The content of a client's request: the tools that its agent may call, and the results of the calls so far. */
export interface Turn {
  readonly offered: readonly string[];
  readonly results: readonly string[];
  /** The arguments of the calls with these results, where the API says so. */
  readonly made?: readonly unknown[];
}

/** A call that the agent makes. `tool` is the name by which the client offered it. */
export interface Made {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** An id of the agent's own, instead of a new one. */
  readonly id?: string;
}

/** What the agent does next: it makes a call, perhaps with more of them in the same message, or ends. */
export type Step = (Made & { readonly more: readonly Made[] }) | { readonly say: string };

/** A call in a script. `tool` is AskOnce's own name for it, or the client's for its own tools; arguments may depend on earlier results. */
export interface ScriptedCall {
  readonly tool: string;
  readonly args:
    | Readonly<Record<string, unknown>>
    | ((results: readonly string[]) => Readonly<Record<string, unknown>>);
  readonly id?: string;
  /** Further calls of the same message. */
  readonly beside?: readonly ScriptedCall[];
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** Parsed; null if there was none. */
  readonly body: unknown;
}

export interface ApiReply {
  readonly status?: number;
  readonly type: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** The protocol of one API: from a request to a reply, with the agent's next step in between. Pure. */
export type Wire = (request: ApiRequest, next: (turn: Turn) => Step) => ApiReply;

export interface FakeModel {
  readonly url: string;
  readonly turns: readonly Turn[];
  /** The agent thinks at least until then. */
  thinkUntil(moment: Promise<unknown>): void;
  close(): Promise<void>;
}

export async function fakeModel(wire: Wire, script: readonly ScriptedCall[]): Promise<FakeModel> {
  const turns: Turn[] = [];
  let moment: Promise<unknown> = Promise.resolve();
  const next = (turn: Turn): Step => {
    turns.push(turn);
    return stepOf(script, turn);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await text(request);
    await moment;
    const asked = { method: request.method!, path: request.url!, body: raw === '' ? null : JSON.parse(raw) };
    const { status = 200, type, body } = wire(asked, next);
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns,
    thinkUntil: (until) => {
      moment = until;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stepOf(script: readonly ScriptedCall[], turn: Turn): Step {
  const { offered, results } = turn;
  const wanted = wantedNow(script, turn);
  const missing = wanted.find(({ tool }) => nameOf(tool, offered) === undefined);
  if (missing !== undefined) return { say: `There is no tool ${missing.tool}.` };
  const [first, ...more] = wanted.map(({ tool, args, id }) => ({
    tool: nameOf(tool, offered)!,
    args: typeof args === 'function' ? args(results) : args,
    ...(id === undefined ? {} : { id }),
  }));
  return first === undefined ? { say: 'Done.' } : { ...first, more };
}

/** The calls of the next message. If a client has dropped some of a message, they are made again. */
function wantedNow(script: readonly ScriptedCall[], { results, made = [] }: Turn): readonly ScriptedCall[] {
  let left = results.length;
  for (const { beside = [], ...call } of script) {
    const message = [call, ...beside];
    if (left === 0) return message;
    if (left < message.length) {
      const isMade = ({ args }: ScriptedCall) => made.some((one) => isDeepStrictEqual(one, args));
      return message.filter((one) => !isMade(one));
    }
    left -= message.length;
  }
  return [];
}

function nameOf(tool: string, offered: readonly string[]): string | undefined {
  return offered.find((name) => name === tool || isTool(name, tool));
}

/** Clients prefix the tools of a server: mcp__askonce__recall, mcp_askonce_recall, askonce_recall. */
export function isTool(offered: string, name: string): boolean {
  return offered.includes('askonce') && offered.endsWith(name);
}

export const json = (value: unknown, status = 200): ApiReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** Server-sent events; those without a name have data only. */
export function events(all: readonly { readonly name?: string; readonly data: unknown }[]): ApiReply {
  const body = all.map(({ name, data }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
  });
  return { type: 'text/event-stream', body: body.join('') };
}
