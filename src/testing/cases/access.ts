/** Tokens, secrets and webhooks: stored completely, created and ended once, and each webhook delivered by one process at a time. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type DeliveryProgress, ROLES, type TokenRecord, type WebhookRecord } from '../../core/access.ts';
import type { Store } from '../../ports.ts';
import { NOW, newId, YEAR_2100 } from '../make.ts';
import { atOnce, casesAbout, codeOf, refused } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const WORDS = '  東京 👩‍👩‍👧‍👦 e\u0301 \'quoted\' "twice" \\n $1 ? % _ ';
const LARGE = Number.MAX_SAFE_INTEGER;

function newToken(more: Partial<TokenRecord> = {}): TokenRecord {
  const id = newId('t');
  const whole = { role: 'answerer', createdAt: NOW, expiresAt: null, revokedAt: null, project: null } as const;
  return { id, name: 'Ada', hash: hash('sha256', id), ...whole, ...more };
}

function newWebhook(more: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: newId('h'),
    url: 'https://example.com/hook',
    secret: 'whsec_c2VjcmV0',
    events: null,
    createdAt: NOW,
    seq: 0,
    failures: 0,
    retryAt: null,
    lastError: null,
    disabledAt: null,
    holder: null,
    heldUntil: null,
    ...more,
  };
}

/** Progress further than any case reaches by itself. */
const FAR: DeliveryProgress = {
  seq: LARGE,
  failures: 7,
  retryAt: YEAR_2100,
  lastError: WORDS,
  disabledAt: null,
  heldUntil: NOW + 2,
};

async function added(store: Store, more: Partial<WebhookRecord> = {}): Promise<WebhookRecord> {
  const webhook = newWebhook(more);
  await store.access.addWebhook(webhook);
  return webhook;
}

async function webhookOf(store: Store, id: string): Promise<WebhookRecord | undefined> {
  return (await store.access.webhooks()).find((one) => one.id === id);
}

