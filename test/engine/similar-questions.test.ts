/** Tier "similar" of the repeat guard: an earlier answer is shown first, and never applied. */
import { expect, it } from 'vitest';
import type { AskOnce, QuestionInput } from '../../src/index.ts';
import { only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const EARLIER = 'Which output format should I use for the weekly report?';
const LIKE_IT = 'Which format should the weekly report output use?';

async function answered(askonce: AskOnce, session: string, question: string | QuestionInput, answer: string) {
  const id = parkedId(await askonce.session(session).ask(question, { wait: false }));
  await askonce.questions.answer(id, answer);
  return id;
}

async function offeredWith(askonce: AskOnce, session: string, question: string | QuestionInput) {
  const id = parkedId(await askonce.session(session).ask(question, { wait: false }));
  const [listed] = (await askonce.questions.list({ status: 'pending', session })).items.filter(
    (item) => item.id === id,
  );
  expect((await askonce.questions.get(id))!.offered).toEqual(listed!.offered);
  return listed!.offered;
}

/** The one who joined asks again by itself, a moment after the answer. */
async function untilOneWaits(askonce: AskOnce) {
  for (;;) {
    const page = await askonce.questions.list({ status: 'pending', session: 't' });
    if (page.items.length > 0) return page;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describeOnStores('a question like an earlier one', (store) => {
  it('waits for the person, with the earlier answer shown first', async () => {
    const { askonce, open } = await setUp(store);
    const id = await answered(askonce, 's', EARLIER, 'PDF');
    expect(only(await askonce.session('s').ask(LIKE_IT, { wait: false })).outcome).toBe('parked');
    const [waiting] = (await (await open()).questions.list({ status: 'pending' })).items;
    expect(waiting).toMatchObject({ question: LIKE_IT, offered: { id, question: EARLIER, answer: 'PDF' } });
  });

  it('shows what was answered after it was asked, and no longer what was taken back', async () => {
    const { askonce } = await setUp(store);
    const first = parkedId(await askonce.session('s').ask(EARLIER, { wait: false }));
    expect(await offeredWith(askonce, 's', LIKE_IT)).toBeNull();
    await askonce.questions.answer(first, 'PDF');
    const [waiting] = (await askonce.questions.list({ status: 'pending' })).items;
    expect(waiting!.offered?.answer).toBe('PDF');
    await askonce.questions.revoke(first);
    expect((await askonce.questions.list({ status: 'pending' })).items[0]!.offered).toBeNull();
  });

  it('is shown nothing of another session, nor what is about another thing', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 'elsewhere', EARLIER, 'PDF');
    expect(await offeredWith(askonce, 's', LIKE_IT)).toBeNull();
    await answered(askonce, 't', { question: EARLIER, subject: 'sales' }, 'PDF');
    expect(await offeredWith(askonce, 't', { question: LIKE_IT, subject: 'costs' })).toBeNull();
    expect(await offeredWith(askonce, 't', { question: LIKE_IT, subject: 'sales' })).toMatchObject({ answer: 'PDF' });
  });

  it('is shown no answer that it could not take', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', EARLIER, 'PDF');
    expect(await offeredWith(askonce, 's', { question: LIKE_IT, options: ['HTML', 'CSV'] })).toBeNull();
    expect(await offeredWith(askonce, 's', { question: `${LIKE_IT} Now`, options: ['PDF', 'CSV'] })).toMatchObject({
      answer: 'PDF',
    });
    expect(await offeredWith(askonce, 's', { question: LIKE_IT, type: 'CONFIRM' })).toBeNull();
  });

  // shows: R6
  it('is shown nothing where it would destroy, or the earlier one would have', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', { question: 'Should I overwrite the weekly report?', type: 'CONFIRM' }, 'yes');
    expect(
      await offeredWith(askonce, 's', { question: 'Should I overwrite the weekly reports now?', type: 'CONFIRM' }),
    ).toBeNull();
    expect(
      await offeredWith(askonce, 's', { question: 'Should I style the weekly report?', type: 'CONFIRM' }),
    ).toBeNull();
  });

  // shows: R6
  it('is shown no answer to a harmless one where it would itself destroy', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', { question: 'Should I style the weekly report?', type: 'CONFIRM' }, 'yes');
    const destroys = { question: 'Should I overwrite the weekly report style?', type: 'CONFIRM' } as const;
    expect(await offeredWith(askonce, 's', destroys)).toBeNull();
  });

  it('of several equally alike is offered the newest', async () => {
    const { askonce, clock } = await setUp(store);
    const alike = [
      'report weekly format output',
      'output report format weekly',
      'weekly output format report',
      'format report weekly output',
    ];
    // Told apart from any order that the rows may have by themselves: the same four, the other way about.
    for (const [session, order] of Object.entries({ s: alike, t: alike.toReversed() })) {
      for (const words of order) {
        await answered(askonce, session, `Which ${words}?`, words);
        clock.advance(1_000);
      }
      const offered = await offeredWith(askonce, session, 'Which format output weekly report?');
      expect(offered).toMatchObject({ answer: order.at(-1) });
    }
  });

  it.each([
    ['Should the cache hold 100 entries?', 'Should the cache hold 1000 entries?'],
    ['Should I format before saving the file?', 'Should I format after saving the file?'],
    ['Should the list include hidden files?', 'Should the list not include hidden files?'],
    ['Which port does the Billing service use?', 'Which port does the Orders service use?'],
  ])('is not offered the answer to “%s” for “%s”', async (earlier, later) => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', earlier, 'whatever');
    expect(await offeredWith(askonce, 's', later)).toBeNull();
  });

  it('of two earlier ones is offered the more alike', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', 'Which output format should the report of the month use?', 'CSV');
    await answered(askonce, 's', EARLIER, 'PDF');
    expect(await offeredWith(askonce, 's', LIKE_IT)).toMatchObject({ answer: 'PDF' });
  });
});

