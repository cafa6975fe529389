/**
 * Tokens, secrets and webhooks in either store. Both understand these statements to the letter, so there is one of each; a store
 * brings what runs them. Every change is one statement: it is there as a whole when the call returns, and of two processes that
 * want the same the second finds what the first has done.
 */
import type { Access } from '../core/access.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { progressRow, tokenFrom, tokenRow, webhookFrom, webhookRow } from './access-rows.ts';
import { COLUMNS, type Row } from './rows.ts';
import { mustBeHeld } from './runs.ts';

export interface AccessStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const OLDEST_FIRST = 'ORDER BY created_at, id';

function insertInto(table: 'tokens' | 'webhooks'): string {
  const columns = COLUMNS[table].split(' ');
  const places = columns.map((_, index) => `$${index + 1}`);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING RETURNING id`;
}

const SQL = {
  tokens: `SELECT * FROM tokens ${OLDEST_FIRST}`,
  token: 'SELECT * FROM tokens WHERE hash = $1',
  addToken: insertInto('tokens'),
  addedToken: 'SELECT id FROM tokens WHERE id = $1 AND hash = $2',
  revokeToken: 'UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
  revokedToken: 'SELECT id FROM tokens WHERE id = $1 AND revoked_at = $2',
  knownSecret: 'SELECT value FROM secrets WHERE name = $1',
  // Writes what is there again, where there is something: only so is it returned, whoever else is at it.
  secret: `INSERT INTO secrets (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`,
  webhooks: `SELECT * FROM webhooks ${OLDEST_FIRST}`,
  addWebhook: insertInto('webhooks'),
  addedWebhook: 'SELECT id FROM webhooks WHERE id = $1 AND secret = $2',
  webhook: 'SELECT id FROM webhooks WHERE id = $1',
  dropWebhook: 'DELETE FROM webhooks WHERE id = $1 RETURNING id',
  holdWebhook: `UPDATE webhooks SET holder = $2, held_until = $4
    WHERE id = $1 AND disabled_at IS NULL AND (holder IS NULL OR holder = $2 OR held_until <= $3) RETURNING *`,
  // Who no longer says until when has let go.
  moveWebhook: `UPDATE webhooks SET seq = $3, failures = $4, retry_at = $5, last_error = $6, disabled_at = $7, held_until = $8,
      holder = CASE WHEN CAST($8 AS bigint) IS NULL THEN NULL ELSE holder END
    WHERE id = $1 AND holder = $2 RETURNING id`,
} as const;

/**
 * @param run Runs one statement, which is durable when it returns. It may run it twice, where the connection is lost and nobody
 * knows whether it was carried out; so what is added is found again rather than refused, and what is revoked or dropped was there all the same.
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
      const { id, name, hash } = token;
      mustBeHeld(id, name, hash);
      if (await any('addToken', ...tokenRow(token))) return;
      if (!(await any('addedToken', id, hash))) throw another(`a token with the id ${id} or the same hash`, id);
    },
    revokeToken: async (id, at) => (await any('revokeToken', id, at)) || (await any('revokedToken', id, at)),
    async secret(name, fresh) {
      mustBeHeld(name, fresh);
      // All but the first find it there, and need not write.
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
      // Of what is gone nothing can tell who dropped it.
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
  };
}

function another(what: string, id: string): AskOnceError {
  return new AskOnceError('store_failed', `The store already has ${what}. Nothing was written; create a new one.`, {
    id,
  });
}
