/** Tokens, secrets and webhooks, bare and full, for stores that are copied. */
import { hash } from 'node:crypto';
import { openStore } from '../../src/store/open.ts';
import { NOW } from '../../src/testing/make.ts';

/** One of the webhooks is being told, and has events before it. */
export async function fillAccess(db: string, words: string): Promise<void> {
  const store = await openStore(db, '/');
  try {
    const { access } = store;
    const token = { role: 'answerer', createdAt: NOW, expiresAt: null, revokedAt: null, project: null } as const;
    await access.addToken({ ...token, id: 'tok-bare', name: words, hash: hash('sha256', 'bare') });
    const ends = { expiresAt: Number.MAX_SAFE_INTEGER, revokedAt: NOW + 1 };
    await access.addToken({
      ...token,
      ...ends,
      id: 'tok-full',
      role: 'answerer',
      project: '/projects/shop',
      name: 'Ada',
      hash: hash('sha256', 'full'),
    });
    await access.secret('links', words);
    await access.secret(words, 'x');
    const [, second] = await store.events(0, 2);
    const webhook = { url: 'https://example.com/', secret: 'whsec_c2VjcmV0', createdAt: NOW, seq: second?.seq ?? 0 };
    const calm = { failures: 0, retryAt: null, lastError: null, disabledAt: null };
    await access.addWebhook({ ...webhook, ...calm, id: 'hook-held', events: null, holder: 'w-here', heldUntil: NOW });
    const failed = {
      failures: 9,
      retryAt: NOW + 2,
      lastError: words,
      disabledAt: NOW + 3,
      holder: null,
      heldUntil: null,
    };
    await access.addWebhook({ ...webhook, ...failed, id: 'hook-full', events: ['job.created'], seq: 0 });
    await access.channels.add(words, NOW, second?.seq ?? 0);
    await access.channels.hold(words, 'w-here', NOW, NOW + 1);
    await access.channels.add('another channel', NOW, 0);
    await access.channels.keepMessage(words, 'q-1', words);
    await access.channels.keepMessage(words, 'q-2', null);
  } finally {
    await store.close();
  }
}
