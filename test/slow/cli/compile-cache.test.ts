/** Compiled code is kept where only its user can write: Node runs what it finds there. */
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

/** A machine of its own: its shared temp folder, and its user's cache folder. */
function machine() {
  const { path, run } = newFolder();
  const [temp, cache] = [join(path, 'temp'), join(path, 'cache')];
  mkdirSync(temp);
  const env = { TMPDIR: temp, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: '' };
  const started = async () => expect((await run(['--help'], { env })).code).toBe(0);
  return { temp, own: join(cache, 'askonce'), folder: join(cache, 'askonce', 'compile-cache'), started };
}

test('it is kept in a private folder of the user’s, and nothing in the shared one', async () => {
  const { temp, own, folder, started } = machine();
  await started();
  expect(readdirSync(temp)).toEqual([]);
  expect(readdirSync(folder)).not.toEqual([]);
  for (const path of [own, folder]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

test.each(['own', 'folder'] as const)('it is kept nowhere if others can write there: %s', async (open) => {
  const { temp, started, ...folders } = machine();
  mkdirSync(folders.folder, { recursive: true, mode: 0o700 });
  chmodSync(folders[open], 0o770);
  await started();
  expect(readdirSync(folders.folder)).toEqual([]);
  expect(readdirSync(temp)).toEqual([]);
});

test('it is kept nowhere if the place is a link', async () => {
  const { temp, own, folder, started } = machine();
  mkdirSync(own, { recursive: true, mode: 0o700 });
  mkdirSync(join(temp, 'planted'), { mode: 0o700 });
  symlinkSync(join(temp, 'planted'), folder);
  await started();
  expect(readdirSync(join(temp, 'planted'))).toEqual([]);
});

test('it is kept nowhere if the folder is another user’s', async () => {
  const { temp, folder, started } = machine();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Only root can give a folder away; for others, one that cannot be written comes close.
  if (process.getuid!() === 0) chownSync(folder, 65_534, 65_534);
  else chmodSync(folder, 0o500);
  await started();
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(temp)).toEqual([]);
});
