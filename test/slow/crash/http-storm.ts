/** The storm over HTTP: clients at work on one server, which is killed and started again at random. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AskOnce, openAskOnce } from '../../../src/index.ts';
import { BIN } from '../../support/programs.ts';
import { type Build, type Builder, startBuilder } from './http-storm-builder.ts';
import { followed, type HttpAck, Kitchen, workIn } from './http-storm-clients.ts';
import { freePort, type ServerProcess, startServer } from './http-storm-server.ts';

export interface HttpStormOptions {
  /** The store: a file's name, or `postgres://…?schema=…`. */
  readonly address: string;
  /** The project. */
  readonly folder: string;
  readonly kills: number;
  /** The storm ends when this has passed, however many kills are left. */
  readonly limitMs: number;
  readonly onKill?: (kills: number, acks: number) => void;
  /** So long the last server may take to do all there is to do. By default less than a lease: nobody is to wait for one. */
  readonly quietMs?: number;
  /** For the control: another program than `askonce`, which takes the same arguments. */
  readonly program?: string;
}

export interface HttpStormLog {
  readonly kills: number;
  readonly acks: readonly HttpAck[];
  readonly builds: readonly Build[];
  /** The numbers of the events that one client was told over all kills, in the order in which it was. */
  readonly followed: readonly number[];
  /** How many requests got no reply. */
  readonly broken: number;
  readonly seconds: number;
  /** What went wrong on the way. */
  readonly faults: readonly string[];
}

const CLIENTS = 8;
/** So many acknowledgements at most a server lives to give. Not so long a time: on a busy machine it would do nothing in it. */
const MAX_LIFETIME = 60;
const LAST_LIFE = 80;
/** The kill comes up to so much later, so that it strikes anywhere in what is done next. */
const KILL_WITHIN_MS = 20;
/** One in so many is killed while it still starts, up to so long after its beginning. */
const KILLED_EARLY = 1 / 6;
const START_MS = 400;
/** A server that gives nothing for so long is at fault. */
const IDLE_MS = 30_000;
const QUIET_MS = 10_000;

export async function rageOverHttp(options: HttpStormOptions): Promise<HttpStormLog> {
  const began = performance.now();
  const askonce = await openAskOnce({ db: options.address, project: options.folder });
  const builder = await startBuilder(askonce);
  try {
    const storm = await raging(options, askonce, builder);
    return { ...storm, builds: builder.builds, seconds: (performance.now() - began) / 1000 };
  } finally {
    await builder.close();
    await askonce.close();
  }
}

async function raging(
  { address, folder, kills, limitMs, onKill, quietMs = QUIET_MS, program = BIN }: HttpStormOptions,
  askonce: AskOnce,
  builder: Builder,
): Promise<Omit<HttpStormLog, 'builds' | 'seconds'>> {
  const endsAt = performance.now() + limitMs;
  const faults: string[] = [];
  const fault = (what: unknown) => {
    if (what !== null) faults.push(`fault: ${what instanceof Error ? what.message : String(what)}`);
  };
  const port = await freePort();
  const start = (): ServerProcess => {
    const where = ['--port', String(port), '--db', address, '--project', folder];
    const built = ['--builder-url', builder.url, '--allow-private-webhooks', '--concurrency', String(CLIENTS)];
    const env = { ...process.env, ASKONCE_BUILDER_SECRET: builder.secret };
    return startServer([program, 'serve', ...where, ...built], folder, env);
  };

  const kitchen = new Kitchen(`http://127.0.0.1:${port}`);
  const { acks } = kitchen;
  const watch = new AbortController();
  const events = followed(kitchen, watch.signal, fault);
  const working = Array.from({ length: CLIENTS }, () => workIn(kitchen).catch(fault));
  let killed = 0;
  let server = start();

  /** One life. True where it was the last one, which goes on. */
  async function live(isFirst: boolean): Promise<boolean> {
    const isLast = killed >= kills || performance.now() > endsAt || faults.length > 0;
    if (killed > 0 && !isLast && Math.random() < KILLED_EARLY) await sleep(Math.random() * START_MS);
    else {
      if (!(await server.listens)) throw new Error((await server.end('SIGTERM')) ?? 'the server did not stay');
      kitchen.opens();
      if (!(await kitchen.serves(isLast ? LAST_LIFE : Math.ceil(Math.random() * MAX_LIFETIME), IDLE_MS)))
        throw new Error(`too little was served in ${IDLE_MS} ms`);
      if (isLast) return true;
      await sleep(Math.random() * KILL_WITHIN_MS);
    }
    kitchen.closes();
    // The first is stopped politely in the middle of its work: one that is killed leaves no compiled code to the next.
    fault(await server.end(isFirst ? 'SIGTERM' : 'SIGKILL'));
    if (!isFirst) {
      killed += 1;
      onKill?.(killed, acks.length);
    }
    server = start();
    return false;
  }

  try {
    for (let isFirst = true; !(await live(isFirst)); isFirst = false);
    kitchen.isOver = true;
    await Promise.all(working);
    if (!(await holds(() => nothingRuns(kitchen), quietMs))) fault(`jobs still ran ${quietMs} ms after all was done`);
    const last = await askonce.events.last();
    if (!(await holds(async () => (events.at(-1) ?? 0) >= last, quietMs))) fault(`nobody was told of event ${last}`);
  } catch (error) {
    fault(error);
  }
  watch.abort();
  fault(await server.end('SIGTERM'));
  // Whoever still waits for a server waits in vain.
  kitchen.gone();
  await Promise.all(working);
  return { kills: killed, acks, followed: events, broken: kitchen.broken, faults };
}

async function nothingRuns({ client }: Kitchen): Promise<boolean> {
  return (await client.jobs({ state: ['QUEUED', 'RUNNING'], limit: 1 })).items.length === 0;
}

/** Looks until it holds; false where it never does. */
async function holds(condition: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}
