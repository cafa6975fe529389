/** Pairing: a code from this machine makes another device an answerer, once and within five minutes. */
import { expect, it } from 'vitest';
import type { Paired } from '../../src/surfaces/client/index.ts';
import { describeOnStores } from '../support/stores.ts';
import { serve } from './serving.ts';

describeOnStores('a pairing code', (store) => {
  it('is exchanged for an answerer’s token by one of those who try, and never again', async () => {
    const served = await serve(store);
    const { code } = await served.askonce.access.pairing.make();
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => served.send<Paired>('nobody', 'POST /pair', { code, name: 'ada’s phone' })),
    );
    const [won] = tries.filter(({ status }) => status === 200);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410]);
    expect(won!.body).toMatchObject({ name: 'ada’s phone', role: 'answerer' });
    const known = await served.askonce.access.tokens.check(won!.body.token);
    expect(known).toMatchObject({ name: 'ada’s phone', role: 'answerer' });
    const later = await served.send('nobody', 'POST /pair', { code });
    expect(later).toMatchObject({ status: 410, body: { code: 'pairing_refused' } });
  });

  it('is refused when it is late, forged or brought by an agent', async () => {
    const served = await serve(store);
    const { code } = await served.askonce.access.pairing.make();
    const before = (await served.askonce.access.tokens.list()).length;
    const refused = async (given: string, who: 'nobody' | 'asker' = 'nobody') =>
      (await served.send(who, 'POST /pair', { code: given })).body.code;
    expect(await refused(code, 'asker')).toBe('role_too_low');
    const [version, nonce, at, signature] = code.split('.') as [string, string, string, string];
    const longer = (Number.parseInt(at, 36) + 60_000).toString(36);
    for (const forged of [`${version}.${nonce}.${longer}.${signature}`, `${code}A`, code.slice(0, -1), 'x', ''])
      expect(await refused(forged)).toBe('pairing_refused');
    served.clock.advance(5 * 60_000);
    expect(await refused(code)).toBe('pairing_refused');
    expect(await served.askonce.access.tokens.list()).toHaveLength(before);
  });
});
