/** `askonce bridge <host>`: runs until it is stopped, and says on stderr what happens. */
import { libraryAsking } from '../../adapters/library-asking.ts';
import { bridgeOpenCode } from '../../adapters/opencode/bridge.ts';
import { OpenCodeServer, ServerRefused } from '../../adapters/opencode/server.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { note } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { checkedUrl } from './checked-url.ts';
import { interruption } from './interruption.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withService } from './with-store.ts';

export interface BridgeFlags extends GlobalOptions {
  server?: string;
}

/** The port that OpenCode takes if it is free. */
const SERVER = 'http://127.0.0.1:4096';

export async function bridge(host: string, flags: BridgeFlags, env = process.env): Promise<number> {
  if (host !== 'opencode') throw new AskOnceError('usage', `Unknown host “${host}”. Use opencode.`);
  const url = checkedUrl(flags.server ?? SERVER);
  const location = await serviceLocation(flags);
  const password = env.OPENCODE_SERVER_PASSWORD;
  const server = new OpenCodeServer({
    ...{ url, directory: location.project },
    ...(password ? { authorization: basic(env.OPENCODE_SERVER_USERNAME || 'opencode', password) } : {}),
  });
  const interrupt = interruption();
  const { signal } = interrupt;
  const log = (line: string) => note(oneLine(line));
  try {
    await withService(location, async (askonce) => {
      // A store that cannot be opened, or a server that refuses the token, is told before an agent asks.
      await askonce.questions.list({ status: 'pending', limit: 1 });
      await warnOfOtherFolder(server, location.project, signal, log);
      await bridgeOpenCode({
        server,
        asking: libraryAsking(async () => askonce, { agent: 'OpenCode', sameAsk: true }),
        signal,
        log,
      });
    });
    return interrupt.exitCode();
  } catch (error) {
    if (!(error instanceof ServerRefused)) throw error;
    throw new AskOnceError(
      'usage',
      `OpenCode at ${url} needs a password. Set OPENCODE_SERVER_PASSWORD to the one that it was started with.`,
    );
  } finally {
    interrupt.end();
  }
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Its sessions are by folder: one that was started elsewhere would seem to ask nothing. */
async function warnOfOtherFolder(
  server: OpenCodeServer,
  project: string,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const folder = await server.ownFolder(signal).catch(() => null);
  if (folder === null || folder === project) return;
  log(
    `OpenCode was started in ${folder}, and this bridge is for its sessions in ${project}. For the others, add --project ${folder}.`,
  );
}
