/** Who a server takes this process for. Rejects if the server does not reply. */
import { AskOnceClient } from '../client/index.ts';
import type { Me } from '../client/types.ts';
import { translated } from './catalogued.ts';
import { type RemoteOptions, repliesSoon } from './remote-service.ts';

export function whoIs({ url, token }: Pick<RemoteOptions, 'url' | 'token'>): Promise<Me> {
  const client = new AskOnceClient({ url, fetch: repliesSoon, ...(token === null ? {} : { token }) });
  return translated({ me: () => client.me() }).me();
}
