/** A model's server on this machine: OpenAI's chat completions over real HTTP, with replies that a test decides. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly type: string };
  };
  /** The data of the user's message. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the server does with a request; `place` counts from 0. */
export type Behaviour = (response: ServerResponse, received: Received, place: number) => void;

export interface ModelServer {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** A completion with this text. */
export const says =
  (content: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  };

/** A verdict as the model should give it, but for what the test gives. */
export const verdict = (answer: string, more: Readonly<Record<string, unknown>> = {}): Behaviour =>
  says(
    JSON.stringify({
      category: 'best_practice',
      answer,
      practice: 'it is what the trade does',
      confidence: 0.95,
      ...more,
    }),
  );

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');
  };

/** Each request its own behaviour; the last one serves all that follow. */
export const inTurn =
  (...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour =>
  (response, received, place) =>
    (behaviours[place] ?? behaviours.at(-1)!)(response, received, place);

export async function startModelServer(behaviour: Behaviour): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text) as Received['body'];
      const data = JSON.parse(body.messages.at(-1)!.content) as Received['data'];
      const one = { path: request.url!, headers: request.headers, text, body, data };
      received.push(one);
      behaviour(response, one, received.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