export const ACCESS = casesAbout('access', {
  'a token, bare and full, of every role, is found by its hash': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.deepEqual(await store.access.tokens(), []);
    const tokens = [
      ...ROLES.map((role) => newToken({ role })),
      newToken({ name: WORDS, createdAt: NOW + 1, expiresAt: YEAR_2100, revokedAt: YEAR_2100 + 1 }),
      newToken({ createdAt: YEAR_2100, expiresAt: 0 }),
    ];
    for (const token of tokens) await store.access.addToken(token);
    assert.deepEqual(await other.access.tokens(), tokens);
    for (const token of tokens) assert.deepEqual(await other.access.token(token.hash), token);
    for (const unknown of ['', tokens[0]!.id, tokens[0]!.hash.toUpperCase(), hash('sha256', ''), 'a\0b', '\ud83d'])
      assert.equal(await other.access.token(unknown), null);
  },

  'tokens and webhooks are listed by when they were made and then by their ids, oldest first': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const order = ['m', 'Z', 'a', 'z', 'ç'].map((id, place) => ({ id, createdAt: place === 0 ? NOW - 1 : NOW }));
    for (const one of order.toReversed()) {
      await store.access.addToken(newToken({ ...one, hash: hash('sha256', one.id) }));
      await store.access.addWebhook(newWebhook(one));
    }
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    assert.deepEqual(idsOf(await other.access.tokens()), idsOf(order));
    assert.deepEqual(idsOf(await other.access.webhooks()), idsOf(order));
  },

  'a token is revoked once, whoever tries, and stays where it was': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [token, beside] = [newToken({ expiresAt: YEAR_2100 }), newToken()];
    for (const one of [token, beside]) await store.access.addToken(one);
    assert.equal(await other.access.revokeToken('t-unknown', NOW), false);
    assert.equal(await other.access.revokeToken(token.id, NOW + 1), true);
    const revoked = { ...token, revokedAt: NOW + 1 };
    for (const opening of [store, other, store]) {
      assert.equal(await opening.access.revokeToken(token.id, NOW + 2), false);
      assert.deepEqual(await opening.access.token(token.hash), revoked);
    }
    assert.deepEqual(await store.access.tokens(), [revoked, beside]);
    const tries = await atOnce(
      ...[0, 1, 2, 3].map((n) => () => [store, other][n % 2]!.access.revokeToken(beside.id, n)),
    );
    assert.equal(tries.filter(Boolean).length, 1);
  },

  'no two tokens share a hash or an id, and the same one again is that one': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const token = newToken();
    await store.access.addToken(token);
    await refused(other.access.addToken({ ...token, id: newId('t') }), 'a second token of one hash');
    await refused(other.access.addToken({ ...token, hash: hash('sha256', 'other') }), 'a second token of one id');
    await other.access.addToken(token);
    assert.deepEqual(await store.access.tokens(), [token]);
    const webhook = await added(store);
    await refused(other.access.addWebhook({ ...webhook, secret: 'whsec_b3RoZXI=' }), 'a second webhook of one id');
    await other.access.addWebhook(webhook);
    assert.deepEqual(await store.access.webhooks(), [webhook]);
  },

  'what is no role, no hash, nobody’s name or half a hold is refused': async ({ open }) => {
    const store = await open();
    const tokens: Partial<TokenRecord>[] = [
      { role: 'owner' as never },
      { role: '' as never },
      { name: '' },
      { hash: '' },
      { hash: 'askonce_secret' },
      { hash: hash('sha256', 'x').toUpperCase() },
    ];
    for (const token of tokens) await refused(store.access.addToken(newToken(token)), JSON.stringify(token));
    const webhooks: Partial<WebhookRecord>[] = [
      { url: '' },
      { secret: 'c2VjcmV0' },
      { secret: 'whsec_' },
      { seq: -1 },
      { failures: -1 },
      { holder: 'w' },
      { heldUntil: NOW },
    ];
    for (const webhook of webhooks) await refused(added(store, webhook), JSON.stringify(webhook));
    assert.deepEqual([await store.access.tokens(), await store.access.webhooks()], [[], []]);
  },

  'of a secret that many want at once all get the same, and so does whoever comes later': async ({ openings }) => {
    const stores = await openings(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      const wanted = Array.from(
        { length: 20 },
        (_, n) => () => stores[n % 4]!.access.secret(`name ${round}`, `own ${n}`),
      );
      const got = new Set(await atOnce(...wanted));
      assert.equal(got.size, 1);
      assert.match([...got][0]!, /^own \d+$/);
      assert.equal(await stores[round % 4]!.access.secret(`name ${round}`, 'late'), [...got][0]);
    }
    const [store, other] = stores as [Store, Store];
    assert.equal(await store.access.secret(WORDS, WORDS), WORDS);
    assert.equal(await other.access.secret(WORDS.trim(), 'x'), 'x');
    assert.equal(await other.access.secret(WORDS, 'y'), WORDS);
  },

  'a webhook, bare and full, with the events it is told of': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.deepEqual(await store.access.webhooks(), []);
    const webhooks = [
      newWebhook(),
      newWebhook({ events: [] }),
      newWebhook({
        events: ['clarification.requested', 'clarification.answered'],
        url: `https://example.com/${WORDS}`,
      }),
      newWebhook({ ...FAR, disabledAt: YEAR_2100 + 1, holder: WORDS, heldUntil: YEAR_2100 + 2, createdAt: YEAR_2100 }),
      newWebhook({ createdAt: YEAR_2100, retryAt: 0, lastError: '', disabledAt: 0 }),
    ];
    for (const webhook of webhooks) await store.access.addWebhook(webhook);
    assert.deepEqual(await other.access.webhooks(), webhooks);
  },

  'a webhook is dropped once, and no other with it': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [gone, stays] = [await added(store), await added(store)];
    assert.equal(await other.access.dropWebhook('h-unknown'), false);
    assert.equal(await other.access.dropWebhook(gone.id), true);
    assert.equal(await store.access.dropWebhook(gone.id), false);
    assert.deepEqual(await store.access.webhooks(), [stays]);
  },

  'of those who want to tell a webhook at once one may, and sees it as it is': async ({ openings }) => {
    const stores = await openings(2);
    for (let round = 0; round < ROUNDS; round += 1) {
      const webhook = await added(stores[0]!, { seq: round });
      const holders = ['a', 'b', 'c', 'd'];
      const got = await atOnce(
        ...holders.map((holder, n) => () => stores[n % 2]!.access.holdWebhook(webhook.id, holder, NOW, NOW + 1)),
      );
      const held = got.filter((one) => one !== null);
      assert.equal(held.length, 1);
      assert.deepEqual(held[0], { ...webhook, holder: holders[got.indexOf(held[0]!)]!, heldUntil: NOW + 1 });
      assert.deepEqual(await webhookOf(stores[round % 2]!, webhook.id), held[0]);
    }
  },

  'who holds a webhook may hold it longer, and another from the millisecond on in which that is over': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id } = await added(store);
    const beside = await added(store);
    const hold = (opening: Store, holder: string, now: number) =>
      opening.access.holdWebhook(id, holder, now, now + 1_000).then((webhook) => webhook?.heldUntil ?? null);
    assert.equal(await hold(store, 'a', NOW), NOW + 1_000);
    assert.equal(await hold(other, 'b', NOW), null);
    assert.equal(await hold(other, 'a', NOW + 500), NOW + 1_500);
    assert.equal(await hold(other, 'b', NOW + 1_499), null);
    assert.equal(await hold(other, 'b', NOW + 1_500), NOW + 2_500);
    assert.equal(await hold(store, 'a', NOW + 1_501), null);
    // The previous holder returns first, though late, and gets it again.
    assert.equal(await hold(store, 'b', YEAR_2100), YEAR_2100 + 1_000);
    assert.deepEqual(await webhookOf(store, beside.id), beside);
  },

  'what is disabled, dropped or unknown cannot be held': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [disabled, dropped, held] = [await added(store, { disabledAt: NOW }), await added(store), await added(store)];
    await store.access.dropWebhook(dropped.id);
    await store.access.holdWebhook(held.id, 'a', NOW, NOW + 1);
    const given = { ...FAR, disabledAt: NOW };
    assert.equal(await store.access.moveWebhook(held.id, 'a', given), true);
    for (const id of [disabled.id, dropped.id, held.id, 'h-unknown', 'a\0b']) {
      assert.equal(await other.access.holdWebhook(id, 'a', YEAR_2100, YEAR_2100 + 1), null);
    }
    assert.deepEqual(await store.access.webhooks(), [disabled, { ...held, ...given, holder: 'a' }]);
  },

  'only who holds a webhook says how far it has come; a stranger is told so, and changes nothing': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [webhook, beside] = [await added(store), await added(store)];
    const move = (opening: Store, holder: string, more: Partial<DeliveryProgress> = {}) =>
      opening.access.moveWebhook(webhook.id, holder, { ...FAR, ...more });
    assert.equal(await move(store, 'a'), false);
    await store.access.holdWebhook(webhook.id, 'a', NOW, NOW + 1);
    assert.equal(await move(other, 'b'), false);
    const held = { ...webhook, holder: 'a', heldUntil: NOW + 1 };
    assert.deepEqual(await other.access.webhooks(), [held, beside]);
    // Another process of the same name is the same holder, and stays it until another holder takes over.
    assert.equal(await move(other, 'a'), true);
    assert.deepEqual(await store.access.webhooks(), [{ ...held, ...FAR }, beside]);
    const none = { seq: 3, failures: 0, retryAt: null, lastError: null, disabledAt: null, heldUntil: NOW + 5 };
    assert.equal(await move(store, 'a', none), true);
    assert.deepEqual(await webhookOf(other, webhook.id), { ...held, ...none });
    await other.access.holdWebhook(webhook.id, 'b', NOW + 5, NOW + 9);
    assert.equal(await move(store, 'a'), false);
    assert.deepEqual(await webhookOf(store, webhook.id), { ...held, ...none, holder: 'b', heldUntil: NOW + 9 });
    await other.access.dropWebhook(webhook.id);
    assert.equal(await move(other, 'b'), false);
  },

  'who no longer says until when has let a webhook go, and another may have it at once': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const webhook = await added(store);
    await store.access.holdWebhook(webhook.id, 'a', NOW, YEAR_2100);
    const done = { ...FAR, heldUntil: null };
    assert.equal(await store.access.moveWebhook(webhook.id, 'a', done), true);
    assert.deepEqual(await webhookOf(other, webhook.id), { ...webhook, ...done });
    assert.equal(await store.access.moveWebhook(webhook.id, 'a', done), false);
    assert.equal((await other.access.holdWebhook(webhook.id, 'b', NOW, NOW + 1))?.holder, 'b');
  },

  'what could not be found again as it was given is refused; what somebody’s server said is kept all the same': async ({
    open,
  }) => {
    const store = await open();
    for (const text of ['a\0b', 'half \ud83d of a pair']) {
      const calls = [
        () => store.access.addToken(newToken({ name: text })),
        () => store.access.secret(text, 'x'),
        () => store.access.secret('x', text),
        () => added(store, { url: text }),
        () => store.access.holdWebhook('h', text, NOW, NOW + 1),
      ];
      for (const call of calls) assert.equal(await codeOf(call()), 'argument_invalid');
    }
    assert.deepEqual([await store.access.tokens(), await store.access.webhooks()], [[], []]);
    const { id } = await added(store, { holder: 'a', heldUntil: NOW + 1 });
    const lastError = 'HTTP 500: a\0b, and half \ud83d of a pair';
    assert.equal(await store.access.moveWebhook(id, 'a', { ...FAR, lastError }), true);
    assert.equal((await webhookOf(store, id))?.lastError, 'HTTP 500: a\ufffdb, and half \ufffd of a pair');
  },

  'a channel is added once, held by one process at a time, and keeps how far it was told': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { channels } = store.access;
    await channels.add(WORDS, NOW, 7);
    await other.access.channels.add(WORDS, NOW + 1, 9);
    const calm = { failures: 0, retryAt: null, lastError: null, disabledAt: null };
    const channel = { id: WORDS, createdAt: NOW, seq: 7, ...calm, holder: null, heldUntil: null };
    assert.deepEqual(await other.access.channels.list(), [channel]);
    const held = { ...channel, holder: 'a', heldUntil: NOW + 1 };
    assert.deepEqual(await channels.hold(WORDS, 'a', NOW, NOW + 1), held);
    assert.equal(await other.access.channels.hold(WORDS, 'b', NOW, NOW + 2), null);
    assert.equal(await other.access.channels.move(WORDS, 'b', FAR), false);
    assert.equal(await channels.move(WORDS, 'a', FAR), true);
    assert.deepEqual(await other.access.channels.list(), [{ ...held, ...FAR }]);
    assert.equal((await other.access.channels.hold(WORDS, 'b', NOW + 2, NOW + 3))?.holder, 'b');
  },

  'a message is kept for each channel and question, from before it is sent until it is dropped': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { channels } = store.access;
    await channels.keepMessage('c', 'q-1', null);
    await channels.keepMessage('d', 'q-1', 'beside');
    assert.equal(await other.access.channels.message('c', 'q-1'), null);
    await channels.keepMessage('c', 'q-1', WORDS);
    assert.equal(await other.access.channels.message('c', 'q-1'), WORDS);
    assert.equal(await other.access.channels.message('c', 'q-2'), undefined);
    await other.access.channels.dropMessage('c', 'q-1');
    assert.equal(await channels.message('c', 'q-1'), undefined);
    assert.equal(await channels.message('d', 'q-1'), 'beside');
  },

  'an opening that is closed takes no more of it': async ({ open }) => {
    const store = await open();
    const token = newToken();
    await store.close();
    const calls = [
      () => store.access.tokens(),
      () => store.access.token(token.hash),
      () => store.access.addToken(token),
      () => store.access.revokeToken(token.id, NOW),
      () => store.access.secret('x', 'y'),
      () => store.access.webhooks(),
      () => added(store),
      () => store.access.dropWebhook('h'),
      () => store.access.holdWebhook('h', 'a', NOW, NOW + 1),
      () => store.access.moveWebhook('h', 'a', FAR),
    ];
    for (const call of calls) assert.equal(await codeOf(call()), 'engine_closed');
  },
});
