/** Tokens: made once, kept as a hash, and checked against time and revocation. */
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { DAY } from '../../src/testing/fake-clock.ts';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('tokens', (store) => {
  it('let in whom they were made for, in every process, and are told from one another', async () => {
    const { askonce, clock, open } = await setUp(store);
    const other = await open();
    const alice = await askonce.access.tokens.create({ name: ' alice ', role: 'answerer' });
    const bot = await askonce.access.tokens.create({ name: 'bot 🤖', role: 'asker', expires: '1h30m' });
    expect(alice.record).toEqual({
      id: expect.stringMatching(/^tok-[0-9a-z]{14}$/),
      name: 'alice',
      role: 'answerer',
      createdAt: clock.now(),
      expiresAt: null,
      revokedAt: null,
      project: null,
    });
    expect(bot.record).toMatchObject({ name: 'bot 🤖', role: 'asker', expiresAt: clock.now() + 5_400_000 });
    expect(alice.token).toMatch(/^askonce_[\w-]{43}$/);
    expect(bot.token).not.toBe(alice.token);
    expect(await other.access.tokens.check(alice.token)).toEqual(alice.record);
    expect(await other.access.tokens.check(bot.token)).toEqual(bot.record);
    expect(await other.access.tokens.list()).toEqual([alice.record, bot.record]);
  });

  it('are there for as long as one of them lets somebody in', async () => {
    const { askonce, clock } = await setUp(store);
    expect(await askonce.access.tokens.exist()).toBe(false);
    await askonce.access.tokens.create({ name: 'bot', role: 'asker', expires: '1h' });
    expect(await askonce.access.tokens.exist()).toBe(true);
    clock.advance(3_600_000);
    expect(await askonce.access.tokens.exist()).toBe(false);
    const { record } = await askonce.access.tokens.create({ name: 'alice', role: 'admin' });
    expect(await askonce.access.tokens.exist()).toBe(true);
    await askonce.access.tokens.revoke(record.id);
    expect(await askonce.access.tokens.exist()).toBe(false);
  });

  it('are nowhere in the store', async () => {
    const { askonce, sql } = await setUp(store);
    const { token } = await askonce.access.tokens.create({ name: 'alice', role: 'admin' });
    const rows = JSON.stringify(await sql('SELECT * FROM tokens'));
    expect(rows).toContain(hash('sha256', token));
    expect(rows).not.toContain(token.slice('askonce_'.length));
  });

  it('let nobody in from the millisecond on in which they expire', async () => {
    const { askonce, clock } = await setUp(store);
    const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer', expires: DAY });
    clock.advance(DAY - 1);
    expect(await askonce.access.tokens.check(token)).toEqual(record);
    expect(await askonce.access.tokens.check(token, clock.now() + 1)).toBeNull();
    clock.advance(1);
    expect(await askonce.access.tokens.check(token)).toBeNull();
    expect(await askonce.access.tokens.list()).toEqual([record]);
  });

  it('let nobody in once they are revoked, and are revoked once', async () => {
    const { askonce, clock, open } = await setUp(store);
    const other = await open();
    const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer' });
    const beside = await askonce.access.tokens.create({ name: 'bob', role: 'answerer' });
    const revoked = { ...record, revokedAt: clock.now() };
    expect(await other.access.tokens.revoke(record.id)).toEqual({ status: 'accepted', record: revoked });
    clock.advance(1);
    expect(await askonce.access.tokens.revoke(record.id)).toEqual({ status: 'replayed', record: revoked });
    expect(await askonce.access.tokens.check(token)).toBeNull();
    expect(await askonce.access.tokens.check(beside.token)).toEqual(beside.record);
    expect(await askonce.access.tokens.list()).toEqual([revoked, beside.record]);
  });

  it('are not revoked by what is no id of theirs', async () => {
    const { askonce } = await setUp(store);
    const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer' });
    for (const id of ['tok-unknown', '', 'alice', token, hash('sha256', token), 'a\0b', '\ud83d'])
      expect(await codeOf(askonce.access.tokens.revoke(id))).toBe('token_unknown');
    expect(await codeOf(askonce.access.tokens.revoke(7 as never))).toBe('id_invalid');
    expect(await askonce.access.tokens.check(token)).toEqual(record);
  });

  it('are letter by letter what was given out, or nothing', async () => {
    const { askonce } = await setUp(store);
    const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer' });
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const guesses: unknown[] = [
      '',
      'askonce_',
      token.slice(0, -1),
      token.slice(0, -1) + last,
      `${token}A`,
      ` ${token}`,
      `${token}\n`,
      `Bearer ${token}`,
      token.toUpperCase(),
      token.slice('askonce_'.length),
      hash('sha256', token),
      record.id,
      'x'.repeat(1_000_000),
      null,
      undefined,
      7,
      [token],
      { toString: () => token },
    ];
    for (const guess of guesses) expect(await askonce.access.tokens.check(guess as string)).toBeNull();
    expect(await askonce.access.tokens.check(token)).toEqual(record);
  });

  it('need a name that can be shown, a role that there is, and some time to last', async () => {
    const { askonce } = await setUp(store);
    const made = (more: object) => codeOf(askonce.access.tokens.create({ name: 'alice', role: 'asker', ...more }));
    expect(await made({ name: ' ' })).toBe('argument_invalid');
    expect(await made({ name: undefined })).toBe('argument_invalid');
    expect(await made({ name: 'x'.repeat(501) })).toBe('text_too_long');
    expect(await made({ name: 'a\u001b[31mlice' })).toBe('question_unprintable');
    expect(await made({ name: '\u202eecila' })).toBe('question_bidi');
    for (const role of ['owner', 'Admin', '', undefined, ['admin'], 'constructor'])
      expect(await made({ role })).toBe('argument_invalid');
    for (const expires of ['soon', '0s', 0, -1, '11y', Number.NaN, '4000d'])
      expect(await made({ expires })).toBe('duration_invalid');
    expect(await codeOf(askonce.access.tokens.create(null as never))).toBe('argument_invalid');
    expect(await askonce.access.tokens.list()).toEqual([]);
  });
});

describeOnStores('a store that says more than it should', (store) => {
  it('lets nobody in by another’s hash', async () => {
    const { askonce } = await setUp(store);
    const alice = await askonce.access.tokens.create({ name: 'alice', role: 'admin' });
    const bob = await askonce.access.tokens.create({ name: 'bob', role: 'asker' });
    const { access } = (askonce as unknown as { engine: { store: { access: { token: unknown } } } }).engine.store;
    access.token = async () => ({ ...alice.record, hash: hash('sha256', alice.token) });
    expect(await askonce.access.tokens.check(bob.token)).toBeNull();
    expect(await askonce.access.tokens.check(alice.token)).toEqual(alice.record);
  });
});
