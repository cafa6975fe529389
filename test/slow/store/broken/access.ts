/** Stores that go wrong with tokens, secrets and webhooks. */
import { accessing, type Broken, broken } from './wrapping.ts';

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

export const BROKEN_ACCESS: readonly Broken[] = [
  broken(
    'takes every token for one that never expires',
    accessing((access) => ({ addToken: (token) => access.addToken({ ...token, expiresAt: token.expiresAt || null }) })),
  ),
  broken(
    'finds tokens by hashes in capitals',
    accessing((access) => ({ token: (hash) => access.token(hash.toLowerCase()) })),
  ),
  broken(
    'lists tokens by their ids',
    accessing((access) => ({ tokens: async () => (await access.tokens()).toSorted(byId) })),
  ),
  broken(
    'lists webhooks by their ids',
    accessing((access) => ({ webhooks: async () => (await access.webhooks()).toSorted(byId) })),
  ),
  broken(
    'says that it has revoked whatever it was told to',
    accessing((access) => ({ revokeToken: async (id, at) => (await access.revokeToken(id, at)) || true })),
  ),
  broken(
    'no longer lists what was revoked',
    accessing((access) => ({
      tokens: async () => (await access.tokens()).filter(({ revokedAt }) => revokedAt === null),
    })),
  ),
  broken(
    'takes tokens and webhooks that it does not keep',
    accessing((access) => ({
      addToken: (token) => access.addToken(token).catch(() => {}),
      addWebhook: (webhook) => access.addWebhook(webhook).catch(() => {}),
    })),
  ),
  broken(
    'begins a channel again that it knows',
    accessing((access) => ({
      channels: {
        ...access.channels,
        list: async () => (await access.channels.list()).map((one) => ({ ...one, seq: 0 })),
      },
    })),
  ),
  broken(
    'keeps no message before it is sent',
    accessing((access) => ({
      channels: {
        ...access.channels,
        keepMessage: async (channel, clarification, handle) => {
          if (handle !== null) await access.channels.keepMessage(channel, clarification, handle);
        },
      },
    })),
  ),
  broken(
    'refuses a token that it has',
    accessing((access) => ({
      addToken: async (token) => {
        if (await access.token(token.hash)) throw Object.assign(new Error('exists'), { code: 'store_failed' });
        await access.addToken(token);
      },
    })),
  ),
  broken(
    'gives everybody a secret of their own',
    accessing((access) => ({
      secret: async (name, fresh) => {
        await access.secret(name, fresh);
        return fresh;
      },
    })),
  ),
  broken(
    'keeps one secret for all names',
    accessing((access) => ({ secret: (_, fresh) => access.secret('the one', fresh) })),
  ),
  broken(
    'tells every webhook of all events',
    accessing((access) => ({ addWebhook: (webhook) => access.addWebhook({ ...webhook, events: null }) })),
  ),
  broken(
    'says that it has dropped whatever it was told to',
    accessing((access) => ({ dropWebhook: async (id) => (await access.dropWebhook(id)) || true })),
  ),
  broken(
    'lets everybody hold a webhook',
    accessing((access) => ({
      holdWebhook: (id, holder, _, until) => access.holdWebhook(id, holder, Number.MAX_SAFE_INTEGER, until),
    })),
  ),
  broken(
    'takes a hold that ends now for one that lasts',
    accessing((access) => ({
      holdWebhook: (id, holder, now, until) => access.holdWebhook(id, holder, now - 1, until),
    })),
  ),
  broken(
    'lets nobody hold a webhook longer',
    accessing((access) => ({
      holdWebhook: async (id, holder, now, until) => {
        const held = (await access.webhooks()).find((one) => one.id === id);
        const lasts = held?.holder === holder && held.heldUntil! > now;
        return lasts ? null : access.holdWebhook(id, holder, now, until);
      },
    })),
  ),
  broken(
    'lets a webhook be held that was given up',
    accessing((access) => ({
      holdWebhook: async (id, holder, now, until) =>
        (await access.holdWebhook(id, holder, now, until)) ??
        (await access.webhooks()).find((one) => one.id === id && one.disabledAt !== null) ??
        null,
    })),
  ),
  broken(
    'takes anybody’s word for how far a webhook has come',
    accessing((access) => ({
      moveWebhook: async (id, holder, progress) => {
        const held = (await access.webhooks()).find((one) => one.id === id);
        return access.moveWebhook(id, held?.holder ?? holder, progress);
      },
    })),
  ),
  broken(
    'forgets what went wrong with a webhook',
    accessing((access) => ({
      moveWebhook: (id, holder, progress) => access.moveWebhook(id, holder, { ...progress, lastError: null }),
    })),
  ),
  broken(
    'lets no webhook go',
    accessing((access) => ({
      moveWebhook: (id, holder, progress) =>
        access.moveWebhook(id, holder, { ...progress, heldUntil: progress.heldUntil ?? Number.MAX_SAFE_INTEGER }),
    })),
  ),
  broken(
    'refuses an error that is no text',
    accessing((access) => ({
      moveWebhook: async (id, holder, progress) =>
        progress.lastError?.includes('\0') ? false : access.moveWebhook(id, holder, progress),
    })),
  ),
  broken(
    'keeps half of a name',
    accessing((access) => ({
      addToken: (token) => access.addToken({ ...token, name: token.name.split('\0')[0]!.toWellFormed() }),
    })),
  ),
];
