/** What is known of what people want, without asking them. */
import { expect, it } from 'vitest';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('recall', (store) => {
  async function known() {
    const bench = await setUp(store);
    const { askonce } = bench;
    const session = askonce.session('s');
    const answered = async (question: string, answer: string, more: object = {}) => {
      await askonce.questions.answer(parkedId(await session.ask({ question, ...more }, { wait: false })), answer, {
        by: 'ada',
      });
    };
    return { ...bench, answered };
  }

  it('finds preferences first, then answers, by their words', async () => {
    const { askonce, answered, clock } = await known();
    await answered('Which runner should the tests use?', 'vitest');
    clock.advance(1_000);
    await answered('What should the export be named?', 'report.csv');
    await askonce.preferences.set('Which test runner should I use?', 'node:test');
    const found = await askonce.recall('test runners');
    expect(found.map(({ answer, from }) => [answer, from])).toEqual([
      ['node:test', 'preference'],
      ['vitest', 'answer'],
    ]);
    expect(found[1]).toMatchObject({ by: 'ada', source: 'user', id: expect.stringMatching(/^q-/) });
    expect((await askonce.recall('the name of the export')).map(({ answer }) => answer)).toEqual(['report.csv']);
    expect(await askonce.recall('database')).toEqual([]);
    expect((await askonce.recall('', { limit: 2 })).map(({ answer }) => answer)).toEqual(['node:test', 'report.csv']);
  });

  it('tells no secret, no leave to destroy, nothing revoked, and nothing of another project', async () => {
    const { askonce, answered, open, outside } = await known();
    await answered('What is the password of the mail server?', 'hunter2');
    await answered('Should I delete the table of mails?', 'Yes', { type: 'CONFIRM' });
    await answered('Which mail server should I use?', 'smtp.example.com');
    await answered(
      'What should I put into the mail settings?',
      'SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc',
    );
    await answered('What goes into the mail field?', 'hunter2', { context: 'the API key of the mail service' });
    const elsewhere = await open({ project: outside });
    expect(await elsewhere.recall('mail')).toEqual([]);
    const [found, ...more] = await askonce.recall('mail server');
    expect(found!.answer).toBe('smtp.example.com');
    expect(more).toEqual([]);
    await askonce.questions.revoke(found!.id!);
    expect(await askonce.recall('mail')).toEqual([]);
  });
});
