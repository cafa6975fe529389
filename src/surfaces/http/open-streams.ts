/** Limits the number of open event streams: per token, and for all askers together, so that some are always left for people. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { Principal } from './app.ts';

export interface StreamLimits {
  /** For all clients. Each stream costs a socket, and some time on every event. */
  readonly mostStreams: number;
  /** For one token. */
  readonly mostPerToken: number;
  /** How many of all streams are reserved for people: tokens of askers cannot use them. */
  readonly reserved: number;
}

export const STREAM_LIMITS: StreamLimits = { mostStreams: 1_000, mostPerToken: 100, reserved: 200 };

/** When a client that was disconnected or rejected should reconnect. */
export const RETRY_MS = 2_000;

export class OpenStreams {
  private readonly limits: StreamLimits;
  private readonly byToken = new Map<string, number>();
  private ofAskers = 0;
  private all = 0;

  constructor(limits: StreamLimits) {
    this.limits = limits;
  }

  /**
   * Counts a stream as open, and returns the function that releases it.
   * @param after Where the stream would start: a rejected client reads pages from there.
   */
  open({ token, role }: Principal, after: number): () => void {
    const { mostStreams, mostPerToken, reserved } = this.limits;
    const isAsker = role === 'asker';
    const own = token === null ? 0 : (this.byToken.get(token) ?? 0);
    if (own >= mostPerToken) throw refused(`This token already has ${own} open streams.`, after);
    if (isAsker && this.ofAskers >= mostStreams - reserved)
      throw refused(`Askers already have ${this.ofAskers} open streams; the rest are reserved for people.`, after);
    if (this.all >= mostStreams) throw refused(`${this.all} streams are already open.`, after);
    this.count(token, isAsker, 1);
    return () => this.count(token, isAsker, -1);
  }

  private count(token: string | null, isAsker: boolean, by: 1 | -1): void {
    this.all += by;
    if (isAsker) this.ofAskers += by;
    if (token === null) return;
    const own = (this.byToken.get(token) ?? 0) + by;
    if (own === 0) this.byToken.delete(token);
    else this.byToken.set(token, own);
  }
}

function refused(why: string, after: number): AskOnceError {
  const text = `${why} Close one, or poll with format=json&after=${after}.`;
  return new AskOnceError('rate_limited', text, { retryAfter: RETRY_MS / 1000, after });
}
