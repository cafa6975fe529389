/** The command line on a PostgreSQL store: the same commands, with an address in place of a file. */
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { storeLocation } from '../../../src/surfaces/cli/store-location.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { postgres, type TestStore } from '../../support/stores.ts';

async function newStore(): Promise<TestStore & { readonly db: string; readonly schema: string }> {
  const store = await postgres.make('');
  onTestFinished(() => store.close());
  const db = store.where.db!;
  return { ...store, db, schema: new URLSearchParams(db.split('?')[1]).get('schema')! };
}

const FORMAT = ['ask', 'Which format should I use?', '--option', 'YAML', '--option', 'JSON', '--session', 's1'];

test('a process that waits gets the answer another process gives, and the same question again is auto-resolved', async () => {
  const [folder, { db }] = [newFolder(), await newStore()];
  const asking = folder.start([...FORMAT, '--wait', '--db', db]);
  const id = await asking.stderrShows(/^\[parked\] (q-\S+)/m);
  expect(await folder.run(['inbox', '--db', db])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`  askonce --db '${db}' answer ${id} <1-2`),
  });
  expect(await folder.run(['answer', id, '2'], { env: { ASKONCE_DB: db, ASKONCE_BY: 'Ada' } })).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'JSON\n' });
  expect(await folder.run([...FORMAT, '--db', db])).toMatchObject({ code: 0, stdout: 'JSON\n' });
  expect((await folder.run(['history'], { env: { ASKONCE_DB: db } })).stdout).toContain('  → JSON\n  by Ada (cli)\n');
  const { items } = JSON.parse((await folder.run(['events', '--json', '--db', db])).stdout);
  expect(items.map(({ type }: { type: string }) => type)).toContain('clarification.answered');
});

