import { expect, it, vi } from 'vitest';
import { definePolicy } from '../../src/index.ts';
import { only, parkedId, setUp, trail } from '../support/open.ts';
import { storeOf } from '../support/runners.ts';
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

describeOnStores('the same question of two projects', (store) => {
  it('is two groups, and the answer of one never settles the other', async () => {
    const { askonce, open, outside } = await setUp(store);
    const other = await open({ project: outside });
    const here = parkedId(await askonce.session('s').ask(FORMAT, { wait: false }));
    const there = parkedId(await other.session('s').ask(FORMAT, { wait: false }));
    const groups = (await askonce.questions.list({ status: 'pending' })).items.map(({ group }) => group);
    expect(new Set(groups).size).toBe(2);
    expect(groups).not.toContain(null);
    const { also } = await askonce.questions.answer(here, 'YAML', { also: [there] });
    expect(also).toMatchObject([{ id: there, status: 'refused', code: 'not_same_question' }]);
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

  it('corrects what it gave to other sessions and their jobs, and tells each of them, through every correction', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const given = { policy: definePolicy({ extends: 'job', resolvers: [], share: 'project' }) };
    const id = parkedId(await askonce.session('first', given).ask(FORMAT, { job: 'a', wait: false }));
    await askonce.questions.answer(id, 'YAML');
    const second = askonce.session('second', given);
    const third = askonce.session('third', given);
    for (const asks of [
      () => second.ask(FORMAT, { job: 'b', wait: false }),
      () => second.ask(FORMAT, { job: 'c', wait: false }),
      () => third.ask(FORMAT, { wait: false }),
    ])
      expect(only(await asks())).toMatchObject({ source: 'history', answer: 'YAML' });

    const { clarification } = await askonce.questions.correct(id, 'JSON', { surface: 'page' });
    // Each session hears of it at once, not only when it asks again.
    const told = (await trail(askonce)).filter(({ type }) => type === 'clarification.corrected');
    const evidence = 'the person corrected “YAML” to “JSON” (page) in session first of this project';
    for (const asks of [
      () => second.ask(FORMAT, { job: 'b', wait: false }),
      () => second.ask(FORMAT, { job: 'c', wait: false }),
      () => third.ask(FORMAT, { wait: false }),
    ]) {
      const again = only(await asks());
      expect(again).toMatchObject({ outcome: 'auto_resolved', source: 'history', answer: 'JSON' });
      expect(again).toHaveProperty('evidence', expect.stringContaining(evidence));
    }
    expect(told.map(({ session, job, data }) => [session, job, data.was, data.answer])).toEqual([
      ['first', 'a', 'YAML', 'JSON'],
      ['second', 'b', 'YAML', 'JSON'],
      ['third', null, 'YAML', 'JSON'],
    ]);
    // The correction is corrected, also to words that are no option.
    await askonce.questions.correct(clarification.id, 'TOML');
    expect(only(await second.ask(FORMAT, { job: 'b', wait: false }))).toMatchObject({ answer: 'TOML' });
    expect(only(await third.ask(FORMAT, { wait: false }))).toMatchObject({ answer: 'TOML' });
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(1);
  });

  it('corrects what it gave when a session asks again, where the correction could not be carried to it', async () => {
    const { askonce, log } = await setUp(store);
    const id = parkedId(await askonce.session('first', { policy }).ask(FORMAT, { wait: false }));
    await askonce.questions.answer(id, 'YAML');
    const second = askonce.session('second', { policy });
    expect(only(await second.ask(FORMAT, { job: 'b' }))).toMatchObject({ answer: 'YAML' });
    const list = vi.spyOn(storeOf(askonce), 'list').mockRejectedValue(new Error('broken'));
    const { clarification } = await askonce.questions.correct(id, 'JSON');
    list.mockRestore();
    expect(log).toContainEqual(expect.stringContaining('only when they ask again'));
    await askonce.questions.correct(clarification.id, 'TOML');
    const corrected = async () => (await trail(askonce)).filter(({ type }) => type === 'clarification.corrected');
    expect((await corrected()).map(({ session }) => session)).toEqual(['first', 'first']);
    expect(only(await second.ask(FORMAT, { job: 'b' }))).toMatchObject({ answer: 'TOML' });
    expect((await corrected()).at(-1)).toMatchObject({ session: 'second', job: 'b', data: { answer: 'TOML' } });
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
