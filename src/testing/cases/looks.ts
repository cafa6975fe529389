/** What each look shows to a decision. */
import assert from 'node:assert/strict';
import { POLICIES, type Policy } from '../../core/model/policy.ts';
import type { ClarificationRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { questionHash } from '../../text/question-key.ts';
import { answer, ask, cancel, mustBeAccepted, park, revoke, shown, write } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import {
  ANSWERED,
  askCommand,
  askOf,
  clarificationOf,
  heardOf,
  NOW,
  newId,
  preferenceOf,
  questionOf,
  sessionOf,
} from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

export const LOOKS = casesAbout('looks', {
  'where there is nothing yet, a decision is shown that there is nothing': async ({ open }) => {
    const store = await open();
    const command = askCommand(newId('s'), ['Which colour?', 'Which size?'], { job: newId('j'), rejects: 'q-unknown' });
    const nothing = { live: null, own: [], revoked: null, successor: null, preference: null, alike: [] };
    const unknown = { session: null, job: null, capUsed: 0, questions: [nothing, nothing], rejected: null };
    assert.deepEqual(await shown(store, { of: 'ask', command }), unknown);
    const rejectsNone = { ...command, rejects: null };
    assert.deepEqual(await shown(store, { of: 'ask', command: rejectsNone, isNew: true }), unknown);
    const { clarification, waiting } = await shown(store, { of: 'clarification', id: 'q-unknown' });
    assert.deepEqual([clarification, waiting], [null, []]);
    assert.deepEqual(await shown(store, { of: 'ask_items', ask: 'a-unknown' }), { ask: null, items: [] });
    assert.deepEqual(await shown(store, { of: 'session', id: 's-unknown' }), { session: null });
    const preference = await shown(store, { of: 'preference', project: 'p', key: 'k', subject: '' });
    assert.deepEqual(preference, { preference: null });
  },

  'an ask is shown its session, its job, and each of its questions in their order': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const job = newId('j');
    const first = askCommand(session, ['Which colour?', 'Which size?'], { job, language: 'ja', heard: heardOf('go') });
    await ask(store, first);
    const again = askCommand(session, ['Which size?', 'Which shape?', 'Which colour?'], { job });
    const state = await shown(other, { of: 'ask', command: again });
    assert.deepEqual(state.session, (await shown(store, { of: 'session', id: session })).session);
    assert.equal(state.session?.language, 'ja');
    assert.deepEqual(state.job, await store.job(job));
    const [colour, size] = await store.items(first.ask);
    assert.deepEqual(
      state.questions.map(({ live, own }) => ({ live, own })),
      [
        { live: size!.clarification, own: [size] },
        { live: null, own: [] },
        { live: colour!.clarification, own: [colour] },
      ],
    );
  },

  'a live question is found as long as it holds its place': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const command = askCommand(session, ['Which colour?']);
    const live = async () => {
      const state = await shown(store, { of: 'ask', command: askCommand(session, ['Which colour?']) });
      return state.questions[0]?.live?.status ?? null;
    };
    const id = await park(store, command);
    assert.equal(await live(), 'pending');
    mustBeAccepted(await answer(store, id, 'blue'));
    assert.equal(await live(), 'answered');
    mustBeAccepted(await revoke(store, id));
    assert.equal(await live(), null);
    // The same words with another type are the same question.
    const confirm = askCommand(session, [{ question: 'Which colour?', type: 'CONFIRM' }]);
    await park(store, confirm);
    assert.equal(await live(), 'pending');
  },

  'a job is shown its own items of a question, newest first, and no other job its items': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const [job, another] = [newId('j'), newId('j')];
    const offering = (label: string, of: string) =>
      askCommand(session, [{ question: 'Which colour?', type: 'SELECT_ONE', options: [{ label }] }], { job: of });
    const asks: string[] = [];
    for (const label of ['blue', 'red', 'green']) {
      const command = offering(label, job);
      mustBeAccepted(await answer(store, await park(store, command), label));
      asks.unshift(command.ask);
    }
    const other = offering('green', another);
    await ask(store, other);
    const own = async (of: string) => {
      const state = await shown(store, { of: 'ask', command: offering('white', of) });
      return state.questions[0]!.own.map(({ item, clarification }) => [item.ask, clarification?.answer]);
    };
    const answers = ['green', 'red', 'blue'];
    assert.deepEqual(
      await own(job),
      asks.map((of, index) => [of, answers[index]]),
    );
    assert.deepEqual(await own(another), [[other.ask, 'green']]);
    assert.deepEqual(await own(newId('j')), []);
  },

  'what was taken back is shown with what stands in for it, through all revocations': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const asking = () => askCommand(session, ['Which colour?']);
    const takenBack = async () => {
      const [question] = (await shown(store, { of: 'ask', command: asking() })).questions;
      return [question?.revoked?.id ?? null, question?.successor?.id ?? null];
    };
    const answeredAndRevoked = async () => {
      const id = await park(store, asking());
      mustBeAccepted(await answer(store, id, 'blue'));
      mustBeAccepted(await revoke(store, id));
      return id;
    };
    const first = await answeredAndRevoked();
    assert.deepEqual(await takenBack(), [first, null]);
    const second = await answeredAndRevoked();
    assert.deepEqual(await takenBack(), [second, null]);
    const third = await park(store, asking());
    assert.deepEqual(await takenBack(), [second, third]);
    const state = await shown(store, { of: 'ask', command: asking() });
    assert.equal(state.questions[0]?.successor?.succeeds, second);
    assert.equal((await store.clarification(second))?.succeeds, first);
  },

  'the same words under other keys are shown, live or taken back, newest first': async ({ open }) => {
    const store = await open();
    const session = sessionOf();
    const of = askOf(session.id);
    const words = 'Which colour?';
    const row = (key: string, more: Partial<ClarificationRecord> = {}) =>
      clarificationOf(of, { question: words, questionHash: questionHash(words), key, ...more });
    const rows = [
      row('a'),
      row('b', ANSWERED),
      row('c', { status: 'revoked', settledAt: NOW }),
      // None of these match: retired, about something else, in other words, and under the same key.
      row('d', { status: 'withdrawn', settledAt: NOW }),
      row('e', { subject: 'the door' }),
      row('f', { question: 'Which size?', questionHash: questionHash('Which size?') }),
      row('own'),
    ];
    const inserts = rows.map((clarification) => ({ do: 'insert_clarification', clarification }) as const);
    await write(store, [{ do: 'insert_session', session }, { do: 'insert_ask', ask: of }, ...inserts], session.id);
    const alike = async (within: string) => {
      const command = askCommand(within, [{ question: words, key: 'own' }]);
      return (await shown(store, { of: 'ask', command })).questions[0]!.alike.map(({ key }) => key);
    };
    assert.deepEqual(await alike(session.id), ['c', 'b', 'a']);
    assert.deepEqual(await alike(newId('s')), []);
  },

  'who rejects is shown how many rejections led there, and not what the person took back': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const command = askCommand(session, ['Which colour?']);
    const first = await park(store, command);
    mustBeAccepted(await answer(store, first, 'blue'));
    const depth = async (id: string) => {
      const { rejected } = await shown(store, { of: 'ask', command: askCommand(session, ['Why?'], { rejects: id }) });
      return [rejected?.clarification.id, rejected?.depth];
    };
    assert.deepEqual(await depth(first), [first, 0]);
    const rejecting = { rejects: first, because: 'too dark' };
    const second = await park(store, askCommand(session, ['Which colour?'], rejecting));
    mustBeAccepted(await answer(store, second, 'red'));
    assert.deepEqual(await depth(second), [second, 1]);
    mustBeAccepted(await revoke(store, second));
    const third = await park(store, askCommand(session, ['Which colour?']));
    mustBeAccepted(await answer(store, third, 'green'));
    assert.deepEqual(await depth(third), [third, 1]);
  },

  'the asks of a scope are counted under the policy and asker of the session or job': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const policy: Policy = { ...POLICIES.orchestrator, name: 'five', cap: 5 };
    const session = newId('s');
    const asking = (more: object = {}) => askCommand(session, [`Question ${newId('k')}?`], more);
    for (const given of [{ policy, asker: 'planner' }, {}, {}]) await park(store, asking(given));
    const used = async (more: object = {}) => (await shown(other, { of: 'ask', command: asking(more) })).capUsed;
    assert.equal(await used(), 3);
    // A job may ask under another asker or policy, and is counted under those it was created with.
    const job = newId('j');
    await park(store, asking({ job, asker: 'coder' }));
    assert.equal(await used({ job }), 1);
    assert.equal(await used({ job: newId('j'), asker: 'tester' }), 0);
    assert.equal(await used({ job: newId('j') }), 3);
    assert.equal(await used({ job: newId('j'), policy: POLICIES.interactive }), 0);
    assert.equal(await used(), 3);
  },

  'preferences are those of the project of the session, or of the ask that makes it': async ({ open }) => {
    const store = await open();
    const question = questionOf(`Which format, ${newId('k')}?`);
    const { key, subject } = question;
    const [here, there] = ['/here', '/there'].map((project) =>
      preferenceOf({ project, key, subject, answer: project }),
    );
    const about = preferenceOf({ project: '/here', key, subject: 'a.ts', answer: 'about a.ts' });
    const session = sessionOf({ project: '/there' });
    await write(store, [
      { do: 'put_preference', preference: here! },
      { do: 'put_preference', preference: there! },
      { do: 'put_preference', preference: about },
      { do: 'insert_session', session },
    ]);
    const found = async (of: string, isNew = false) => {
      const questions = [question, { ...question, subject: 'a.ts' }, { ...question, subject: 'A.ts' }];
      const command = askCommand(of, questions, { project: '/here' });
      return (await shown(store, { of: 'ask', command, isNew })).questions.map(
        ({ preference }) => preference?.stored ?? null,
      );
    };
    assert.deepEqual(await found(newId('s')), [here, about, null]);
    assert.deepEqual(await found(newId('s'), true), [here, about, null]);
    assert.deepEqual(await found(session.id), [there, null, null]);
    const id = await park(store, askCommand(session.id, [question], { project: '/here' }));
    assert.deepEqual((await shown(store, { of: 'clarification', id })).preference, there);
  },

  'a clarification is shown with all who wait, and how many items of each job do': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const job = newId('j');
    const question = { question: 'Shall I go on?', type: 'CONFIRM' } as const;
    const alone = askCommand(session, [question], { language: 'ja' });
    const busy = askCommand(session, ['Which colour?', question], { job, deadline: NOW + MINUTE, onTimeout: 'fail' });
    const patient = askCommand(session, [question], { deadline: NOW + MINUTE, onTimeout: 'wait' });
    const gone = askCommand(session, [question]);
    const id = await park(store, alone);
    for (const command of [busy, patient, gone]) await ask(store, command);
    await cancel(store, gone.ask);
    const state = await shown(other, { of: 'clarification', id });
    const {
      deadline: _at,
      onTimeout: _then,
      onTimeoutAnswer: _with,
      unanswered: _on,
      ...clarification
    } = (await store.clarification(id))!;
    assert.deepEqual(state.clarification, clarification);
    assert.equal(state.language, 'ja');
    const { ask: busyAsk } = await shown(store, { of: 'ask_items', ask: busy.ask });
    const waiting = state.waiting.map(
      ({ item, ask: of, jobWaits }) => [item.ask, [item.position, of, jobWaits]] as const,
    );
    assert.equal(waiting.length, 3);
    assert.deepEqual(Object.fromEntries(waiting), {
      [alone.ask]: [0, null, 0],
      [busy.ask]: [1, busyAsk, 2],
      [patient.ask]: [0, null, 0],
    });
    mustBeAccepted(await answer(store, busy.questions[0]!.id, 'blue'));
    const later = await shown(other, { of: 'clarification', id });
    assert.equal(later.waiting.find(({ item }) => item.job === job)?.jobWaits, 1);
    mustBeAccepted(await answer(store, id, 'はい'));
    assert.deepEqual((await shown(other, { of: 'clarification', id })).waiting, []);
  },

  'the items of an ask are shown with how many wait for each question': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const [job, another] = [newId('j'), newId('j')];
    const first = askCommand(session, ['Which colour?', 'Which size?'], { job });
    const second = askCommand(session, ['Which size?'], { job: another });
    const third = askCommand(session, ['Which shape?'], { job });
    for (const command of [first, second, third]) await ask(store, command);
    const numbers = async (id: string) => {
      const state = await shown(other, { of: 'ask_items', ask: id });
      const read = await other.items(id);
      assert.deepEqual(
        state.items.map(({ item, clarification }) => ({ item, clarification })),
        read,
      );
      return state.items.map(({ waiters, jobWaits }) => [waiters, jobWaits]);
    };
    assert.deepEqual(await numbers(first.ask), [
      [1, 3],
      [2, 3],
    ]);
    assert.deepEqual(await numbers(second.ask), [[2, 1]]);
    await cancel(store, second.ask);
    assert.deepEqual(await numbers(first.ask), [
      [1, 3],
      [1, 3],
    ]);
    mustBeAccepted(await answer(store, first.questions[0]!.id, 'blue'));
    assert.deepEqual(await numbers(first.ask), [
      [0, 2],
      [1, 2],
    ]);
  },
});
