import { expect, it } from 'vitest';
import { definePolicy } from '../../src/index.ts';
import { only, parkedId, setUp, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = { question: 'Which format should reports use?', options: ['YAML', 'JSON'] };

describeOnStores('a question that several sessions ask', (store) => {
  it('is one group, which one answer settles, each session with its own audit', async () => {
    const { askonce } = await setUp(store);
    const ids: string[] = [];
    for (const session of ['a', 'b', 'c'])
      ids.push(parkedId(await askonce.session(session).ask(FORMAT, { wait: false, agent: `agent ${session}` })));
    const items = (await askonce.questions.list({ status: 'pending' })).items;
    expect(new Set(items.map(({ group }) => group)).size).toBe(1);
    const waiting = askonce.session('b').ask(FORMAT);
    const receipt = await askonce.questions.answer(ids[0]!, 'YAML', { also: [ids[1]!, ids[2]!], by: 'ana' });
    expect(receipt.also).toMatchObject([
      { id: ids[1], status: 'accepted', clarification: { answer: 'YAML', by: 'ana' } },
      { id: ids[2], status: 'accepted' },
    ]);
    expect((await waiting).answer).toBe('YAML');
    const answered = (await trail(askonce)).filter(({ type }) => type === 'clarification.answered');
    expect(answered.map(({ session }) => session).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('is not answered with another one: neither with other options, nor by the wording where it could do harm', async () => {
    const { askonce } = await setUp(store);
    const ask = async (session: string, question: object) =>
      parkedId(await askonce.session(session).ask(question as typeof FORMAT, { wait: false }));
    const format = await ask('a', FORMAT);
    const options = await ask('b', { ...FORMAT, options: ['JSON', 'YAML'] });
    const drop = { question: 'Should I delete the table users?', type: 'CONFIRM' };
    const [here, there] = [await ask('a', drop), await ask('b', drop)];
    expect((await askonce.questions.get(here))?.group).toBeNull();
    const { also } = await askonce.questions.answer(format, 'YAML', { also: [options, 'q-none'] });
    expect(also).toMatchObject([
      { status: 'refused', code: 'not_same_question' },
      { status: 'refused', code: 'clarification_unknown' },
    ]);
    const harm = await askonce.questions.answer(here, 'yes', { also: [there] });
    expect(harm.also).toMatchObject([{ id: there, status: 'refused', code: 'not_same_question' }]);
    expect(await askonce.questions.get(there)).toMatchObject({ status: 'pending' });
  });
});

describeOnStores('a policy that shares answers across the project', (store) => {
  const policy = definePolicy({ extends: 'interactive', resolvers: [], share: 'project' });

  it('gives a new session the answer of another one, and names it', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('first', { policy }).ask(FORMAT, { wait: false }));
    await askonce.questions.answer(id, 'YAML');
    const shared = only(await askonce.session('second', { policy }).ask(FORMAT, { wait: false }));
    expect(shared).toMatchObject({ outcome: 'auto_resolved', source: 'history', answer: 'YAML' });
    expect(shared).toHaveProperty('evidence', expect.stringContaining('in session first of this project'));
    // Off by default, and not used where the answer does not fit.
    expect((await askonce.session('third').ask(FORMAT, { wait: false })).status).toBe('parked');
    const others = { ...FORMAT, options: ['TOML', 'INI'] };
    expect((await askonce.session('fourth', { policy }).ask(others, { wait: false })).status).toBe('parked');
    // What was given here is revoked like any other answer, and the person is asked.
    await askonce.questions.revoke((shared as { id: string }).id);
    expect((await askonce.session('second', { policy }).ask(FORMAT, { wait: false })).status).toBe('parked');
  });

  it('shares a correction, nothing that was revoked, and nothing that could do harm', async () => {
    const { askonce } = await setUp(store);
    const answer = async (session: string, question: object, said: string) => {
      const id = parkedId(await askonce.session(session, { policy }).ask(question as typeof FORMAT, { wait: false }));
      await askonce.questions.answer(id, said);
      return id;
    };
    const { clarification } = await askonce.questions.correct(await answer('a', FORMAT, 'YAML'), 'JSON');
    expect(only(await askonce.session('b', { policy }).ask(FORMAT, { wait: false }))).toMatchObject({ answer: 'JSON' });
    await askonce.questions.revoke(clarification.id);
    expect((await askonce.session('c', { policy }).ask(FORMAT, { wait: false })).status).toBe('parked');
    const drop = { question: 'Should I delete the table users?', type: 'CONFIRM' } as const;
    await answer('a', drop, 'yes');
    expect((await askonce.session('b', { policy }).ask(drop, { wait: false })).status).toBe('parked');
  });
});
