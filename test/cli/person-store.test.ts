/** Which store a command uses: the person's own once there is one, unless something says otherwise. */
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepTrust, sha256 } from '../../src/config/trust.ts';
import { boundedLog } from '../../src/surfaces/cli/person/bounded-log.ts';
import { personPlaces } from '../../src/surfaces/cli/person/places.ts';
import { storeLocation } from '../../src/surfaces/cli/store-location.ts';
import { dataFolder } from '../../src/util/data-folder.ts';
import { keptOutOfHome } from '../support/home.ts';

/** A project, and the data folder of a person who has started `askonce up` once. */
function places(hasStore = true) {
  const root = mkdtempSync(join(tmpdir(), 'askonce-person-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [project, data] = [join(root, 'shop'), join(root, 'data')];
  mkdirSync(join(project, '.git'), { recursive: true });
  const env = { XDG_DATA_HOME: data };
  const { folder, db } = personPlaces(env);
  mkdirSync(folder, { recursive: true });
  if (hasStore) writeFileSync(db, '', { mode: 0o600 });
  const at = (options: { db?: string } = {}, more: Record<string, string> = {}) =>
    storeLocation(options, { ...env, ...more }, project);
  return { project, db, folder, own: join(project, '.askonce', 'askonce.db'), at };
}

function trusted(project: string, config: { db?: string; store?: 'project' }): void {
  const file = join(project, 'askonce.config.json');
  writeFileSync(file, JSON.stringify(config));
  keepTrust(file, { sha256: sha256(readFileSync(file)), config });
}

it('is the project’s own until the person has one, and the person’s from then on', async () => {
  const before = places(false);
  expect(await before.at()).toMatchObject({ db: before.own, whose: 'project', notPersons: null });
  const after = places();
  expect(await after.at()).toMatchObject({ db: after.db, whose: 'person', project: after.project });
});

it('is the one of --db, else of ASKONCE_DB, else of a trusted config file, whatever the person has', async () => {
  const { at, project, db } = places();
  expect(await at({ db: 'a.db' }, { ASKONCE_DB: 'b.db' })).toMatchObject({ db: join(project, 'a.db'), whose: 'named' });
  expect(await at({}, { ASKONCE_DB: 'b.db' })).toMatchObject({ db: join(project, 'b.db'), whose: 'named' });
  trusted(project, { db: 'c.db' });
  expect(await at()).toMatchObject({ db: join(project, 'c.db'), whose: 'named' });
  trusted(project, {});
  expect((await at()).db).toBe(db);
});

it('is the project’s own if its trusted config file says so, and not if an untrusted one does', async () => {
  const { at, project, db, own } = places();
  writeFileSync(join(project, 'askonce.config.json'), '{"store":"project"}');
  expect(await at()).toMatchObject({ db, untrusted: { text: expect.stringContaining('store is not used') } });
  trusted(project, { store: 'project' });
  expect(await at()).toMatchObject({ db: own, whose: 'project', untrusted: null });
  // What was trusted holds after a change: otherwise the change would separate those who ask from those who answer.
  writeFileSync(join(project, 'askonce.config.json'), '{"store":"project","language":"ja"}');
  expect(await at()).toMatchObject({ db: own });
  writeFileSync(join(project, 'askonce.config.json'), '{"store":"mine"}');
  await expect(at()).rejects.toThrow(/store.*"project"/);
});

it('is the project’s own, with a line that says so, where the person’s cannot be reached', async () => {
  const { at, own, folder, db } = places();
  rmSync(folder, { recursive: true });
  // A link in a circle cannot be followed by any user, root included.
  symlinkSync(folder, folder);
  const location = await at();
  expect(location).toMatchObject({ db: own, whose: 'project' });
  expect(location.notPersons).toContain(`${db} cannot be used here`);
  expect(location.notPersons).toContain(own);
  // A hint is copied to where the person's store can be reached, and has to find this one there.
  expect(location.command).toBe(`askonce --db ${own}`);
});

it('keeps the data of a person where the platform does', () => {
  const env = { HOME: '/home/ada', XDG_DATA_HOME: 'relative' };
  expect(dataFolder(env, 'linux')).toBe('/home/ada/.local/share');
  expect(dataFolder(env, 'darwin')).toBe('/home/ada/Library/Application Support');
  expect(dataFolder({ ...env, XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data');
  expect(dataFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe('/local');
});

it('begins the log of the server anew once it is full, and keeps the last full one', () => {
  const { folder } = places(false);
  const file = join(folder, 'server.log');
  const log = boundedLog(file, openSync(file, 'a', 0o600), 1_000);
  for (let n = 0; n < 500; n += 1) log.write(`line ${n}\n`);
  const [now, before] = [readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8')];
  expect(now.length).toBeLessThanOrEqual(1_000);
  expect(before.length).toBeLessThan(1_100);
  expect(before + now).toMatch(/^line \d+\n[\s\S]*line 499\n$/);
  expect(statSync(`${file}.1`).mode & 0o077).toBe(0);
});

it('is guarded in tests: a child that would use the real home is not started', () => {
  const home = '/home/ada';
  expect(() => keptOutOfHome({ HOME: home, XDG_STATE_HOME: tmpdir() }, home)).toThrow(/A test would use/);
  const scratch = { HOME: home, XDG_DATA_HOME: tmpdir(), XDG_CONFIG_HOME: tmpdir(), XDG_STATE_HOME: tmpdir() };
  expect(keptOutOfHome(scratch, home)).toBe(scratch);
});