test('every command takes an address, from --db and from ASKONCE_DB, and leaves no file behind', async () => {
  const [folder, { db }] = [newFolder(), await newStore()];
  const env = { ASKONCE_DB: db };
  const run = (...args: string[]) => folder.run(args, { env });
  const park = async (question: string) => {
    const { ask, items } = JSON.parse((await run('ask', question, '--session', 's1', '--json')).stdout);
    return { ask, id: items[0].id };
  };
  expect(await run('decline', (await park('Which colour?')).id)).toMatchObject({ code: 0 });
  expect(await run('cancel', (await park('Which size?')).ask)).toMatchObject({ code: 0 });
  const { id } = await park('Which shape?');
  expect(await run('answer', id, 'round')).toMatchObject({ code: 0 });
  expect(await run('answer', id, 'square')).toMatchObject({ code: 5 });
  expect(await run('revoke', id)).toMatchObject({ code: 0 });
  expect(await run('prefs', 'set', 'Which test runner should I use?', 'vitest')).toMatchObject({ code: 0 });
  expect((await run('prefs')).stdout).toContain('→ vitest');
  expect(await run('ask', 'Which test runner should I use?')).toMatchObject({ code: 0, stdout: 'vitest\n' });
  expect(await run('prefs', 'forget', 'Which test runner should I use?')).toMatchObject({ code: 0 });
  const { stdout } = await run('history', '--all', '--json');
  expect(JSON.parse(stdout).items.map(({ status }: { status: string }) => status)).toEqual([
    'declined',
    'withdrawn',
    'revoked',
    'answered',
  ]);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('looking where there is no store shows nothing and makes none', async () => {
  const [folder, store] = [newFolder(), await newStore()];
  const { db, schema } = store;
  for (const list of ['inbox', 'history', 'events', 'prefs']) {
    expect(await folder.run([list, '--json', '--db', db])).toMatchObject({
      code: 0,
      stdout: '{"items":[],"next":null}\n',
    });
  }
  expect(await store.sql(`SELECT nspname FROM pg_namespace WHERE nspname = '${schema}'`)).toEqual([]);
});

/** Everything a process printed while it asked, looked and failed. */
async function everythingPrinted(folder: Folder, db: string, env: Record<string, string>): Promise<string> {
  const flags = env.ASKONCE_DB === db ? [] : ['--db', db];
  const ended = [
    await folder.run(['ask', 'Which colour?', ...flags], { env }),
    await folder.run(['inbox', '--limit', '1', ...flags], { env }),
    await folder.run(['events', '--limit', '1', ...flags], { env }),
    await folder.run(['answer', 'q-none', 'x', ...flags], { env }),
    await folder.run(['ask', 'Which colour?', '--db', db.replace(/\?.*/, '_none')], { env }),
    await folder.run(['ask', 'Which colour?', '--db', db.replace(/schema=\w+/, 'schema=Not-One')], { env }),
    await folder.run([db], { env }),
    await folder.run(['inbox', '--limit', db], { env }),
  ];
  expect(ended.map(({ code }) => code)).toEqual([2, 0, 0, 1, 1, 1, 1, 1]);
  return ended.map(({ stdout, stderr }) => stdout + stderr).join('');
}

test('a password is never printed, neither in hints nor in errors', async () => {
  const [folder, { db: plain }] = [newFolder(), await newStore()];
  const db = plain.replace('@', ':s3cret@');
  const printed = await everythingPrinted(folder, db, {});
  expect(printed).not.toContain('s3cret');
  expect(printed).toContain(`askonce --db '${plain.replace('@', ':<password>@')}' answer q-`);
  const fromEnv = await everythingPrinted(folder, db, { ASKONCE_DB: db });
  expect(fromEnv).not.toContain('s3cret');
  expect(fromEnv).toMatch(/^answer it with: askonce answer q-/m);
});

test.each([
  'postgres://ada:s3cret@s3cret@127.0.0.1:1/shop',
  'postgres://ada:s3cret/s3cret@127.0.0.1:1/shop',
  'postgres://ada:s3cret?s3cret#s3cret@127.0.0.1:1/shop',
  'postgres://ada@corp:s3cret@127.0.0.1:1/shop',
  'postgres://ada@127.0.0.1:1/shop?sslmode=disable&password=s3cret',
])('nor where it should have been escaped, or stands elsewhere: %s', async (db) => {
  const folder = newFolder();
  const { code, stdout, stderr } = await folder.run(['ask', 'Which colour?', '--db', db]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: .*\ncode: \w+\n$/);
  expect(stderr).not.toContain('s3cret');
  expect((await storeLocation({ db }, {}, folder.path)).command).not.toContain('s3cret');
});

test('an address is kept as it is, quoted in hints, and hidden where it holds a password', async () => {
  const { path } = newFolder();
  const at = (db: string, env = {}) => storeLocation({ db }, env, path);
  const db = 'postgres://ada@db.local/shop?schema=a&sslmode=require';
  expect(await at(db)).toMatchObject({ db, command: `askonce --db '${db}'` });
  expect(await storeLocation({}, { ASKONCE_DB: db }, path)).toMatchObject({ db, command: 'askonce' });
  const secret = 'postgres://ada:s3cret@db.local/shop';
  expect(await at(secret)).toMatchObject({
    db: secret,
    command: "askonce --db 'postgres://ada:<password>@db.local/shop'",
  });
  // The hint leads to the same store only where the variable does.
  expect((await at(secret, { ASKONCE_DB: secret })).command).toBe('askonce');
  expect((await at(secret, { ASKONCE_DB: 'other.db' })).command).toContain('<password>');
  await expect(at('mysql://db.local/shop')).rejects.toThrow('is not a kind of store that AskOnce supports');
});

test('a server that is not there and a database that is not there are errors with a code, at once', async () => {
  const [folder, { db }] = [newFolder(), await newStore()];
  for (const wrong of ['postgres://ada@127.0.0.1:1/shop', db.replace('/postgres?', '/nowhere?')]) {
    const { code, stdout, stderr } = await folder.run(['ask', 'Which colour?', '--db', wrong]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: The store postgres:.*\ncode: store_unavailable\n$/);
  }
});