describeOnStores('an answer that counts on the order of a choice', (store) => {
  it('is not applied to the same choice in other words, and is shown first instead', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await answered(askonce, 's', 'Should I use tabs or spaces?', 'the second one');
    expect((await session.ask('Should I use tabs or spaces?', { wait: false })).answer).toBe('the second one');
    const turned = only(await session.ask('Should I use spaces or tabs?', { wait: false }));
    expect(turned).toMatchObject({ outcome: 'parked', offered: { answer: 'the second one' } });
  });

  it.each(['Option 2', 'the latter, please', '#2', '2つ目', 'the other one'])(
    'such as “%s” is not applied to options in another order, nor to one who joined with them',
    async (answer) => {
      const { askonce } = await setUp(store);
      const format = (options: string[]) => ({ question: 'Which format?', options });
      await answered(askonce, 's', format(['JSON', 'YAML']), answer);
      const turned = await askonce.session('s').ask(format(['YAML', 'JSON']), { wait: false });
      expect(turned.status).toBe('parked');
      const first = parkedId(await askonce.session('t').ask('Should I use tabs or spaces?', { wait: false }));
      const joined = askonce.session('t').ask('Should I use spaces or tabs?', { wait: '1h' });
      await askonce.questions.answer(first, answer);
      const [waiting] = (await untilOneWaits(askonce)).items.filter(({ session }) => session === 't');
      await askonce.questions.answer(waiting!.id, 'tabs');
      expect((await joined).answer).toBe('tabs');
    },
  );

  it('that names what it chooses is applied', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, 's', 'Should I use tabs or spaces?', 'spaces');
    const turned = only(await askonce.session('s').ask('Do you want spaces or tabs?', { wait: false }));
    expect(turned).toMatchObject({ outcome: 'auto_resolved', source: 'history', answer: 'spaces' });
  });
});
