/** Buttons of notifications: each gives one answer to one harmless question, once, until it expires. */
import { expect, it } from 'vitest';
import { park } from '../notify/telling.ts';
import { describeOnStores } from '../support/stores.ts';
import { serve } from './serving.ts';

describeOnStores('a button', (store) => {
  it('gives its own answer, once, and is no link', async () => {
    const served = await serve(store);
    const id = await park(served.askonce, 'Should I add tests?', { type: 'CONFIRM' });
    const [yes, no] = await served.askonce.access.links.buttons(id, { expires: '1d' });
    expect([yes!.label, no!.label]).toEqual(['Yes', 'No']);
    expect((await served.send('nobody', `GET /a/${yes!.token}`)).body.code).toBe('link_invalid');
    expect((await served.send('nobody', `POST /a/${yes!.token}`, { answer: 'no' })).body.code).toBe('link_invalid');
    const { token } = await served.askonce.access.links.make(id);
    expect((await served.send('nobody', `POST /b/${token}`)).body.code).toBe('link_invalid');
    expect((await served.send('asker', `POST /b/${no!.token}`)).body.code).toBe('role_too_low');
    // Another choice under the same signature.
    const forged = no!.token.replace(/\.1\./, '.0.');
    expect((await served.send('nobody', `POST /b/${forged}`)).body.code).toBe('link_invalid');
    expect((await served.send('nobody', `POST /b/${no!.token}`)).body).toEqual({ status: 'accepted' });
    for (const button of [no!, yes!])
      expect((await served.send('nobody', `POST /b/${button.token}`)).body.code).toBe('link_used');
    expect(await served.askonce.questions.get(id)).toMatchObject({ answer: 'No', surface: 'button', by: null });
  });

  it('expires, and there is none for what is dangerous, an approval or several options', async () => {
    const served = await serve(store);
    const { links } = served.askonce.access;
    const id = await park(served.askonce, 'Which colour?', { options: ['red', 'blue'] });
    const [red] = await links.buttons(id, { expires: '1d' });
    served.clock.advance(86_400_000);
    expect((await served.send('nobody', `POST /b/${red!.token}`)).body.code).toBe('link_expired');
    const harmful = { type: 'CONFIRM', destructive: true };
    const without = [
      await park(served.askonce, 'Should I drop the table users?', harmful),
      await park(served.askonce, 'Which colours?', { options: ['red', 'blue'], multiSelect: true }),
      await park(served.askonce, 'What should it be called?'),
    ];
    const call = { tool: 'Bash', input: { command: 'npm test' } };
    await served.askonce.approve(call, { session: 's', wait: false });
    const waiting = await served.askonce.questions.list({ status: 'pending' });
    without.push(waiting.items.find(({ approval }) => approval !== null)!.id);
    for (const one of without) expect(await links.buttons(one)).toEqual([]);
  });
});
