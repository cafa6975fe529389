/** The builder of the storm over HTTP: it stands outside of what is killed, and so can count what was built. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AskOnce } from '../../../src/index.ts';
import { newSecret, verifySignature } from '../../../src/notify/webhooks/signature.ts';

/** A build that was asked for. */
export interface Build {
  /** Its `webhook-id`: the same for every build of one job. */
  readonly id: string;
  readonly job: string;
  readonly run: number;
  /** What is to be built; what differs from send to send left out. */
  readonly content: object;
  readonly isSigned: boolean;
  /** What the store said of the job when the build came: its clarification status, or that it has nothing to build from. */
  readonly stored: string;
}

export interface Builder {
  readonly url: string;
  readonly secret: string;
  readonly builds: readonly Build[];
  close(): Promise<void>;
}

/** One build in so many takes a while, so that kills strike in the middle of it. */
const SLOW_ONES = 4;
const SLOW_MS = 40;

interface BuildRequest {
  readonly jobId: string;
  readonly prompt: string;
  readonly resolvedPrompt: string;
  readonly spec?: object;
  readonly run: number;
}

/** The result of a build, from which can be told what it was built from. */
export function resultOf(resolvedPrompt: string): string {
  return `built: ${resolvedPrompt}`;
}

export async function startBuilder(askonce: AskOnce): Promise<Builder> {
  const secret = newSecret();
  const builds: Build[] = [];

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    const body = await text(request);
    const { jobId, run, ...rest } = (JSON.parse(body) as { data: BuildRequest }).data;
    const job = await askonce.jobs.get(jobId);
    builds.push({
      id: String(headers['webhook-id']),
      job: jobId,
      run,
      content: rest,
      isSigned: verifySignature({ secret, headers, body }),
      stored: job?.spec ? job.clarificationStatus! : `nothing to build from, being ${job?.clarificationStatus}`,
    });
    const reply = () => response.end(JSON.stringify({ result: resultOf(rest.resolvedPrompt) }));
    if (builds.length % SLOW_ONES === 0) setTimeout(reply, Math.random() * SLOW_MS);
    else reply();
  };
  // What a killed server had not sent to its end is no build.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/build`,
    secret,
    builds,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
