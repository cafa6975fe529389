/** A store that was named and is not there: who looks into it is told, and none is made at a mistyped path. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

const MISTYPED = join('no', 'such', 'x.db');

test.each([
  ['inbox'],
  ['history'],
  ['events'],
  ['prefs'],
  ['state', 's-1'],
  ['assumptions', 's-1'],
  ['token', 'list'],
  ['resume'],
])('%s says that there is none, and exits with 0 as where nothing is found', async (...args) => {
  const folder = newFolder();
  const { code, stderr } = await folder.run(['--db', MISTYPED, ...args]);
  const store = join(folder.path, MISTYPED);
  const told = `No store at ${store} yet. Check --db; the first question or task creates the store.\n`;
  expect({ code, stderr }).toEqual({ code: 0, stderr: told });
  expect(existsSync(join(folder.path, 'no'))).toBe(false);
});

test.each([
  ['answer', 'q-0skbfdyz01gxbg', 'YAML'],
  ['decline', 'q-0skbfdyz01gxbg'],
  ['revoke', 'q-0skbfdyz01gxbg'],
  ['cancel', 'a-0skbfdyz01gxbg'],
  ['prefs', 'forget', 'Which format?'],
  ['token', 'revoke', 't-0skbfdyz01gxbg'],
  ['resume', 'task-0skbfdyz01gxbg'],
])('%s %s fails with it', async (...args) => {
  const folder = newFolder();
  const { code, stderr } = await folder.run(args, { env: { ASKONCE_DB: MISTYPED } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: No store at .*x\.db yet\. Check ASKONCE_DB; .*\ncode: store_unavailable\n$/);
  expect(existsSync(join(folder.path, 'no'))).toBe(false);
});

test('with --json it is on stderr, and the empty list on stdout', async () => {
  const { code, stdout, stderr } = await newFolder().run(['--db', MISTYPED, 'inbox', '--json']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"items":[],"next":null}\n' });
  expect(stderr).toContain('No store at');
});

test('a project that has not asked yet is told nothing of stores', async () => {
  const { code, stderr } = await newFolder().run(['inbox']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
