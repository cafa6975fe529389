/** The clients of the storm over HTTP: they make jobs, answer them and look at them, and remember whatever they were told. */
import { AskOnceClient, AskOnceClientError } from '../../../src/surfaces/client/index.ts';

/** What a client was told. Nothing of it may turn out to be untrue later. */
export type HttpAck =
  | { readonly did: 'made'; readonly job: string; readonly prompt: string; readonly question: string | null }
  | { readonly did: 'answered'; readonly job: string; readonly answer: string; readonly success: boolean }
  /** Another answer had won; this one. */
  | { readonly did: 'beaten'; readonly job: string; readonly answer: string }
  | { readonly did: 'seen'; readonly job: string; readonly state: string; readonly answer: string | null };

/** What the clients share. */
export class Kitchen {
  readonly client: AskOnceClient;
  readonly acks: HttpAck[] = [];
  /** How often no reply came. */
  broken = 0;
  isOver = false;
  /** How many jobs were thought of so far. */
  prompts = 0;
  /** Jobs that wait for an answer, as far as the clients know, and all they know of. */
  readonly open = new Set<string>();
  readonly known: string[] = [];
  private up = Promise.withResolvers<void>();
  private isUp = false;
  private opening = new AbortController();
  private told: () => void = () => {};

  constructor(url: string) {
    // The clients of the storm decide by themselves what they send again.
    this.client = new AskOnceClient({ url, retries: 0 });
  }

  acknowledge(ack: HttpAck): void {
    this.acks.push(ack);
    this.told();
  }

  /** Resolves when the server can be reached; at once where it can be. */
  reached(): Promise<void> {
    return this.up.promise;
  }

  opens(): void {
    this.isUp = true;
    this.up.resolve();
    this.opening.abort();
    this.opening = new AbortController();
  }

  /** Aborted when the server opens the next time. */
  opensAgain(): AbortSignal {
    return this.opening.signal;
  }

  closes(): void {
    // Those who wait already wait on.
    if (this.isUp) this.up = Promise.withResolvers();
    this.isUp = false;
  }

  /** It opens no more. */
  gone(): void {
    this.isOver = true;
    this.closes();
    this.up.promise.catch(() => {});
    this.up.reject(new Error('the server is gone'));
  }

  /** Whether so many more acknowledgements were given within a time. */
  serves(count: number, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const enough = this.acks.length + count;
    const timer = setTimeout(() => resolve(false), ms);
    this.told = () => {
      if (this.acks.length >= enough) resolve(true);
    };
    return promise.finally(() => clearTimeout(timer));
  }
}

/** Works until the storm is over. Throws what no server may say. */
export async function workIn(kitchen: Kitchen): Promise<void> {
  while (!kitchen.isOver) {
    await kitchen.reached();
    const dice = Math.random();
    const job = oneOf([...kitchen.open]);
    if (dice < 0.4 || job === undefined) await make(kitchen);
    else if (dice < 0.7) await answer(kitchen, job, anAnswer());
    // Two at once, who do not agree.
    else if (dice < 0.85) await Promise.all([answer(kitchen, job, 'hot'), answer(kitchen, job, 'frozen')]);
    else await look(kitchen, oneOf(kitchen.known)!);
  }
}

async function make(kitchen: Kitchen): Promise<void> {
  kitchen.prompts += 1;
  const n = kitchen.prompts;
  const prompt = n % 3 === 0 ? `a cheese sandwich ${n}` : `hot frozen soup ${n}`;
  const isKeyed = Math.random() < 0.6;
  // An empty key is none. Who has none cannot send it again: it would be another job.
  const idempotencyKey = isKeyed ? `key of ${prompt}` : '';
  const made = await sent(kitchen, isKeyed, () => kitchen.client.createJob({ prompt }, { idempotencyKey }));
  if (made === null) return;
  const { jobId: job, clarification } = made;
  kitchen.acknowledge({ did: 'made', job, prompt, question: clarification?.id ?? null });
  kitchen.known.push(job);
  if (made.needsClarification) kitchen.open.add(job);
}

async function answer(kitchen: Kitchen, job: string, said: string): Promise<void> {
  const options = Math.random() < 0.5 ? { idempotencyKey: `${said} for ${job}` } : {};
  const again = Math.random() < 0.7;
  try {
    const answered = await sent(kitchen, again, () => kitchen.client.answerJob(job, said, options));
    if (answered === null) return;
    kitchen.acknowledge({ did: 'answered', job, answer: answered.answer, success: answered.success });
  } catch (error) {
    if (!(error instanceof AskOnceClientError) || error.code !== 'already_answered') throw error;
    const winner = error.problem!.winner as { answer: string };
    kitchen.acknowledge({ did: 'beaten', job, answer: winner.answer });
  }
  kitchen.open.delete(job);
}

async function look(kitchen: Kitchen, job: string): Promise<void> {
  const seen = await sent(kitchen, false, () => kitchen.client.job(job));
  if (seen === null) return;
  kitchen.acknowledge({ did: 'seen', job, state: seen.state, answer: seen.clarificationAnswer });
}

/** The reply; null where none came and it was not to be sent again. */
async function sent<T>(kitchen: Kitchen, again: boolean, send: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
    kitchen.broken += 1;
    if (!again) return null;
    await kitchen.reached();
  }
}

/** No reply, half a reply, or that the server is about to end. */
function isBroken(error: unknown): boolean {
  return error instanceof AskOnceClientError && ['unreachable', 'unreadable', 'engine_closed'].includes(error.code);
}

function anAnswer(): string {
  return oneOf(['hot', 'frozen', 'I do not know'])!;
}

function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

/** The numbers of all events, as one client is told them that goes on, after each kill, where it was. */
export function followed(kitchen: Kitchen, signal: AbortSignal, fault: (error: unknown) => void): readonly number[] {
  const seqs: number[] = [];
  const follow = async () => {
    while (!signal.aborted) {
      // The client comes back by itself, but takes its time: by then the next kill may have struck.
      const opened = kitchen.opensAgain();
      const events = kitchen.client.events({ after: seqs.at(-1) ?? 0, signal: AbortSignal.any([signal, opened]) });
      try {
        for await (const { seq } of events) seqs.push(seq);
      } catch (error) {
        if (!opened.aborted && !signal.aborted) throw error;
      }
    }
  };
  follow().catch(fault);
  return seqs;
}
