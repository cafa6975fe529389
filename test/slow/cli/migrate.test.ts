import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { postgresAddress } from '../../../src/store/postgres/address.ts';
import { copyProgress } from '../../../src/surfaces/cli/migrate-progress.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { DIRECTIONS, everythingIn, fill, fillWithMany, newPlace, type Place } from '../../support/copying.ts';

function migrate(folder: Folder, from: Place, to: Place, ...more: string[]) {
  return folder.run(['migrate', '--from', from.db, '--to', to.db, ...more]);
}

/** A store as people are shown it. */
function shown({ kind, db }: Place): string {
  return kind === 'SQLite' ? db : postgresAddress(db).shown;
}

test.each(DIRECTIONS)('from %s to %s: a line a table on the way, and both sides compared at the end', async (a, b) => {
  const [folder, from, to] = [newFolder(), await newPlace(a), await newPlace(b)];
  await fill(from);
  const { code, stdout, stderr } = await migrate(folder, from, to);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^table +source rows +copy rows +source sha256 +copy sha256$/);
  const compared = lines.slice(1, -1).map((line) => line.split(/ {2,}/));
  expect(compared.map(([table]) => table)).toEqual([
    'projects',
    'sessions',
    'jobs',
    'workers',
    'job_results',
    'job_log',
    'clarifications',
    'asks',
    'ask_items',
    'assumptions',
    'preferences',
    'tokens',
    'secrets',
    'webhooks',
    'channels',
    'channel_messages',
    'events',
  ]);
  for (const [, sourceRows, copyRows, sourceSum, copySum, verdict] of compared) {
    expect(copyRows).toBe(sourceRows);
    expect(sourceSum).toMatch(/^[0-9a-f]{12}$/);
    expect(copySum).toBe(sourceSum);
    expect(verdict).toBe('same');
  }
  expect(lines.at(-1)).toBe(`Copied ${await totalOf(to)} rows. ${shown(to)} is ready.`);
  for (const line of lines.slice(0, -1)) expect(line.length).toBeLessThanOrEqual(80);
  expect(stderr).toMatch(
    /^Reading the source …\nCopying: projects \d+ of \d+\n(?:Copying: .*\n){16}Reading the copy back …\n$/,
  );
  expect(await everythingIn(to)).toEqual(await everythingIn(from));

  const id = JSON.parse((await folder.run(['inbox', '--json', '--db', to.db])).stdout).items[0].id;
  expect(await folder.run(['answer', id, '1', '--db', to.db])).toMatchObject({ code: 0 });
  expect(await migrate(folder, from, to)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .* is not empty\..*\ncode: store_not_empty\n$/),
  });
});

test('--json gives the whole report as one object', async () => {
  const [folder, from, to] = [newFolder(), await newPlace('SQLite'), await newPlace('PostgreSQL')];
  await fill(from);
  const { code, stdout } = await migrate(folder, from, to, '--json');
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ from: shown(from), to: shown(to), complete: true, sourceChanged: false });
  expect(Object.keys(report)).toEqual(['from', 'to', 'complete', 'tables', 'rows', 'lastEvent', 'sourceChanged']);
  const side = { rows: expect.any(Number), checksum: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(report.tables).toHaveLength(17);
  for (const table of report.tables) {
    expect(table).toEqual({ table: expect.any(String), source: side, copy: side, same: true });
  }
});

test.each(DIRECTIONS)(
  'from %s to %s: killed at any moment, the same command goes on and ends the same',
  async (a, b) => {
    const [folder, from, to] = [newFolder(), await newPlace(a), await newPlace(b)];
    await fillWithMany(from, 3_000);
    const expected = await everythingIn(from);
    let kills = 0;
    for (let run = 0; run < 5; run += 1) {
      const started = folder.start(['migrate', '--from', from.db, '--to', to.db]);
      const working = await Promise.race([started.stderrShows(/^Copying|^Going on/m).then(() => true), started.ended]);
      if (working !== true) break;
      await sleep(Math.random() * 80);
      started.child.kill('SIGKILL');
      if ((await started.ended).code === 0) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    const last = await migrate(folder, from, to);
    // The last kill may have come after the last commit.
    if (last.code !== 0) expect(last.stderr).toContain('code: store_not_empty');
    expect(await everythingIn(to)).toEqual(expected);
    expect(await folder.run(['inbox', '--limit', '1', '--db', to.db])).toMatchObject({ code: 0, stderr: '' });
  },
);

test('Press Ctrl-C to stop with 130 and says how to go on; until then nobody can work in the copy', async () => {
  const [folder, from, to] = [newFolder(), await newPlace('SQLite'), await newPlace('PostgreSQL')];
  await fillWithMany(from, 5_000);
  const started = folder.start(['migrate', '--from', from.db, '--to', to.db]);
  await started.stderrShows(/^Copying: sessions/m);
  started.child.kill('SIGINT');
  const stopped = await started.ended;
  expect(stopped).toMatchObject({ code: 130, stdout: '' });
  expect(stopped.stderr).toMatch(/Stopped\. Run the same command again to continue\.\n$/);
  const refused = await folder.run(['ask', 'Which planet?', '--db', to.db]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(
    `askonce migrate --from '${from.db}' --to '${shown(to)}'\`\ncode: store_unfinished\n`,
  );
  const resumed = await migrate(folder, from, to);
  expect(resumed).toMatchObject({ code: 0 });
  expect(resumed.stderr).toMatch(/^Resuming an unfinished copy: [\d,]+ of [\d,]+ rows are copied\.$/m);
});

test('a copy that differs from its source is an error, with both sides shown', async () => {
  const [folder, from, to] = [newFolder(), await newPlace('SQLite'), await newPlace('SQLite')];
  await fill(from);
  // A trigger of somebody's in the target stands for whatever could go wrong in it.
  await folder.run(['prefs', 'set', 'Which colour?', 'blue', '--db', to.db]);
  await to.sql('DELETE FROM preferences');
  await to.sql('DROP TRIGGER events_are_not_deleted');
  await to.sql('DELETE FROM events');
  await to.sql(
    `CREATE TRIGGER meddling AFTER INSERT ON preferences BEGIN UPDATE preferences SET answer = 'x' WHERE origin = 'set'; END`,
  );
  const { code, stdout, stderr } = await migrate(folder, from, to);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^preferences +(\d+) +\1 +\w{12} +\w{12} +DIFFERS$/m);
  expect(stdout).toMatch(/^events .* same$/m);
  expect(stderr).toMatch(/error: .*differs from its source in preferences,.*\ncode: copy_differs\n$/);
  const json = await migrate(folder, from, to, '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    error: { code: 'copy_differs', details: { tables: expect.any(Array) } },
  });
  await to.sql('DROP TRIGGER meddling');
  expect(await migrate(folder, from, to)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('has changed since the unfinished copy: starting over'),
  });
});

