/** Tokens, secrets and webhooks where the store is held by another, or the connection breaks under a call. */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Access, TokenRecord, WebhookRecord } from '../../src/core/access.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { NOW } from '../../src/testing/make.ts';
import { endOf, stateOf } from '../support/open.ts';
import { postgresBench } from './postgres-bench.ts';
import { PostgresProxy } from './postgres-proxy.ts';

const CALM = { failures: 0, retryAt: null, lastError: null, disabledAt: null };
const HOOK: WebhookRecord = {
  id: 'hook-1',
  url: 'https://example.com/',
  secret: 'whsec_c2VjcmV0',
  events: null,
  createdAt: NOW,
  seq: 0,
  ...CALM,
  holder: null,
  heldUntil: null,
};
const TOKEN: TokenRecord = {
  id: 'tok-1',
  name: 'Ada',
  role: 'answerer',
  hash: hash('sha256', 'x'),
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  project: null,
};

interface Call {
  readonly name: string;
  readonly prepare?: (access: Access) => Promise<unknown>;
  readonly run: (access: Access) => Promise<unknown>;
  readonly writes: RegExp;
  readonly told: unknown;
}

const held = async (access: Access) => {
  await access.addWebhook(HOOK);
  await access.holdWebhook(HOOK.id, 'w', NOW, NOW + 1);
};

/** All that give the same answer when they are carried out twice. */
const CALLS: readonly Call[] = [
  { name: 'a token that is added', run: (a) => a.addToken(TOKEN), writes: /INSERT INTO tokens/, told: undefined },
  { name: 'a secret', run: (a) => a.secret('links', 'mine'), writes: /INSERT INTO secrets/, told: 'mine' },
  { name: 'a webhook that is added', run: (a) => a.addWebhook(HOOK), writes: /INSERT INTO webhooks/, told: undefined },
  {
    name: 'a webhook that is held',
    prepare: (a) => a.addWebhook(HOOK),
    run: (a) => a.holdWebhook(HOOK.id, 'w', NOW, NOW + 1),
    writes: /UPDATE webhooks SET holder/,
    told: { ...HOOK, holder: 'w', heldUntil: NOW + 1 },
  },
  {
    name: 'a webhook that has come further',
    prepare: held,
    run: (a) => a.moveWebhook(HOOK.id, 'w', { ...CALM, seq: 7, heldUntil: NOW + 2 }),
    writes: /UPDATE webhooks SET seq/,
    told: true,
  },
  {
    name: 'a token that is revoked',
    prepare: (a) => a.addToken(TOKEN),
    run: (a) => a.revokeToken(TOKEN.id, NOW + 1),
    writes: /UPDATE tokens/,
    told: true,
  },
  {
    name: 'a webhook that is dropped',
    prepare: (a) => a.addWebhook(HOOK),
    run: (a) => a.dropWebhook(HOOK.id),
    writes: /DELETE FROM webhooks/,
    told: true,
  },
];

async function kept(access: Access): Promise<unknown> {
  return [await access.tokens(), await access.webhooks(), await access.secret('links', 'nobody’s')];
}

describe.each(CALLS)('$name', ({ prepare, run, writes, told }) => {
  it('ends as ever, and is there once, where PostgreSQL commits it and the reply is lost', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const [near, far] = [await openPostgresStore(bench.db), await openPostgresStore(proxy.through(bench.db))];
    onTestFinished(async () => void (await Promise.all([near.close(), far.close()])));
    await prepare?.(near.access);
    const caught = proxy.catchNext(writes);
    const running = run(far.access);
    const statement = await caught;
    await statement.replied;
    const committed = await kept(near.access);
    statement.reset();
    expect(await endOf(running)).toEqual(told);
    expect(await kept(near.access)).toEqual(committed);
  });

  it('waits, and stops nobody else, while another process writes to the SQLite file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'askonce-access-'));
    const file = join(folder, 'askonce.db');
    const store = await openSqliteStore(file);
    const other = new Database(file);
    onTestFinished(async () => {
      other.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await prepare?.(store.access);
    other.exec('BEGIN IMMEDIATE');
    const running = run(store.access);
    expect(await stateOf(running)).toBe('waits');
    other.exec('COMMIT');
    expect(await endOf(running)).toEqual(told);
  });
});
