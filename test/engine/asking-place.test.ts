/** Where an ask belongs that does not say so. */
import { expect, it } from 'vitest';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('an ask', (store) => {
  it('belongs in the session it names, else in its job’s, else in a new one', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    const idIn = (place: object) => askonce.inSession(place, async ({ id }) => id);
    expect(await idIn({ session: 't', job: 'j' })).toBe('t');
    expect(await idIn({ job: 'j' })).toBe('s');
    const [one, other] = [await idIn({ job: 'new' }), await idIn({})];
    expect(new Set(['s', 't', one, other]).size).toBe(4);
    expect(await idIn({ key: 'k' })).toBe(await idIn({ key: 'k' }));
    expect(await idIn({ key: 'k' })).not.toBe(await idIn({ key: 'l' }));
  });

  it('whose job another process makes meanwhile goes where that one made it', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    let tries = 0;
    const asked = await askonce.inSession({ job: 'j' }, async (session) => {
      tries += 1;
      if (tries === 1) await other.session('theirs').ask('Which size?', { job: 'j', wait: false });
      const { status } = await session.ask('Which colour?', { job: 'j', wait: false });
      return { status, session: session.id };
    });
    expect(asked).toEqual({ status: 'parked', session: 'theirs' });
    expect(tries).toBe(2);
  });

  it('that names another session than its job’s is refused there, and not taken elsewhere', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    const ask = askonce.inSession({ session: 't', job: 'j' }, (session) =>
      session.ask('Which size?', { job: 'j', wait: false }),
    );
    expect(await codeOf(ask)).toBe('job_elsewhere');
  });
});
