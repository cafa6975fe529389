/** Who may do what over the network, and who is told of events. Rows as the core sees them. */
import { type Effect, effectsOf, type Verdict } from './effects.ts';
import { AskOnceError } from './model/errors.ts';
import type { EventType } from './model/records.ts';

/** An asker asks and reads; an answerer answers as well; an admin does all. An asker can never answer. */
export type Role = 'asker' | 'answerer' | 'admin';

export const ROLES: readonly Role[] = ['asker', 'answerer', 'admin'];

/** Who sends a request over the network, by the token that came with it. Null in its place: no token was needed. */
export interface Caller {
  /** The token's id. */
  readonly token: string;
  readonly role: Role;
}

/** Why this caller may not say what the person said: that settles questions, and an asker would answer itself. Null where it may. */
export function notForPerson(caller: Caller | null): AskOnceError | null {
  if (caller?.role !== 'asker') return null;
  const text =
    'An asker’s token cannot report what the person said. Leave that field out, and the person will be asked.';
  return new AskOnceError('role_too_low', text);
}

/** Why this caller may not end what `owner` made; null where they may. People may, and so may callers that need no token. */
export function ownerOnly(caller: Caller | null, owner: string | null, what: string): AskOnceError | null {
  if (caller?.role !== 'asker' || caller.token === owner) return null;
  const text = `${what} was created with a different token. Only that token, or an answerer's or admin's, may end it.`;
  return new AskOnceError('owner_only', text);
}

/** The verdict with the caller's token named in each of its events. */
export function signedBy<R>(caller: Caller | null | undefined, verdict: Verdict<R>): Verdict<R> {
  if (!caller || !('effects' in verdict)) return verdict;
  const { token } = caller;
  const signed = (effect: Effect): Effect =>
    effect.do === 'event' ? { ...effect, event: { ...effect.event, data: { ...effect.event.data, token } } } : effect;
  return { ...verdict, effects: effectsOf(verdict).map(signed) };
}

/** A token as it is kept: never itself, only its SHA-256. */
export interface TokenRecord {
  readonly id: string;
  /** Whose it is; stands beside the answers it gives. */
  readonly name: string;
  readonly role: Role;
  readonly hash: string;
  readonly createdAt: number;
  /** Null: until it is revoked. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Somebody who is told of events by HTTP, and how far they have been told. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  /** As Standard Webhooks writes it: `whsec_` and base64. */
  readonly secret: string;
  /** Null: of all. */
  readonly events: readonly EventType[] | null;
  readonly createdAt: number;
  /** The last event it was told of, or that was not for it. */
  readonly seq: number;
  /** How often the next event was tried in vain, when it is tried again, and what went wrong. */
  readonly failures: number;
  readonly retryAt: number | null;
  readonly lastError: string | null;
  /** Set when it was given up: so many failures that nobody seems to be there. */
  readonly disabledAt: number | null;
  /** The process that tells it, and until when it is known to. */
  readonly holder: string | null;
  readonly heldUntil: number | null;
}

/** How far a webhook has come. */
export type WebhookProgress = Pick<
  WebhookRecord,
  'seq' | 'failures' | 'retryAt' | 'lastError' | 'disabledAt' | 'heldUntil'
>;

/** Tokens, secrets and webhooks of a store. The part of the Store port that the network surfaces need. */
export interface Access {
  /** All of them, oldest first, revoked ones too. */
  tokens(): Promise<readonly TokenRecord[]>;
  token(hash: string): Promise<TokenRecord | null>;
  /** No two have the same id or hash. The same one again is no error. */
  addToken(token: TokenRecord): Promise<void>;
  /** False where there is none, or it was revoked at another time before. */
  revokeToken(id: string, at: number): Promise<boolean>;
  /** The secret of this name: the one that is kept, else `fresh`, which is kept from then on. All processes get the same. */
  secret(name: string, fresh: string): Promise<string>;
  /** All of them, oldest first. */
  webhooks(): Promise<readonly WebhookRecord[]>;
  addWebhook(webhook: WebhookRecord): Promise<void>;
  /** False where there is none. Of those who drop one at the same moment each may be told that it was there. */
  dropWebhook(id: string): Promise<boolean>;
  /**
   * Takes the telling of one webhook until a time, or goes on with it; null where another process has it, or it is gone or
   * disabled. In the millisecond `heldUntil` it is free again.
   */
  holdWebhook(id: string, holder: string, now: number, until: number): Promise<WebhookRecord | null>;
  /**
   * Keeps how far it has come, and lets it go where `heldUntil` is null. Only its holder may; false tells that it no longer is,
   * which it stays until somebody else takes it.
   */
  moveWebhook(id: string, holder: string, progress: WebhookProgress): Promise<boolean>;
}
