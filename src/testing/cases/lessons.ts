/** What answers teach is kept with the answers themselves: which of them are shown to a decision, and listed. */
import assert from 'node:assert/strict';
import type { Resolver } from '../../core/model/resolution.ts';
import { LESSONS } from '../../core/preferences.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, mustBeAccepted, park, preferred, revoke, shown, write } from '../drive.ts';
import { askCommand, NOW, newId, preferenceOf, questionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

/** A question of a project, and what its people teach. */
function subjectOf(store: Store) {
  const project = newId('k');
  const question = questionOf(`Which format, ${newId('k')}?`);
  const about = { project, key: question.key, subject: '' };
  return {
    question,
    about,
    /** Asks in a session of its own and answers at the given time. */
    async teach(text: string, at = NOW): Promise<string> {
      const id = await park(store, askCommand(newId('s'), [question.question], { project }));
      mustBeAccepted(await answer(store, id, text, at));
      return id;
    },
    lessons: async (of = store) => (await shown(of, { of: 'preference', ...about })).preference?.lessons ?? [],
  };
}

const alwaysYaml: Resolver = () => ({ answer: 'YAML', source: 'preference', evidence: 'as always', confidence: 0.9 });

export const LESSONS_KEPT = casesAbout('lessons', {
  'an answer is shown as a lesson of its project, key and subject, to every opening': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { question, about, teach, lessons } = subjectOf(store);
    assert.deepEqual(await lessons(other), []);
    const id = await teach('YAML', NOW + 5);
    const { session } = (await store.clarification(id))!;
    const lesson = { id, session, type: question.type, question: question.question, answer: 'YAML', about: null };
    assert.deepEqual(await lessons(other), [{ ...lesson, at: NOW + 5, revoked: false }]);
    const command = askCommand(newId('s'), [question], { project: about.project });
    const [known] = (await shown(other, { of: 'ask', command })).questions;
    assert.deepEqual(known?.preference?.lessons, await lessons(other));
    for (const differs of [{ project: newId('k') }, { key: newId('k') }, { subject: 'a.ts' }])
      assert.equal(await preferred(other, { ...about, ...differs }), null);
  },

  'only the newest lessons are shown, newest first by the time of the answer': async ({ open }) => {
    const store = await open();
    const { teach, lessons } = subjectOf(store);
    // The order of the answers is not that of the questions.
    const times = Array.from({ length: LESSONS + 3 }, (_, index) => NOW + ((index * 5) % (LESSONS + 3)));
    for (const at of times) await teach(`answer-${at}`, at);
    const newest = times.toSorted((a, b) => b - a).slice(0, LESSONS);
    assert.deepEqual(
      (await lessons()).map(({ answer: text, at }) => [text, at]),
      newest.map((at) => [`answer-${at}`, at]),
    );
  },

  'an answer that is revoked teaches no longer': async ({ open }) => {
    const store = await open();
    const { about, teach } = subjectOf(store);
    const [first, second] = [await teach('YAML'), await teach('YAML', NOW + 1)];
    mustBeAccepted(await revoke(store, second));
    assert.equal((await preferred(store, about))?.times, 1);
    mustBeAccepted(await revoke(store, first));
    assert.equal(await preferred(store, about), null);
    assert.deepEqual((await store.preferences(about.project, { limit: 10 })).items, []);
  },

  'an answer that a preference gave teaches nothing, and the opposite once it is revoked': async ({ open }) => {
    const store = await open();
    const { question, about, teach, lessons } = subjectOf(store);
    for (let at = NOW - 3; at < NOW; at += 1) await teach('YAML', at);
    const command = askCommand(newId('s'), [question], { project: about.project });
    const { items } = await ask(store, command, { resolvers: { preference: alwaysYaml } });
    assert.equal(items[0]?.outcome, 'auto_resolved');
    assert.equal((await lessons()).length, 3);
    const [given] = (await store.list({ session: command.session, limit: 1 })).items;
    mustBeAccepted(await revoke(store, given!.id));
    const { session } = command;
    assert.deepEqual((await lessons())[0], {
      ...(await lessons())[1]!,
      id: given!.id,
      session,
      at: NOW,
      revoked: true,
    });
    assert.equal((await preferred(store, about))?.times, 2);
  },

  'an answer that another took the place of still teaches, as of its own time': async ({ open }) => {
    const store = await open();
    const { about, teach, lessons } = subjectOf(store);
    const id = await teach('YAML', NOW + 1);
    const retired = { do: 'retire_clarification', id, from: 'answered', to: 'superseded', at: NOW + 9 } as const;
    await store.decide({ of: 'clarification', id }, () => ({ effects: [retired], result: undefined }));
    assert.deepEqual(
      (await lessons()).map(({ at }) => at),
      [NOW + 1],
    );
    assert.equal((await preferred(store, about))?.updatedAt, NOW + 1);
  },

  'what is stored is what newer lessons start from, and those before it no longer count': async ({ open }) => {
    const store = await open();
    const { about, teach } = subjectOf(store);
    await teach('YAML', NOW);
    await teach('YAML', NOW + 2);
    const stored = preferenceOf({ ...about, answer: 'YAML', times: 40, updatedAt: NOW + 1 });
    await write(store, [{ do: 'put_preference', preference: stored }]);
    assert.deepEqual(await preferred(store, about), { ...stored, times: 41, updatedAt: NOW + 2 });
    const set = { ...stored, answer: 'JSON', origin: 'set' } as const;
    await write(store, [{ do: 'put_preference', preference: set }]);
    assert.deepEqual(await preferred(store, about), set);
    // Forgotten.
    const none = { ...stored, times: 0, updatedAt: NOW + 3 };
    await write(store, [{ do: 'put_preference', preference: none }]);
    assert.equal(await preferred(store, about), null);
    assert.deepEqual((await store.preferences(about.project, { limit: 10 })).items, []);
    await teach('YAML', NOW + 4);
    assert.equal((await preferred(store, about))?.times, 1);
  },

  'what is stored and what is taught is listed page by page, each once, in one order': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const project = newId('k');
    const names: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const question = `Which format, ${newId('k')}?`;
      const { key } = questionOf(question);
      // Taught, stored, both, or forgotten.
      const kind = n % 4;
      for (let times = 0; kind !== 1 && times < 2; times += 1) {
        const id = await park(store, askCommand(newId('s'), [question], { project }));
        mustBeAccepted(await answer(store, id, 'YAML'));
      }
      const preference = preferenceOf({ project, key, times: kind === 3 ? 0 : 2, updatedAt: NOW + 1 });
      if (kind > 0) await write(store, [{ do: 'put_preference', preference }]);
      if (kind < 3) names.push(key);
    }
    const listed = async (limit: number) => {
      const keys: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await other.preferences(project, after === null ? { limit } : { limit, after });
        assert.ok(page.items.length <= limit);
        for (const { key, times } of page.items) {
          assert.equal(times, 2);
          keys.push(key);
        }
        if (page.next === null) return keys;
        after = page.next;
      }
    };
    for (const limit of [1, 2, 3, 100]) assert.deepEqual(await listed(limit), names.toSorted());
  },
});
