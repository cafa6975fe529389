/**
 * The forms of one connection of the 2025 era. A form is a request of the server, and the client's reply is another HTTP request, which may
 * reach another server. So a form has a signed id that tells what it asks: a server that did not send it passes the reply to the engine
 * itself, and the call that waits elsewhere gets the answer from there.
 */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { McpContext } from './mcp-context.ts';
import { type Reply, takeReply } from './reply.ts';
import { readSigned } from './signed.ts';

/** Where the form's id travels from the call to the connection. It is not sent. */
export const FORM_ID = 'askonce/form';

interface Message {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: { readonly _meta?: Record<string, unknown>; readonly requestId?: RequestId };
  readonly result?: unknown;
  readonly error?: unknown;
}

export class FormReplies {
  /** Forms that this server has sent: their ids for the client, and for the protocol's library. */
  private readonly sent = new Map<string, RequestId>();
  private readonly known = new Map<RequestId, string>();

  /** A message of the server, as the client gets it. */
  outgoing(message: JSONRPCMessage): JSONRPCMessage {
    const { id, method, params } = message as Message;
    const formId = params?._meta?.[FORM_ID];
    if (id !== undefined && typeof formId === 'string') {
      this.sent.set(formId, id);
      this.known.set(id, formId);
      const { [FORM_ID]: _, ...meta } = params!._meta!;
      return { ...message, id: formId, params: { ...params, _meta: meta } } as JSONRPCMessage;
    }
    const taken = method === 'notifications/cancelled' ? this.known.get(params!.requestId!) : undefined;
    if (taken === undefined) return message;
    this.forget(taken);
    return { ...message, params: { ...params, requestId: taken } } as JSONRPCMessage;
  }

  /** What the protocol's library is to get of a request's body; undefined if nothing is left for it. */
  async incoming(body: unknown, mcpContext: McpContext): Promise<unknown> {
    if (!Array.isArray(body)) return this.one(body, mcpContext);
    const left = await Promise.all(body.map((message) => this.one(message, mcpContext)));
    const kept = left.filter((message) => message !== undefined);
    return kept.length > 0 ? kept : undefined;
  }

  private async one(message: unknown, mcpContext: McpContext): Promise<unknown> {
    const { id, method, result, error } = (message ?? {}) as Message;
    if (typeof id !== 'string' || method !== undefined || (result === undefined && error === undefined)) return message;
    const own = this.forget(id);
    if (own !== undefined) return { ...(message as object), id: own };
    const form = await readSigned('form', id, mcpContext);
    if (form === null) return message;
    if (isReply(result) && mcpContext.mayElicit) {
      const { askonce } = mcpContext;
      const found = await Promise.all(form.shown.map((shown) => askonce.questions.get(shown)));
      const questions = found.filter((one) => one !== null).filter(({ status }) => status === 'pending');
      await takeReply(result, { ...form, questions, afterMs: askonce.clock.now() - form.at }, mcpContext);
    }
    return undefined;
  }

  private forget(formId: string): RequestId | undefined {
    const own = this.sent.get(formId);
    this.sent.delete(formId);
    if (own !== undefined) this.known.delete(own);
    return own;
  }
}

function isReply(result: unknown): result is Reply {
  const { action, content } = (result ?? {}) as { action?: unknown; content?: unknown };
  const isContent = content === undefined || (typeof content === 'object' && content !== null);
  return isContent && ['accept', 'decline', 'cancel'].includes(action as string);
}
