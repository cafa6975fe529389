/** What the tools of a connection work with: the engine, where its people look, and how long a call may wait. */
import type { AskOnce } from '../askonce.ts';

export interface Desk {
  readonly askonce: AskOnce;
  /** Where people answer, as an address to open; null where nobody knows of one. */
  readonly inbox: string | null;
  /** How long a call waits that can say that it still waits. */
  readonly waitMs: number;
  /** Whether clients may be asked to ask their person themselves. */
  readonly mayElicit: boolean;
  /** The conversation, where whoever set the server up says so. */
  readonly session: string | null;
  /** The job that the client runs for, where it was started by one. */
  readonly job: string | null;
  /** Whose client it is, so that two people's conversations are two; null at one's own machine. */
  readonly principal: string | null;
  /** The name beside answers that come through the client; left out, it is whoever opened AskOnce. */
  readonly by?: string | null;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Clients give up on a call that is silent for a minute, and then it is as if nobody had been asked. A call that cannot say that
 * it still waits returns before that.
 */
export const SILENT_MS = 50_000;

export const STANDARD_WAIT = '10m';
