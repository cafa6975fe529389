/** A store whose keys were made by earlier rules: opening it makes them anew. */
import { expect, it } from 'vitest';
import { KEY_VERSION } from '../../src/core/ask/question-identity.ts';
import { POLICIES } from '../../src/core/model/policy.ts';
import { rekey } from '../../src/engine/rekeying.ts';
import type { AskOnce } from '../../src/index.ts';
import type { Store } from '../../src/ports.ts';
import { openStore } from '../../src/store/open.ts';
import { questionHash, questionKey } from '../../src/text/question-key.ts';
import { type Bench, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = 'Which format should I use?';
const REWORDED = 'What format would you like me to use?';
const PLAIN = { wait: false } as const;
const TABLES = ['clarifications', 'ask_items', 'preferences'];

type Sql = Bench['sql'];

/** As an earlier release left it. */
async function behind(sql: Sql, where = 'true'): Promise<void> {
  for (const table of TABLES) await sql(`UPDATE ${table} SET key_version = 1 WHERE ${where}`);
  await sql('UPDATE store SET key_version = 1');
}

/** The same, with rules that gave every question another key. */
async function withOldKeys(sql: Sql): Promise<void> {
  for (const table of TABLES) await sql(`UPDATE ${table} SET canonical_key = 'old ' || canonical_key`);
  await behind(sql);
}

async function keysIn(sql: Sql): Promise<unknown> {
  const all = TABLES.map((table) => sql(`SELECT canonical_key, key_version FROM ${table} ORDER BY 1`));
  return Promise.all(all);
}

async function keyOf(sql: Sql, id: string): Promise<unknown> {
  const [row] = await sql(`SELECT canonical_key FROM clarifications WHERE id = '${id}'`);
  return row!.canonical_key;
}

async function reword(sql: Sql, id: string, question: string): Promise<void> {
  await sql(
    `UPDATE clarifications SET question = '${question}', question_hash = '${questionHash(question)}' WHERE id = '${id}'`,
  );
}

async function asked(askonce: AskOnce, question: string, answer?: string): Promise<string> {
  const id = parkedId(await askonce.session('s').ask(question, PLAIN));
  if (answer !== undefined) await askonce.questions.answer(id, answer);
  return id;
}

const textOf = (n: number) => `Which port does server ${n} use?`;
const MANY = 1_200;

/** More rows than are done in one step, all under old keys. */
async function manyOld({ askonce, sql }: Bench): Promise<void> {
  const id = await asked(askonce, textOf(0), '80');
  await withOldKeys(sql);
  const columns =
    'session_id, project, ask_id, job_id, type, subject, destructive, details, status, live, answer, source, evidence, confidence';
  await sql(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
    INSERT INTO clarifications (id, question, question_hash, canonical_key, created_at, ${columns})
    SELECT 'q-many-' || i, 'Which port does server ' || i || ' use?', 'hash ' || i, 'old ' || i, 0, ${columns}
    FROM n CROSS JOIN clarifications WHERE clarifications.id = '${id}'`);
}

async function mustAllBeNew({ sql, count }: Bench): Promise<void> {
  expect(await count('clarifications')).toBe(MANY + 1);
  const rows = await sql('SELECT question, canonical_key, key_version FROM clarifications');
  expect(rows.filter((row) => row.canonical_key !== questionKey(row.question as string))).toEqual([]);
  expect(rows.filter((row) => row.key_version !== KEY_VERSION)).toEqual([]);
  expect(await sql('SELECT key_version FROM store')).toEqual([{ key_version: KEY_VERSION }]);
}

/** The store's keys, as a process that is killed after so many steps changes them. */
function killedAfter({ keys }: Store, steps: number): Store['keys'] {
  let left = steps;
  return {
    ...keys,
    put: (...change) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return keys.put(...change);
    },
  };
}

describeOnStores('keys that earlier rules have made', (store) => {
  // shows: R1
  it('are made anew when the store is opened, so that other words find the answer', async () => {
    const { askonce, open, sql, count } = await setUp(store);
    const id = await asked(askonce, FORMAT, 'YAML');
    await withOldKeys(sql);
    const later = await open();
    expect(only(await later.session('s').ask(REWORDED, PLAIN))).toMatchObject({ id, answer: 'YAML' });
    expect(await count('clarifications')).toBe(1);
  });

  it('are made anew for preferences as well', async () => {
    const { askonce, open, sql } = await setUp(store);
    await askonce.preferences.set(FORMAT, 'TOML');
    await withOldKeys(sql);
    const later = await open();
    const given = only(await later.session('s').ask(REWORDED, PLAIN));
    expect(given).toMatchObject({ outcome: 'auto_resolved', source: 'preference', answer: 'TOML' });
    expect((await later.preferences.forget(REWORDED)).answer).toBe('TOML');
  });

  it('are made anew for answers that teach', async () => {
    const { askonce, open, sql } = await setUp(store);
    for (const n of [1, 2, 3]) {
      const id = parkedId(await askonce.session(`taught-${n}`).ask(FORMAT, PLAIN));
      await askonce.questions.answer(id, 'TOML');
    }
    await withOldKeys(sql);
    const later = await open();
    const given = only(await later.session('s').ask(REWORDED, PLAIN));
    expect(given).toMatchObject({ outcome: 'auto_resolved', source: 'preference', answer: 'TOML' });
  });

  it('become those that this release gives to the same questions, whatever they are part of', async () => {
    const { askonce, open, sql } = await setUp(store);
    const session = askonce.session('s');
    await session.ask({ question: 'Which one?', header: 'Colour', options: ['red', 'blue'], subject: 'logo' }, PLAIN);
    await session.ask({ question: 'Delete the folder build?', context: 'It holds 4 files.' }, { ...PLAIN, job: 'j' });
    const capped = askonce.session('capped', { policy: { ...POLICIES.interactive, name: 'one', cap: 1 } });
    for (const n of [1, 2, 3]) await capped.ask(textOf(n), { ...PLAIN, job: 'k' });
    await askonce.questions.revoke(await asked(askonce, FORMAT, 'YAML'));
    await askonce.preferences.set(FORMAT, 'YAML', 'src');
    const before = await keysIn(sql);
    await withOldKeys(sql);
    await open();
    expect(await keysIn(sql)).toEqual(before);
  });

  it('stay where they are made of what stands beside the words', async () => {
    const { askonce, open, sql } = await setUp(store);
    const about = (context: string) => ({ question: 'Which port should I use?', context });
    const ids: string[] = [];
    for (const context of ['The mail server of the billing team.', 'A preview of the marketing website.'])
      ids.push(parkedId(await askonce.session('s').ask(about(context), PLAIN)));
    expect(ids[0]).not.toBe(ids[1]);
    const before = await keysIn(sql);
    await behind(sql);
    await open();
    expect(await keysIn(sql)).toEqual(before);
  });

  it('are made anew wholly, where the process before was killed half-way', async () => {
    const bench = await setUp(store);
    await manyOld(bench);
    const killed = await openStore(bench.db, bench.root);
    await expect(rekey(killedAfter(killed, 1))).rejects.toThrow('killed');
    await killed.close();
    expect(await bench.count('clarifications', 'key_version = 1')).toBe(MANY + 1 - 500);
    expect(await bench.sql('SELECT key_version FROM store')).toEqual([{ key_version: 1 }]);
    await bench.open();
    await mustAllBeNew(bench);
  });

  it('are made anew once, however many processes open the store at once', async () => {
    const bench = await setUp(store);
    await manyOld(bench);
    await Promise.all([bench.open(), bench.open(), bench.open()]);
    await mustAllBeNew(bench);
    expect(bench.log).toEqual([]);
  });

  // shows: R1
  it('go to the answered one of two that now are one question; the other can still be answered', async () => {
    const { askonce, open, sql } = await setUp(store);
    const waits = await asked(askonce, FORMAT);
    const answered = await asked(askonce, 'Which licence?', 'YAML');
    await reword(sql, answered, REWORDED);
    await withOldKeys(sql);
    const later = await open();
    expect(only(await later.session('s').ask('Please, which format should I use?', PLAIN))).toMatchObject({
      id: answered,
      answer: 'YAML',
    });
    expect((await later.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([waits]);
    await later.questions.answer(waits, 'TOML');
    expect(await sql('SELECT DISTINCT key_version FROM clarifications')).toEqual([{ key_version: KEY_VERSION }]);
  });

  it('go to the older of two that both wait', async () => {
    const { askonce, open, sql } = await setUp(store);
    const older = await asked(askonce, 'Which licence?');
    await reword(sql, older, REWORDED);
    const younger = await asked(askonce, FORMAT);
    await withOldKeys(sql);
    const later = await open();
    expect(await asked(later, 'Please, which format should I use?')).toBe(older);
    expect(await keyOf(sql, younger)).not.toBe(await keyOf(sql, older));
  });

  it('go to the answered one also where the other has its new key already', async () => {
    const { askonce, open, sql } = await setUp(store);
    const answered = await asked(askonce, 'Which licence?', 'YAML');
    await reword(sql, answered, REWORDED);
    await behind(sql);
    await asked(askonce, FORMAT);
    const later = await open();
    const other = 'Please, which format should I use?';
    expect(only(await later.session('s').ask(other, PLAIN))).toMatchObject({ id: answered, answer: 'YAML' });
  });

  it('change places where each has that of the other', async () => {
    const { askonce, open, sql } = await setUp(store);
    const ids = [await asked(askonce, FORMAT, 'YAML'), await asked(askonce, 'Which licence?', 'MIT')] as const;
    const keys = [await keyOf(sql, ids[0]), await keyOf(sql, ids[1])];
    await reword(sql, ids[0], 'Which licence?');
    await reword(sql, ids[1], FORMAT);
    await behind(sql);
    await open();
    expect([await keyOf(sql, ids[1]), await keyOf(sql, ids[0])]).toEqual(keys);
  });

  it('are not left on a question of other words, which would then be given its answer', async () => {
    const { askonce, open, sql } = await setUp(store);
    await asked(askonce, FORMAT, 'YAML');
    const second = await asked(askonce, 'Which licence?', 'TOML');
    await reword(sql, second, REWORDED);
    await behind(sql);
    const later = await open();
    expect((await later.session('s').ask('Which licence?', PLAIN)).status).toBe('parked');
  });

  it('go to the preference that was set by hand, and no other is lost', async () => {
    const { askonce, open, sql } = await setUp(store);
    await askonce.preferences.set(FORMAT, 'TOML');
    await askonce.preferences.set('Which licence?', 'YAML');
    await sql(
      `UPDATE preferences SET question = '${REWORDED}', origin = 'learnt', times = 9 WHERE question = 'Which licence?'`,
    );
    await withOldKeys(sql);
    const later = await open();
    expect(only(await later.session('s').ask(REWORDED, PLAIN))).toMatchObject({ answer: 'TOML' });
    expect((await later.preferences.list()).items).toHaveLength(2);
  });

  // shows: R1
  it('are left alone where a later release has made them, and identical words are still found', async () => {
    const { askonce, open, sql } = await setUp(store);
    const id = await asked(askonce, FORMAT, 'YAML');
    await withOldKeys(sql);
    for (const table of [...TABLES, 'store']) await sql(`UPDATE ${table} SET key_version = ${KEY_VERSION + 1}`);
    const before = await keysIn(sql);
    const later = await open();
    expect(await keysIn(sql)).toEqual(before);
    expect(only(await later.session('s').ask(FORMAT, PLAIN))).toMatchObject({ id, answer: 'YAML' });
  });

  it('are no reason not to open where they cannot be written', async () => {
    const { askonce, open, sql, log } = await setUp(store);
    await asked(askonce, FORMAT);
    await withOldKeys(sql);
    await sql(`ALTER TABLE store RENAME COLUMN key_version TO key_version_gone`);
    const later = await open();
    expect(log.join('\n')).toContain('could not update question keys');
    expect((await later.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await sql(`ALTER TABLE store RENAME COLUMN key_version_gone TO key_version`);
  });
});
