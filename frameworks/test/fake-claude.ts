/** Anthropic's Messages API on loopback: a model that makes the calls of a script, one in each turn, and remembers what came back. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

interface Block {
  readonly type: string;
  readonly content?: unknown;
}

const usage = { input_tokens: 5, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

export async function fakeClaude(script: readonly ScriptedCall[]) {
  /** The results that the model has seen, as JSON. */
  const results: string[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request).catch(() => null)) as { messages?: { content: unknown }[] } | null;
    if (request.url!.includes('count_tokens') || !body?.messages) {
      response.writeHead(body?.messages ? 200 : 404, { 'content-type': 'application/json' }).end('{"input_tokens":10}');
      return;
    }
    const blocks = body.messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Block[]) : []));
    const ended = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => JSON.stringify(content));
    results.splice(0, results.length, ...ended);
    const call = script[ended.length];
    const start = call ? { type: 'tool_use', id: call.id, name: call.name, input: {} } : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text: 'Done.' };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  };
  const server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, results, close };
}
