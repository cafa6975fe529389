/** Maps tokens and webhooks to columns and back, as rows.ts does for all other records. */
import type { DeliveryProgress, DeliveryRecord, TokenRecord, WebhookRecord } from '../core/access.ts';
import { type Row, timeFrom } from './rows.ts';
import { heldLine } from './runs.ts';

export function tokenRow({ id, name, role, hash, createdAt, expiresAt, revokedAt, project }: TokenRecord): unknown[] {
  return [id, name, role, hash, createdAt, expiresAt, revokedAt, project];
}

export function tokenFrom(row: Row): TokenRecord {
  return {
    id: row.id as string,
    name: row.name as string,
    role: row.role as TokenRecord['role'],
    hash: row.hash as string,
    createdAt: Number(row.created_at),
    expiresAt: timeFrom(row.expires_at),
    revokedAt: timeFrom(row.revoked_at),
    project: row.project as string | null,
  };
}

export function webhookRow(webhook: WebhookRecord): unknown[] {
  const { id, url, secret, events, createdAt, holder, heldUntil } = webhook;
  const types = events === null ? null : JSON.stringify(events);
  return [id, url, secret, types, createdAt, ...progressRow(webhook).slice(0, -1), holder, heldUntil];
}

/** In the order of the columns; `held_until` comes last. The error text comes from outside and may not be valid text. */
export function progressRow(progress: DeliveryProgress): unknown[] {
  const { seq, failures, retryAt, lastError, disabledAt, heldUntil } = progress;
  return [seq, failures, retryAt, lastError === null ? null : heldLine(lastError), disabledAt, heldUntil];
}

export function webhookFrom(row: Row): WebhookRecord {
  const { url, secret, events } = row as { url: string; secret: string; events: string | null };
  return { ...deliveryFrom(row), url, secret, events: events === null ? null : JSON.parse(events) };
}

export function deliveryFrom(row: Row): DeliveryRecord {
  return {
    id: row.id as string,
    createdAt: Number(row.created_at),
    seq: Number(row.seq),
    failures: row.failures as number,
    retryAt: timeFrom(row.retry_at),
    lastError: row.last_error as string | null,
    disabledAt: timeFrom(row.disabled_at),
    holder: row.holder as string | null,
    heldUntil: timeFrom(row.held_until),
  };
}
