/**
 * How many questions an asker's token may put to people per minute, counted in this process. A question that settles without a person,
 * joins a waiting one or is asked again costs nothing.
 */
import type { Caller } from '../core/access.ts';
import { type Effect, effectsOf, type Verdict } from '../core/effects.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { BoundedMap } from '../util/bounded-map.ts';

/** Far more than people can answer. */
export const QUESTIONS_PER_MINUTE = 200;

const WINDOW_MS = 60_000;

interface Window {
  readonly until: number;
  questions: number;
  /** The asks already counted, because a decision may run several times. */
  readonly asks: Set<string>;
}

export class QuestionQuota {
  private readonly most: number;
  private readonly windows = new BoundedMap<Window>();

  constructor(most: number) {
    this.most = most;
  }

  /** Returns the verdict on an ask, or an error if it would exceed the token's limit. */
  allowing<R>(caller: Caller | null, ask: string, verdict: Verdict<R>, now: number): Verdict<R> {
    if (caller?.role !== 'asker') return verdict;
    const isPut = (one: Effect) => one.do === 'insert_clarification' && one.clarification.status === 'pending';
    const put = effectsOf(verdict).filter(isPut).length;
    if (put === 0) return verdict;
    const window = this.windowOf(caller.token, now);
    if (window.asks.has(ask)) return verdict;
    if (window.questions + put <= this.most) {
      window.asks.add(ask);
      window.questions += put;
      return verdict;
    }
    const retryAfter = Math.max(1, Math.ceil((window.until - now) / 1000));
    const text = `This token has asked ${window.questions} questions in the last minute; the limit is ${this.most}. Try again in ${retryAfter} s.`;
    return { error: new AskOnceError('rate_limited', text, { retryAfter }) };
  }

  private windowOf(token: string, now: number): Window {
    const open = this.windows.get(token);
    // A clock that was set back opens a new window too.
    if (open && open.until > now && open.until <= now + WINDOW_MS) return open;
    const fresh = { until: now + WINDOW_MS, questions: 0, asks: new Set<string>() };
    this.windows.delete(token);
    this.windows.set(token, fresh);
    return fresh;
  }
}
