/** The prompt and the person's store: the one of `askonce up`, once there is one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newPerson } from '../support/person.ts';
import { asks, enter, FORMAT, newestTask, newPlace } from './at-repl.ts';

const OWN = '.askonce/askonce.db';

it('a prompt asks in the person’s store; one that was started before keeps the project’s own, and up says so', async () => {
  const { env } = newPerson();
  const place = newPlace({ settle: asks(FORMAT) });
  const run = (...args: string[]) => place.run(args, { env });
  const picker = (rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML'));
  const before = await place.open({ env });
  enter(before, 'settle it');
  await before.waitFor(picker);
  const { code, stderr } = await run('up', '--port', '0');
  expect(code).toBe(0);
  expect(stderr).toMatch(/^1 question is waiting in .*\n.* own store is in use, by an agent or a prompt/);

  const after = await place.open({ env });
  enter(after, 'settle it');
  await after.waitFor(picker);
  const task = newestTask(after);
  const { items } = JSON.parse((await run('inbox', '--json')).stdout);
  expect(items).toMatchObject([{ question: FORMAT.question, job: task }]);
  expect(await run('answer', items[0].id, 'TOML')).toMatchObject({ code: 0 });
  await after.waitFor('COMPLETE');
  // Of the other one the question is still open.
  expect(before.screen().join('\n')).toContain('❯ 1  YAML');
  expect(existsSync(join(place.path, OWN))).toBe(true);
  const [own] = JSON.parse((await run('inbox', '--json', '--db', OWN)).stdout).items;
  expect(await run('answer', own.id, 'JSON', '--db', OWN)).toMatchObject({ code: 0 });
  await before.waitFor('COMPLETE');
});
