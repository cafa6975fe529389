/**
 * What the runs of a job have stored about its conversation with an agent: the ids of its sessions, which calls each run asked about, and
 * which answers the agent got.
 *
 * An agent forgets a call that waited when its process ended, and makes the call anew with another id. A call whose answer the agent never
 * got was not carried out, so the same call of a later run continues it, and the person is not asked again. A call whose answer may have
 * arrived is never continued: it may have been carried out.
 */
import { createHash } from 'node:crypto';
import type { RunContext } from '../../executor.ts';
import type { AcpRequest } from './answering.ts';

interface Asked {
  /** The id under which the person is asked. */
  readonly call: string;
  /** What it is about, as a hash. */
  readonly content: string;
}

/** A call that this run asks about. */
interface JournalCall {
  readonly id: string;
  /** Stores what the agent gets as its answer. Call it before the answer is sent. */
  told(record: string): Promise<void>;
}

const NOTHING = Symbol('nothing is stored');

const sessionKey = (n: number) => `acp session ${n}`;
const askedIn = (run: number, n: number) => `acp run ${run} asked ${n}`;
const toldIn = (run: number, n: number) => `acp run ${run} told ${n}`;

export class Journal {
  private readonly once: RunContext['once'];
  private readonly run: number;
  private sessions: string[] | null = null;
  private earlier: Promise<{ readonly open: Asked[]; readonly records: readonly string[] }> | null = null;
  private readonly told: string[] = [];
  private asked = 0;
  /** One after the other, so that two equal calls do not continue the same earlier one. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(once: RunContext['once'], run: number) {
    this.once = once;
    this.run = run;
  }

  /** The session that was begun last; null if there was none. */
  async session(): Promise<string | null> {
    this.sessions ??= await this.list<string>(sessionKey);
    return this.sessions.at(-1) ?? null;
  }

  /** Stores a session, before anything is said in it. */
  async began(id: string): Promise<void> {
    await this.session();
    this.sessions!.push(id);
    await this.once(sessionKey(this.sessions!.length - 1), () => id);
  }

  /** Whether calls of earlier runs waited for a person when their process ended. */
  async hasOpen(): Promise<boolean> {
    return (await this.before()).open.length > 0;
  }

  /** What the agent asked and the answers that it got, in order. */
  async records(): Promise<readonly string[]> {
    return [...(await this.before()).records, ...this.told];
  }

  /** @param id The id to ask under, unless the call continues one of an earlier run. */
  call(id: string, about: AcpRequest): Promise<JournalCall> {
    const next = this.last.then(() => this.add(id, contentOf(about)));
    this.last = next.catch(() => {});
    return next;
  }

  private async add(id: string, content: string): Promise<JournalCall> {
    const { open } = await this.before();
    const at = open.findIndex((one) => one.content === content);
    const [earlier] = at === -1 ? [] : open.splice(at, 1);
    const n = this.asked;
    this.asked += 1;
    const { call } = await this.once<Asked>(askedIn(this.run, n), () => ({ call: earlier?.call ?? id, content }));
    const told = async (record: string) => {
      this.told.push(await this.once(toldIn(this.run, n), () => record));
    };
    return { id: call, told };
  }

  private before() {
    this.earlier ??= this.readEarlier();
    return this.earlier;
  }

  private async readEarlier() {
    const open = new Map<string, Asked>();
    const records: string[] = [];
    for (let run = 1; run < this.run; run += 1) {
      const all = await this.list<Asked>((n) => askedIn(run, n));
      for (const [n, asked] of all.entries()) {
        const record = await this.stored<string>(toldIn(run, n));
        if (record === null) open.set(asked.call, asked);
        else {
          open.delete(asked.call);
          records.push(record);
        }
      }
    }
    return { open: [...open.values()], records };
  }

  private async list<T>(key: (n: number) => string): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const one = await this.stored<T>(key(all.length));
      if (one === null) return all;
      all.push(one);
    }
  }

  private async stored<T>(key: string): Promise<T | null> {
    try {
      return await this.once<T>(key, () => {
        throw NOTHING;
      });
    } catch (error) {
      if (error === NOTHING) return null;
      throw error;
    }
  }
}

/** What a request is about: equal for the same call made again. Ids differ each time. */
function contentOf(request: AcpRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(aboutIn(request)))
    .digest('hex');
}

function aboutIn(request: AcpRequest): unknown[] {
  if (request.kind === 'form') {
    const { message, mode, requestedSchema } = request.params as Record<string, unknown>;
    return ['form', message, mode, requestedSchema];
  }
  const { name, kind, title, rawInput, content } = request.params.toolCall;
  return ['permission', name, kind, title, rawInput, content];
}
