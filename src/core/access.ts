/** Permissions over the network, and webhooks. The rows as the core sees them. */
import { type Effect, effectsOf, type Verdict } from './effects.ts';
import { AskOnceError } from './model/errors.ts';
import type { EventType } from './model/records.ts';

/** An asker asks and reads; an answerer also answers; an admin may do everything. An asker can never answer. */
export type Role = 'asker' | 'answerer' | 'admin';

export const ROLES: readonly Role[] = ['asker', 'answerer', 'admin'];

/** The sender of a network request, identified by its token. Null in place of a caller means that no token was needed. */
export interface Caller {
  /** The token's id. */
  readonly token: string;
  readonly role: Role;
  /** The project that the token is bound to; null or absent if none. */
  readonly project?: string | null;
}

/**
 * Returns the only project that a caller sees, or null if it sees all. An asker whose token is bound to none sees the one that is served.
 * @param served The project that is served.
 */
export function projectSeenBy(caller: Caller | null, served: string): string | null {
  if (caller === null) return null;
  return caller.project ?? (caller.role === 'asker' ? served : null);
}

/**
 * Returns the error if this caller may not submit the person's words, else null. Such words settle questions, so an asker could answer its
 * own questions.
 */
export function notForPerson(caller: Caller | null): AskOnceError | null {
  if (caller?.role !== 'asker') return null;
  const text =
    'An asker’s token cannot report what the person said. Leave that field out, and the person will be asked.';
  return new AskOnceError('role_too_low', text);
}

/** Returns the error if this caller may not end what `owner` made, else null. People may, and so may callers that need no token. */
export function ownerOnly(caller: Caller | null, owner: string | null, what: string): AskOnceError | null {
  if (caller?.role !== 'asker' || caller.token === owner) return null;
  const text = `${what} was created with a different token. Only that token, or an answerer's or admin's, may end it.`;
  return new AskOnceError('owner_only', text);
}

/** Returns the verdict with the caller's token named in each of its events. */
export function signedBy<R>(caller: Caller | null | undefined, verdict: Verdict<R>): Verdict<R> {
  if (!caller || !('effects' in verdict)) return verdict;
  const { token } = caller;
  const signed = (effect: Effect): Effect =>
    effect.do === 'event' ? { ...effect, event: { ...effect.event, data: { ...effect.event.data, token } } } : effect;
  return { ...verdict, effects: effectsOf(verdict).map(signed) };
}

/** A token as it is stored: only its SHA-256, never the token itself. */
export interface TokenRecord {
  readonly id: string;
  /** The holder's name, shown next to the answers given with this token. */
  readonly name: string;
  readonly role: Role;
  readonly hash: string;
  readonly createdAt: number;
  /** Null: valid until revoked. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The project that it is bound to: it sees nothing of others. Null: none. */
  readonly project: string | null;
}

/** A receiver of events, and how far delivery to it has come. */
export interface DeliveryRecord {
  readonly id: string;
  readonly createdAt: number;
  /** The last event that was delivered, or skipped because the receiver does not want it. */
  readonly seq: number;
  /** How many attempts to deliver the next event have failed, when the next attempt is due, and the last error. */
  readonly failures: number;
  readonly retryAt: number | null;
  readonly lastError: string | null;
  /** When delivery was disabled after too many failures. */
  readonly disabledAt: number | null;
  /** The process that delivers to it, and until when its lease lasts. */
  readonly holder: string | null;
  readonly heldUntil: number | null;
}

/** The progress of a delivery. */
export type DeliveryProgress = Pick<
  DeliveryRecord,
  'seq' | 'failures' | 'retryAt' | 'lastError' | 'disabledAt' | 'heldUntil'
>;

/** An HTTP endpoint that receives events. */
export interface WebhookRecord extends DeliveryRecord {
  readonly url: string;
  /** In the format of Standard Webhooks: `whsec_` and base64. */
  readonly secret: string;
  /** Null: all events. */
  readonly events: readonly EventType[] | null;
}

/**
 * The channels that tell people about questions, and the messages that are out. The settings of a channel are in the person's own
 * configuration; the store only knows how far each was told.
 */
export interface Channels {
  /** Oldest first. */
  list(): Promise<readonly DeliveryRecord[]>;
  /** Adds a channel that is told of the events after `seq`. A channel that exists stays as it is. */
  add(id: string, at: number, seq: number): Promise<void>;
  /** As for webhooks. */
  hold(id: string, holder: string, now: number, until: number): Promise<DeliveryRecord | null>;
  move(id: string, holder: string, progress: DeliveryProgress): Promise<boolean>;
  /** Returns the message about a question: its handle, or null for one that was begun and not known to be sent; undefined without any. */
  message(channel: string, clarification: string): Promise<string | null | undefined>;
  /** Stores that a message is about to be sent, or its handle once it was. */
  keepMessage(channel: string, clarification: string, handle: string | null): Promise<void>;
  dropMessage(channel: string, clarification: string): Promise<void>;
}

/** The tokens, secrets and webhooks of a store: the part of the Store port that the network surfaces need. */
export interface Access {
  /** All tokens, oldest first, including revoked ones. */
  tokens(): Promise<readonly TokenRecord[]>;
  token(hash: string): Promise<TokenRecord | null>;
  /** Ids and hashes are unique. Adding the same token again is not an error. */
  addToken(token: TokenRecord): Promise<void>;
  /** Returns false if there is no such token, or it was already revoked at another time. */
  revokeToken(id: string, at: number): Promise<boolean>;
  /** Returns the stored secret of this name. If there is none, stores `fresh` and returns it. All processes get the same secret. */
  secret(name: string, fresh: string): Promise<string>;
  /** All webhooks, oldest first. */
  webhooks(): Promise<readonly WebhookRecord[]>;
  addWebhook(webhook: WebhookRecord): Promise<void>;
  /** Returns false if there is no such webhook. When several callers drop the same one at the same moment, each may get true. */
  dropWebhook(id: string): Promise<boolean>;
  /**
   * Takes or renews the lease to deliver to a webhook until a given time. Returns null if another process holds it, or the webhook is gone
   * or disabled. The lease is free again in the millisecond `heldUntil`.
   */
  holdWebhook(id: string, holder: string, now: number, until: number): Promise<WebhookRecord | null>;
  /**
   * Stores the delivery progress, and releases the lease if `heldUntil` is null. Only the holder may do this. Returns false if the caller
   * is not the holder; it remains the holder until another process takes the lease.
   */
  moveWebhook(id: string, holder: string, progress: DeliveryProgress): Promise<boolean>;
  readonly channels: Channels;
}
