/** Whose question it is: pages of one project, of one program, of one kind, and of an age. */
import assert from 'node:assert/strict';
import type { Call } from '../../core/model/call.ts';
import type { ListQuery, Store } from '../../ports.ts';
import { answer, ask, mustBeAccepted, park, write } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import { askCommand, askOf, clarificationOf, itemOf, NOW, newId, questionOf, sessionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const CALL: Call = {
  tool: 'Bash',
  input: '{"command":"echo \\u0000\\ud800 \\"x\\""}',
  callId: null,
  editable: false,
  rules: [],
};

interface Asked {
  readonly project?: string;
  readonly agent?: string;
  readonly call?: Call;
  readonly at?: number;
}

async function put(store: Store, { at = NOW, ...more }: Asked = {}): Promise<string> {
  if (more.call === undefined) return park(store, askCommand(newId('s'), [`Question ${newId('k')}?`], more), at);
  const session = sessionOf();
  const asked = askOf(session.id);
  const clarification = clarificationOf(asked, { type: 'CONFIRM', createdAt: at, ...more });
  const item = itemOf(asked, clarification);
  await write(store, [
    { do: 'insert_session', session },
    { do: 'insert_ask', ask: asked },
    { do: 'insert_clarification', clarification },
    { do: 'insert_item', item },
  ]);
  return clarification.id;
}

/** The ids of all pages. A page may end before it is full. */
async function all(store: Store, query: Omit<ListQuery, 'limit'>): Promise<string[]> {
  const found: string[] = [];
  let after: string | null | undefined;
  for (let pages = 0; after !== null; pages += 1) {
    assert.ok(pages < 100, 'the pages do not end');
    const page: Awaited<ReturnType<Store['list']>> = await store.list({
      ...query,
      limit: 2,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  }
  return found;
}

const OPEN = { status: ['pending'] } as const;

export const WHOSE = casesAbout('whose', {
  'a question keeps the program and the branch it was asked from': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const command = askCommand(newId('s'), ['Which way?'], { agent: 'Claude Code', branch: 'fix/übung' });
    const id = await park(store, command);
    const { agent, branch } = (await other.clarification(id))!;
    assert.deepEqual({ agent, branch }, { agent: 'Claude Code', branch: 'fix/übung' });
    const bare = (await other.clarification(await put(store)))!;
    assert.equal(bare.agent, null);
    assert.equal('branch' in bare, false);
  },

  'a page of a project holds its questions and no others, from either end': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const shop: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      shop.push(await put(store, { project: '/shop' }));
      await put(store, { project: '/blog' });
    }
    assert.deepEqual(await all(other, { ...OPEN, project: '/shop' }), shop);
    assert.deepEqual(await all(other, { ...OPEN, project: '/shop', newest: true }), shop.toReversed());
    mustBeAccepted(await answer(store, shop[1]!, 'left'));
    assert.deepEqual(await all(other, { project: '/shop' }), shop);
    assert.deepEqual(await all(other, { project: '/shop', status: ['answered'] }), [shop[1]]);
    assert.deepEqual(await all(other, { ...OPEN, project: '/none' }), []);
    assert.deepEqual([await other.pendingCount(10, '/shop'), await other.pendingCount(3, '/blog')], [4, 3]);
  },

  'a page of a program, of a kind or of an age leaves out all others': async ({ open }) => {
    const store = await open();
    const codex = await put(store, { agent: 'codex' });
    const call = await put(store, { agent: 'Claude Code', call: CALL, at: NOW + MINUTE });
    const late = await put(store, { agent: 'Claude Code', at: NOW + 2 * MINUTE });
    assert.deepEqual(await all(store, { ...OPEN, agent: 'Claude Code' }), [call, late]);
    assert.deepEqual(await all(store, { ...OPEN, agent: 'claude code' }), []);
    assert.deepEqual(await all(store, { ...OPEN, kind: 'approval' }), [call]);
    assert.deepEqual(await all(store, { ...OPEN, kind: 'question' }), [codex, late]);
    assert.deepEqual(await all(store, { ...OPEN, since: NOW + MINUTE }), [call, late]);
    assert.deepEqual(await all(store, { ...OPEN, before: NOW + MINUTE }), [codex]);
    assert.deepEqual(await all(store, { ...OPEN, kind: 'question', agent: 'codex', newest: true }), [codex]);
  },

  'a search finds what has all words, in letters of either case, and no name of a field': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const context = 'Die Maße stehen in ÜBERSICHT.md, 50%_ "genau" \\ hier';
    const options = [{ label: 'Straße', description: 'ａｓ it is' }, { label: 'Weg' }];
    const question = { ...questionOf('Which way?'), context, options, header: 'Route' };
    const way = await park(store, askCommand(session, [question], { agent: 'Claude Code', branch: 'fix/gate' }));
    const other = await park(store, askCommand(session, ['Which colour?'], { agent: 'codex' }));
    const call = await put(store, { call: CALL });
    for (const word of ['way', 'übersicht.md', '50%_', '"genau"', '\\', 'straße', 'as', 'route', 'claude', 'gate', way])
      assert.deepEqual(await all(store, { ...OPEN, words: [word, 'straße'] }), [way], word);
    assert.deepEqual(await all(store, { ...OPEN, session, words: ['which'] }), [way, other]);
    assert.deepEqual(await all(store, { session, words: ['which'], newest: true }), [other, way]);
    assert.deepEqual(await all(store, { ...OPEN, words: ['bash', 'echo'] }), [call]);
    for (const word of ['label', 'header', 'context', '50__'])
      assert.deepEqual(await all(store, { words: [word] }), []);
    mustBeAccepted(await answer(store, other, 'Dark Green'));
    assert.deepEqual(await all(store, { status: ['answered'], words: ['green'] }), [other]);
  },

  'a page of an ask holds the questions that it put, in their order': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const command = askCommand(session, ['Which way?', 'Which colour?', 'Which size?']);
    const { items } = await ask(store, command);
    const ids = items.map(({ id }) => id!);
    await park(store, askCommand(session, ['Which taste?']));
    assert.deepEqual(await all(store, { ask: command.ask }), ids);
    assert.deepEqual(await all(store, { ask: command.ask, newest: true, session }), ids.toReversed());
    mustBeAccepted(await answer(store, ids[1]!, 'red'));
    assert.deepEqual(await all(store, { ...OPEN, ask: command.ask, snoozed: 'hidden' }), [ids[0], ids[2]]);
    assert.deepEqual(await all(store, { ask: command.ask, session: newId('s') }), []);
    // What joins another question was put by the ask before.
    const joining = askCommand(session, ['Which way?', 'Which shape?']);
    const joined = await ask(store, joining);
    assert.deepEqual(await all(store, { ask: joining.ask }), [joined.items[1]!.id]);
  },

  'the filters hold within a session, too': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const mine = await park(store, askCommand(session, ['Which way?'], { agent: 'codex' }));
    const theirs = await park(store, askCommand(session, ['Which colour?'], { agent: 'Claude Code' }));
    assert.deepEqual(await all(store, { session, agent: 'codex' }), [mine]);
    assert.deepEqual(await all(store, { session, kind: 'question', newest: true }), [theirs, mine]);
    assert.deepEqual(await all(store, { session, project: '/elsewhere' }), []);
  },

  'the projects are listed in the order of their numbers': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    for (const project of ['/b', '/a', '/c']) await store.projects.numberOf(project, project);
    assert.deepEqual(await other.projects.list(), ['/b', '/a', '/c']);
    await ask(store, askCommand(newId('s'), ['Which way?']));
  },
});
