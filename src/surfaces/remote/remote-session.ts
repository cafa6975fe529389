/** A session on a server: the requests of seed 002, assumptions and the state. */
import type { AskOnceClient, RequestBody, RequestReply } from '../client/index.ts';
import type { ServiceSession } from '../service/service.ts';
import { milliseconds, pollsOf } from './patience.ts';
import type { Clients } from './remote-service.ts';

type Requested = Awaited<ReturnType<ServiceSession['request']>>;

export function remoteSession(
  { client, patient }: Clients,
  id: string,
  { language, branch }: { readonly language?: string; readonly branch?: string },
): ServiceSession {
  return {
    id,
    async request(what, how = {}) {
      const { wait, signal, onParked, asker, job, userMessage, timeout, idempotencyKey = crypto.randomUUID() } = how;
      const when = timeout instanceof Date ? timeout.toISOString() : timeout;
      const body = { ...what, asker, job, userMessage, timeout: when, language, branch } as RequestBody;
      const call = { idempotencyKey, ...(signal === undefined ? {} : { signal }) };
      const send = (by: AskOnceClient) => by.requestClarification(id, body, { ...call, wait: false });
      const next = pollsOf({ ...(wait === undefined ? {} : { wait }), ...(signal === undefined ? {} : { signal }) });
      let reply = await send(client);
      if ('clarification' in reply && wait !== false) {
        const { clarification, ask } = reply;
        const item = {
          outcome: 'parked',
          id: clarification.id,
          question: clarification.question,
          type: clarification.type,
        };
        await onParked?.({ status: 'parked', ask, session: id, items: [item] } as never);
      }
      for (let ms = next(); ms !== null && 'clarification' in reply; ms = next()) {
        const { clarification, ask } = reply;
        const query = { wait: milliseconds(ms), ask };
        await patient.clarification(clarification.id, query, signal === undefined ? {} : { signal });
        reply = await send(patient);
      }
      return requestedOf(reply);
    },
    async assume(assumption) {
      const { sessionId, ...kept } = await client.assume(id, assumption as never);
      return { ...kept, session: sessionId } as never;
    },
    async assumptions(query = {}) {
      const { items, next } = await client.assumptions(id, query);
      return { items: items.map(({ sessionId, ...one }) => ({ ...one, session: sessionId }) as never), next };
    },
    async state(asker = 'pm') {
      const { items } = await client.clarificationState(id, { asker });
      const { asker: _asker, ...state } = items[0]!;
      return state as never;
    },
    async states() {
      const { items } = await client.clarificationState(id);
      return Object.fromEntries(items.map(({ asker, ...state }) => [asker, state])) as never;
    },
  };
}

function requestedOf({ state: _state, ...reply }: RequestReply): Requested {
  if (!('clarification' in reply)) return reply as Requested;
  const { clarification, ...rest } = reply;
  return { ...rest, id: clarification.id, question: clarification.question } as Requested;
}
