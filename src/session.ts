/** One conversation, as the library's users see it. */
import { given, wrong } from './arguments.ts';
import type { Wait } from './asker.ts';
import { ASKER } from './core/ask-command.ts';
import type { AskResult } from './core/clarification.ts';
import { durationMs } from './core/duration.ts';
import type { Engine } from './engine.ts';
import { type HistoryEntry, type HistoryQuery, historyPage } from './history.ts';
import type { Page } from './ports.ts';
import { type AskOptions, type AskWhat, type Frame, hear, prepareAsk } from './prepare.ts';

export interface WaitOptions {
  /** How long to wait for the person: until they answer (the default), "10m", or `false` to return at once. */
  wait?: boolean | string | number;
  /** Stops the waiting, not the question: it stays safe, and `cancel` withdraws it. */
  signal?: AbortSignal;
  /** Told what waits, once it is safe in the store and before the waiting begins. */
  onParked?: (result: AskResult) => void | Promise<void>;
}

/** What a session says of every ask in it. */
export type SessionFrame = Omit<Frame, 'now' | 'files' | 'session'>;

/** One conversation. Made by `askonce.session(id)`. */
export class Session {
  readonly id: string;
  private readonly engine: Engine;
  private readonly frame: Omit<Frame, 'now'>;

  constructor(engine: Engine, id: string, frame: SessionFrame) {
    this.engine = engine;
    this.id = id;
    this.frame = { ...frame, session: id, files: engine.files };
  }

  /**
   * Keeps what the person has just said; a question it already answers is not asked. A bare "yes" answers one question, and
   * said again answers another: a job that may be run again gives its words to `ask` as `input` instead.
   * @example
   * await session.heard('please use YAML');
   */
  async heard(text: string): Promise<void> {
    const { policy, defaultPolicy, asker, language, files } = this.frame;
    const fixed = { policy: policy ?? defaultPolicy, asker: asker ?? ASKER, language };
    const heard = hear(text, files, this.engine.clock.now());
    await this.engine.heard(heard, { id: this.id, project: files.root, ...fixed });
  }

  /**
   * Asks one to four questions. What needs no person is settled at once; the rest is parked, durably, and waited for.
   * @example
   * const { status, answer } = await session.ask({
   *   question: 'Which format should I use?',
   *   options: ['YAML', 'JSON'],
   * }, { wait: '10m' });
   */
  async ask(what: AskWhat, options: AskOptions & WaitOptions = {}): Promise<AskResult> {
    const { wait, signal, onParked, ...rest } = given(options, 'options');
    const now = this.engine.clock.now();
    const prepared = prepareAsk(what, rest, { ...this.frame, now });
    const patience = patienceOf({ wait, signal, onParked }, now);
    signal?.throwIfAborted();
    return this.engine.ask(prepared, patience);
  }

  /**
   * The answers of this session, oldest first.
   * @example
   * const { items } = await session.history();
   */
  history(query: HistoryQuery = {}): Promise<Page<HistoryEntry>> {
    return historyPage(this.engine.store, this.id, query);
  }
}

/** How long a caller waits, from what they say of it. */
export function patienceOf(
  { wait, signal, onParked }: { [K in keyof WaitOptions]: WaitOptions[K] | undefined },
  now: number,
): Wait {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong('signal', 'an AbortSignal');
  if (onParked !== undefined && typeof onParked !== 'function') throw wrong('onParked', 'a function');
  if (wait === false) return false;
  return { until: wait === undefined || wait === true ? null : now + durationMs(wait), signal, onParked };
}