test('what cannot be copied is an error with its code, and no password is printed', async () => {
  const [folder, from] = [newFolder(), await newPlace('SQLite')];
  await fill(from);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await folder.run(['migrate', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toContain('s3cret');
    return /\ncode: (\w+)\n$/.exec(stderr)?.[1];
  };
  const away = 'postgres://ada:s3cret@127.0.0.1:1/shop';
  expect(await run('--from', from.db)).toBe('usage');
  expect(await run('--from', from.db, '--to', from.db)).toBe('usage');
  expect(await run('--from', 'none.db', '--to', 'to.db')).toBe('store_unavailable');
  expect(await run('--from', from.db, '--to', away)).toBe('store_unavailable');
  expect(await run('--from', away, '--to', 'to.db')).toBe('store_unavailable');
  expect(await run('--from', from.db, '--to', 'mysql://ada:s3cret@db.local/shop')).toBe('store_unavailable');
  expect(await run('--from', from.db, '--to', from.db.replace('askonce.db', './askonce.db'))).toBe('usage');
});

test('where an unfinished copy came from an address with a password, it is kept and told without', async () => {
  const [folder, from, to] = [newFolder(), await newPlace('PostgreSQL'), await newPlace('PostgreSQL')];
  await fillWithMany(from, 5_000);
  const secret = (place: Place) => place.db.replace('@', ':s3cret@');
  const started = folder.start(['migrate', '--from', secret(from), '--to', secret(to)]);
  await started.stderrShows(/^Copying: sessions/m);
  started.child.kill('SIGINT');
  await started.ended;
  const refused = await folder.run(['inbox', '--db', secret(to)]);
  expect(refused.stderr).toContain(`askonce migrate --from '${shown(from)}' --to '${shown(to)}'`);
  const [kept] = await to.sql('SELECT (SELECT copying FROM store) AS copying, mark FROM copying');
  expect(JSON.stringify(kept)).not.toContain('s3cret');
  // The same source, whoever connects to it.
  expect((await migrate(folder, from, to)).stderr).toContain('Resuming an unfinished copy');
});

test('on a terminal each table has one line, which is written over', () => {
  const told = (isTTY: boolean) => {
    let text = '';
    const output = {
      isTTY,
      write(more: string) {
        text += more;
      },
    };
    const progress = copyProgress(output);
    progress.tell({ news: 'reading', table: 'sessions', done: 1, total: 2 });
    progress.tell({ news: 'reading', table: 'jobs', done: 1, total: 1 });
    progress.tell({ news: 'resumed', done: 1_000, total: 5_000 });
    progress.tell({ news: 'copying', table: 'asks', done: 0, total: 2_000 });
    progress.tell({ news: 'copying', table: 'asks', done: 2_000, total: 2_000 });
    progress.tell({ news: 'copying', table: 'events', done: 500, total: 500 });
    progress.tell({ news: 'checking', table: 'sessions', done: 2, total: 2 });
    progress.end();
    progress.end();
    return text;
  };
  // What a terminal shows: a carriage return and “erase the line” begin a line anew.
  const seen = told(true)
    .split('\n')
    .map((line) => line.split('\r\x1b[K').at(-1))
    .join('\n');
  expect(seen).toBe(
    [
      'Reading the source: jobs 1 of 1',
      'Resuming an unfinished copy: 1,000 of 5,000 rows are copied.',
      'Copying: asks 2,000 of 2,000',
      'Copying: events 500 of 500',
      'Reading the copy back: sessions 2 of 2',
      '',
    ].join('\n'),
  );
  expect(told(false)).toBe(
    [
      'Reading the source …',
      'Resuming an unfinished copy: 1,000 of 5,000 rows are copied.',
      'Copying: asks 2,000 of 2,000',
      'Copying: events 500 of 500',
      'Reading the copy back …',
      '',
    ].join('\n'),
  );
});

async function totalOf(place: Place): Promise<string> {
  const counts = Object.values(await everythingIn(place)).map((rows) => rows.length);
  return counts.reduce((sum, count) => sum + count, 0).toLocaleString('en-US');
}
