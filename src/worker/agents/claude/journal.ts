/**
 * What the runs of a job have stored about its conversation with Claude Code: its id, and for each run the call that the run took up and
 * the call that it deferred. The next run reads from this how far the earlier ones came.
 */
import { randomUUID } from 'node:crypto';
import type { RunContext } from '../../executor.ts';

/** The call that this run takes up. */
export interface TakenUp {
  readonly call: string;
  /** An earlier run took it up and was killed, so it may have been carried out. */
  readonly interrupted: boolean;
}

const NOTHING = Symbol('nothing is stored');

const deferredIn = (run: number) => `claude run ${run} deferred`;
const takenUpIn = (run: number) => `claude run ${run} took up`;

export class Journal {
  private readonly once: RunContext['once'];
  private readonly run: number;

  constructor(once: RunContext['once'], run: number) {
    this.once = once;
    this.run = run;
  }

  /** The id of the conversation. It is stored before Claude Code is started, so no start is ever forgotten. */
  async conversation(): Promise<{ readonly id: string; readonly isNew: boolean }> {
    let isNew = false;
    const id = await this.once('claude session', () => {
      isNew = true;
      return randomUUID();
    });
    return { id, isNew };
  }

  /** The call that this run takes up, and stores that it does; null if no call is known to be deferred. */
  async takeUp(): Promise<TakenUp | null> {
    for (let run = this.run - 1; run >= 1; run -= 1) {
      const deferred = await this.stored(deferredIn(run));
      const call = deferred ?? (await this.stored(takenUpIn(run)));
      if (call === null) continue;
      await this.once(takenUpIn(this.run), () => call);
      return { call, interrupted: deferred === null };
    }
    return null;
  }

  /** Stores that this run ends with a deferred call. Returns how many runs in a row ended with the same one. */
  async defer(call: string, most: number): Promise<number> {
    await this.once(deferredIn(this.run), () => call);
    let times = 1;
    while (times < most && (await this.stored(deferredIn(this.run - times))) === call) times += 1;
    return times;
  }

  private async stored(key: string): Promise<string | null> {
    try {
      return await this.once<string>(key, () => {
        throw NOTHING;
      });
    } catch (error) {
      if (error === NOTHING) return null;
      throw error;
    }
  }
}
