/**
 * What the runs of a job have stored about its thread of Codex: its id, and which calls each run asked about and told Codex the answer to.
 *
 * Codex forgets a call that waited when its process ended, and its agent makes the call anew with another id. A call whose answer Codex
 * never got was not carried out, so the same call of a later run continues it, and the person is not asked again. A call whose answer
 * may have arrived is never continued: it may have been carried out.
 */
import { createHash } from 'node:crypto';
import type { RunContext } from '../../executor.ts';
import type { Request } from './answering.ts';

interface Asked {
  /** The id under which the person is asked. */
  readonly call: string;
  /** What it is about, as a hash. */
  readonly content: string;
}

/** A call that this run asks about. */
export interface JournalCall {
  readonly id: string;
  /** Stores that Codex gets the answer. Call it before the answer is sent. */
  told(): Promise<void>;
}

const NOTHING = Symbol('nothing is stored');

const askedIn = (run: number, n: number) => `codex run ${run} asked ${n}`;
const toldIn = (run: number, n: number) => `codex run ${run} told ${n}`;

export class Journal {
  private readonly once: RunContext['once'];
  private readonly run: number;
  private open: Asked[] | null = null;
  private asked = 0;
  /** One after the other, so that two equal calls do not continue the same earlier one. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(once: RunContext['once'], run: number) {
    this.once = once;
    this.run = run;
  }

  /** The id of the thread, stored before a turn begins in it. There may be more than one, where Codex lost a thread. */
  async thread(n: number, start: () => Promise<string>): Promise<{ readonly id: string; readonly isNew: boolean }> {
    let isNew = false;
    const id = await this.once(`codex thread ${n}`, () => {
      isNew = true;
      return start();
    });
    return { id, isNew };
  }

  /** Whether calls of earlier runs waited for a person when their process ended. */
  async hasOpen(): Promise<boolean> {
    this.open ??= await this.openCalls();
    return this.open.length > 0;
  }

  /** @param id The id to ask under, unless the call continues one of an earlier run. */
  call(id: string, about: Request): Promise<JournalCall> {
    const next = this.last.then(() => this.add(id, contentOf(about)));
    this.last = next.catch(() => {});
    return next;
  }

  private async add(id: string, content: string): Promise<JournalCall> {
    this.open ??= await this.openCalls();
    const at = this.open.findIndex((one) => one.content === content);
    const [earlier] = at === -1 ? [] : this.open.splice(at, 1);
    const n = this.asked;
    this.asked += 1;
    const { call } = await this.once<Asked>(askedIn(this.run, n), () => ({ call: earlier?.call ?? id, content }));
    return { id: call, told: async () => void (await this.once(toldIn(this.run, n), () => true)) };
  }

  /** The calls of earlier runs whose answer never got to Codex. */
  private async openCalls(): Promise<Asked[]> {
    const open = new Map<string, Asked>();
    for (let run = 1; run < this.run; run += 1) {
      for (let n = 0; ; n += 1) {
        const asked = await this.stored<Asked>(askedIn(run, n));
        if (asked === null) break;
        if ((await this.stored(toldIn(run, n))) === null) open.set(asked.call, asked);
        else open.delete(asked.call);
      }
    }
    return [...open.values()];
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

/** These differ each time that the same call is made, or are only Codex's own words about it. */
const BESIDES: ReadonlySet<string> = new Set([
  ...['threadId', 'turnId', 'itemId', 'startedAtMs', 'approvalId', 'environmentId', 'reason', 'commandActions'],
  ...['proposedExecpolicyAmendment', 'proposedNetworkPolicyAmendments', 'availableDecisions'],
]);

/** What a request is about: equal for the same call made again. */
function contentOf({ method, params, item }: Request): string {
  const own = Object.entries(params).filter(([name]) => !BESIDES.has(name));
  const { changes, server, tool, arguments: given } = item ?? {};
  const text = JSON.stringify([method, own, changes, server, tool, given]);
  return createHash('sha256').update(text).digest('hex');
}
