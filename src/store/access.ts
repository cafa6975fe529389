/**
 * Tokens, secrets, webhooks and channels for both stores. Both databases understand exactly these statements, so there is one of each; each store
 * supplies the function that runs them. Every change is one statement: it is complete when the call returns, and if two processes make the
 * same change, the second finds the result of the first.
 */
import type { Access, Channels } from '../core/access.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { deliveryFrom, progressRow, tokenFrom, tokenRow, webhookFrom, webhookRow } from './access-rows.ts';
import { COLUMNS, type Row } from './rows.ts';
import { mustBeHeld } from './runs.ts';

export interface AccessStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const OLDEST_FIRST = 'ORDER BY created_at, id';

function insertInto(table: 'tokens' | 'webhooks' | 'channels'): string {
  const columns = COLUMNS[table].split(' ');
  const places = columns.map((_, index) => `$${index + 1}`);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING RETURNING id`;
}

type Delivered = 'webhooks' | 'channels';

function holdIn(table: Delivered): string {
  return `UPDATE ${table} SET holder = $2, held_until = $4
    WHERE id = $1 AND disabled_at IS NULL AND (holder IS NULL OR holder = $2 OR held_until <= $3) RETURNING *`;
}

/** A holder that passes no `held_until` gives up what it holds. */
function moveIn(table: Delivered): string {
  return `UPDATE ${table} SET seq = $3, failures = $4, retry_at = $5, last_error = $6, disabled_at = $7, held_until = $8,
      holder = CASE WHEN CAST($8 AS bigint) IS NULL THEN NULL ELSE holder END
    WHERE id = $1 AND holder = $2 RETURNING id`;
}

const SQL = {
  tokens: `SELECT * FROM tokens ${OLDEST_FIRST}`,
  token: 'SELECT * FROM tokens WHERE hash = $1',
  addToken: insertInto('tokens'),
  addedToken: 'SELECT id FROM tokens WHERE id = $1 AND hash = $2',
  revokeToken: 'UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
  revokedToken: 'SELECT id FROM tokens WHERE id = $1 AND revoked_at = $2',
  knownSecret: 'SELECT value FROM secrets WHERE name = $1',
  // Rewrites an existing value, because only then is it returned, even with concurrent writers.
  secret: `INSERT INTO secrets (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`,
  webhooks: `SELECT * FROM webhooks ${OLDEST_FIRST}`,
  addWebhook: insertInto('webhooks'),
  addedWebhook: 'SELECT id FROM webhooks WHERE id = $1 AND secret = $2',
  webhook: 'SELECT id FROM webhooks WHERE id = $1',
  dropWebhook: 'DELETE FROM webhooks WHERE id = $1 RETURNING id',
  holdWebhook: holdIn('webhooks'),
  moveWebhook: moveIn('webhooks'),
  channels: `SELECT * FROM channels ${OLDEST_FIRST}`,
  addChannel: insertInto('channels'),
  holdChannel: holdIn('channels'),
  moveChannel: moveIn('channels'),
  message: 'SELECT handle FROM channel_messages WHERE channel_id = $1 AND clarification_id = $2',
  keepMessage: `INSERT INTO channel_messages (channel_id, clarification_id, handle) VALUES ($1, $2, $3)
    ON CONFLICT (channel_id, clarification_id) DO UPDATE SET handle = excluded.handle RETURNING handle`,
  dropMessage: 'DELETE FROM channel_messages WHERE channel_id = $1 AND clarification_id = $2 RETURNING handle',
} as const;

/**
 * @param run Runs one statement, which is durable when it returns. If the connection is lost and the result is unknown, it may run the
 * statement twice. So a row that was already added is not an error, and a repeated revoke or drop still reports that the row existed.
 */
export function storedAccess(run: (statement: AccessStatement) => Promise<Row[]>): Access {
  const rows = (name: keyof typeof SQL, ...values: unknown[]) =>
    run({ name: `access ${name}`, text: SQL[name], values });
  const any = async (name: keyof typeof SQL, ...values: unknown[]) => (await rows(name, ...values)).length > 0;
  return {
    tokens: async () => (await rows('tokens')).map(tokenFrom),
    async token(hash) {
      const [row] = await rows('token', hash);
      return row ? tokenFrom(row) : null;
    },
    async addToken(token) {
      const { id, name, hash, project } = token;
      mustBeHeld(id, name, hash, project ?? '');
      if (await any('addToken', ...tokenRow(token))) return;
      if (!(await any('addedToken', id, hash))) throw another(`a token with the id ${id} or the same hash`, id);
    },
    revokeToken: async (id, at) => (await any('revokeToken', id, at)) || (await any('revokedToken', id, at)),
    async secret(name, fresh) {
      mustBeHeld(name, fresh);
      // Only the first caller has to write; all others find the value.
      const [known] = await rows('knownSecret', name);
      const [row] = known ? [known] : await rows('secret', name, fresh);
      return row!.value as string;
    },
    webhooks: async () => (await rows('webhooks')).map(webhookFrom),
    async addWebhook(webhook) {
      const { id, url, secret, events, holder } = webhook;
      mustBeHeld(id, url, secret, ...(events ?? []), holder ?? '');
      if (await any('addWebhook', ...webhookRow(webhook))) return;
      if (!(await any('addedWebhook', id, secret))) throw another(`a webhook with the id ${id}`, id);
    },
    async dropWebhook(id) {
      // Once a webhook is gone, there is no telling which call dropped it.
      const wasThere = await any('webhook', id);
      if (wasThere) await rows('dropWebhook', id);
      return wasThere;
    },
    async holdWebhook(id, holder, now, until) {
      mustBeHeld(holder);
      const [row] = await rows('holdWebhook', id, holder, now, until);
      return row ? webhookFrom(row) : null;
    },
    moveWebhook: (id, holder, progress) => any('moveWebhook', id, holder, ...progressRow(progress)),
    channels: storedChannels(rows, any),
  };
}

type Query<R> = (name: keyof typeof SQL, ...values: unknown[]) => Promise<R>;

function storedChannels(rows: Query<Row[]>, any: Query<boolean>): Channels {
  return {
    list: async () => (await rows('channels')).map(deliveryFrom),
    async add(id, at, seq) {
      mustBeHeld(id);
      await rows('addChannel', id, at, seq, 0, null, null, null, null, null);
    },
    async hold(id, holder, now, until) {
      mustBeHeld(holder);
      const [row] = await rows('holdChannel', id, holder, now, until);
      return row ? deliveryFrom(row) : null;
    },
    move: (id, holder, progress) => any('moveChannel', id, holder, ...progressRow(progress)),
    async message(channel, clarification) {
      const [row] = await rows('message', channel, clarification);
      return row === undefined ? undefined : (row.handle as string | null);
    },
    async keepMessage(channel, clarification, handle) {
      mustBeHeld(channel, clarification, handle ?? '');
      await rows('keepMessage', channel, clarification, handle);
    },
    async dropMessage(channel, clarification) {
      await rows('dropMessage', channel, clarification);
    },
  };
}

function another(what: string, id: string): AskOnceError {
  return new AskOnceError('store_failed', `The store already has ${what}. Nothing was written; create a new one.`, {
    id,
  });
}
