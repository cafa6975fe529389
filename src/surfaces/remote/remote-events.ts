/** The events of a server, for a process that shows them: a break is told, and what happened meanwhile arrives after it. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import { type AskOnceClient, AskOnceClientError } from '../client/index.ts';
import { catalogued } from './catalogued.ts';

const LOST = 'The connection to the server is lost. It is tried again until the server replies.';

export function followEvents(
  client: AskOnceClient,
  listener: (event: AuditEvent) => void,
  connection: (lost: AskOnceError | null) => void = () => {},
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onConnection = (isOpen: boolean) => connection(isOpen ? null : new AskOnceError('server_unreachable', LOST));
  const follow = async () => {
    try {
      for await (const event of client.events({ signal, onConnection })) listener(event as unknown as AuditEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AskOnceClientError)) throw error;
      connection(catalogued(error));
    }
  };
  void follow();
  return () => stopping.abort();
}
