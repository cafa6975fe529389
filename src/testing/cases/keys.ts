/** The keys of questions, and the version of the rules that created them. */
import assert from 'node:assert/strict';
import { KEY_VERSION } from '../../core/ask/question-identity.ts';
import { KEYED_TABLES, type KeyChange, type Keyed } from '../../core/rekeying.ts';
import type { Store } from '../../ports.ts';
import { shown, write } from '../drive.ts';
import { ANSWERED, askCommand, askOf, clarificationOf, itemOf, newId, preferenceOf, sessionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const NEXT = KEY_VERSION + 1;

/** A session with live questions, each with its item, one retired question, and a preference. */
async function ground(store: Store) {
  const session = sessionOf();
  const ask = askOf(session.id);
  const live = [clarificationOf(ask), clarificationOf(ask, ANSWERED), clarificationOf(ask)] as const;
  const gone = clarificationOf(ask, { ...ANSWERED, status: 'revoked' });
  const items = live.map((of, position) => itemOf(ask, of, { position, outcome: 'declined' }));
  const preference = preferenceOf({ project: newId('k') });
  await write(store, [
    { do: 'insert_session', session },
    { do: 'insert_ask', ask },
    ...[...live, gone].map((clarification) => ({ do: 'insert_clarification', clarification }) as const),
    ...items.map((item) => ({ do: 'insert_item', item }) as const),
    { do: 'put_preference', preference },
  ]);
  return { session: session.id, live, gone, items, preference };
}

type Clarification = Awaited<ReturnType<typeof ground>>['gone'];

function change({ id, session, key }: Clarification, to: string, from = key): KeyChange {
  return { row: [id], session, version: KEY_VERSION, from, to };
}

const put = (store: Store, ...changes: readonly KeyChange[]) => store.keys.put('clarifications', NEXT, changes);

async function keyOf(store: Store, { id }: Clarification): Promise<string> {
  return (await store.clarification(id))!.key;
}

async function stale(store: Store, version: number): Promise<Keyed[][]> {
  return Promise.all(KEYED_TABLES.map(async (of) => [...(await store.keys.stale(of, { version, limit: 100 })).items]));
}

export const KEYS = casesAbout('keys', {
  'what a decision writes has a key of this release’s version, and is stale for a later one alone': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { live, gone, items, preference } = await ground(store);
    assert.deepEqual(await stale(other, KEY_VERSION), [[], [], []]);
    const version = KEY_VERSION;
    assert.deepEqual(await stale(other, NEXT), [
      [...live, gone].map((row) => ({ row, version })),
      [{ row: preference, version }],
      items.map((item, at) => ({ row: { item, clarification: live[at] }, version })),
    ]);
  },

  'stale rows come page by page, each once, also where the keys of those before are changed': async ({ openings }) => {
    const [store] = (await openings(1)) as [Store];
    const { live, gone, items, preference } = await ground(store);
    const preferences = [preference, preferenceOf({ project: preference.project }), preferenceOf()];
    for (const one of preferences.slice(1)) await write(store, [{ do: 'put_preference', preference: one }]);
    const seen: string[] = [];
    for (const of of KEYED_TABLES) {
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof store.keys.stale>> = await store.keys.stale(of, {
          version: NEXT,
          limit: 2,
          ...(after === null ? {} : { after }),
        });
        assert.ok(page.items.length <= 2);
        const changes = page.items.map(({ row, version }): KeyChange => {
          if ('item' in row) {
            const { ask, position, session, key } = row.item;
            return { row: [ask, position], session, version, from: key, to: newId('k') };
          }
          const { key, subject } = row;
          if ('id' in row) return { row: [row.id], session: row.session, version, from: key, to: newId('k') };
          return { row: [row.project, subject], session: null, version, from: key, to: `zz ${newId('k')}` };
        });
        seen.push(...changes.map(({ from }) => `${of} ${from}`));
        assert.equal(await store.keys.put(of, NEXT, changes), true);
        after = page.next;
      } while (after !== null);
    }
    const all = [
      ...[...live, gone].map(({ key }) => `clarifications ${key}`),
      ...preferences.map(({ key }) => `preferences ${key}`),
      ...items.map(({ key }) => `ask_items ${key}`),
    ];
    assert.deepEqual(seen.toSorted(), all.toSorted());
    assert.deepEqual(await stale(store, NEXT), [[], [], []]);
  },

  'keys are put all, or none where a row no longer has the key and version it was seen with': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { live } = await ground(store);
    const [a, b] = live;
    assert.equal(await put(store, change(a, newId('k')), change(b, newId('k'), 'another')), false);
    const later = { ...change(b, newId('k')), version: NEXT };
    assert.equal(await put(store, change(a, newId('k')), later), false);
    assert.equal(await keyOf(other, a), a.key);
    const [first, second] = [newId('k'), newId('k')];
    assert.equal(await put(store, change(a, first), change(b, second)), true);
    assert.deepEqual([await keyOf(other, a), await keyOf(other, b)], [first, second]);
    assert.equal(await put(other, change(a, newId('k')), change(b, newId('k'))), false);
  },

  'rows may take each other’s key, and decisions find them by their new one': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, live } = await ground(store);
    const [a, b] = live;
    const liveAt = async (key: string) => {
      const command = askCommand(session, [{ question: 'Which way?', key }]);
      return (await shown(other, { of: 'ask', command })).questions[0]!.live?.id;
    };
    assert.deepEqual([await liveAt(a.key), await liveAt(b.key)], [a.id, b.id]);
    assert.equal(await put(store, change(a, b.key), change(b, a.key)), true);
    assert.deepEqual([await liveAt(a.key), await liveAt(b.key)], [b.id, a.id]);
  },

  'a key that another live row has is not given, and one that only a gone row has is': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { live, gone } = await ground(store);
    const [a, b, c] = live;
    assert.equal(await put(store, change(c, newId('k')), change(a, b.key)), false);
    assert.deepEqual([await keyOf(other, a), await keyOf(other, c)], [a.key, c.key]);
    assert.equal(await put(store, change(a, gone.key)), true);
    assert.equal(await keyOf(other, a), gone.key);
  },

  'the live rows that have some keys are found, and no others': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, live, gone, preference } = await ground(store);
    const places = [live[0], live[1], gone].map(({ key, subject }) => ({ within: session, key, subject }));
    const elsewhere = [
      { within: newId('s'), key: live[2].key, subject: '' },
      { within: session, key: live[2].key, subject: 'other' },
    ];
    const found = await other.keys.holding('clarifications', [...places, ...elsewhere]);
    const byId = found.toSorted((one, two) => (one.row.id < two.row.id ? -1 : 1));
    assert.deepEqual(
      byId,
      [live[0], live[1]].map((row) => ({ row, version: KEY_VERSION })),
    );
    const { project, key, subject } = preference;
    const held = [
      { within: project, key, subject },
      { within: project, key, subject: 'other' },
    ];
    assert.deepEqual(await other.keys.holding('preferences', held), [{ row: preference, version: KEY_VERSION }]);
  },

  'the version that keys were brought to only rises': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.ok((await store.keys.version()) <= KEY_VERSION);
    await store.keys.reached(NEXT);
    await other.keys.reached(KEY_VERSION);
    assert.equal(await other.keys.version(), NEXT);
  },
});
