/** `askonce login` and `logout`: keep a token for a server, for its owner alone. */
import { text } from 'node:stream/consumers';
import { AskOnceError } from '../../core/model/errors.ts';
import { AskOnceClient, AskOnceClientError } from '../client/index.ts';
import type { Me } from '../client/types.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { notForAgents, personOnly } from './person-only.ts';
import { keepToken, serverUrl } from './remote-place.ts';
import { shortened } from './shortened.ts';
import type { GlobalOptions } from './store-location.ts';

/** The token comes by ASKONCE_TOKEN or on standard input: on the command line it would be in the history of the shell. */
export async function login(typed: string, flags: GlobalOptions): Promise<number> {
  personOnly('login');
  notForAgents('login');
  const url = serverUrl(typed);
  if (!process.env.ASKONCE_TOKEN && process.stdin.isTTY) note('Type or paste the token, then press Enter and Ctrl-D.');
  const token = process.env.ASKONCE_TOKEN || (await text(process.stdin)).trim();
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new AskOnceError('usage', 'Give the token on standard input.');
  let me: Me;
  try {
    me = await new AskOnceClient({ url, token }).me();
  } catch (error) {
    if (!(error instanceof AskOnceClientError)) throw error;
    throw new AskOnceError(error.status === 401 ? 'token_invalid' : 'server_unreachable', error.message, {}, error);
  }
  const file = keepToken(url, { text: token, role: me.role });
  if (flags.json) sayJson({ url, name: me.name, role: me.role });
  else say(oneLine(`${url} knows you as ${me.name ?? 'its user'} (${me.role}). The token is in ${shortened(file)}.`));
  return EXIT.ok;
}

export function logout(typed: string, flags: GlobalOptions): number {
  const url = serverUrl(typed);
  keepToken(url, null);
  if (flags.json) sayJson({ url });
  else say(oneLine(`The token for ${url} is forgotten.`));
  return EXIT.ok;
}
