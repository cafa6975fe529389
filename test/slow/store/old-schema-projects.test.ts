/** A store from before ids belonged to projects, in which two projects worked: each finds its own under the names it gave. */
import { describe, expect, it } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import { definePolicy } from '../../../src/library/policy-input.ts';
import { filled, type Kind, type Place, workIn } from '../../support/copying.ts';
import { oldStore } from '../../support/old-store.ts';
import { only, parkedId, trail } from '../../support/open.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];
const BEFORE = 18;
const [FIRST, SECOND] = ['/first', '/second'];
const COLOUR = 'Which colour should the button have?';
const PLAIN = { wait: false } as const;

const CAPPED = definePolicy({ extends: 'job', cap: 2, scope: 'asker', onCap: 'fallback', resolvers: [] });

/** Works under names with this prefix: in a session, and on a job that ran and left a log, a result and an assumption. */
async function work(askonce: AskOnce, prefix: string): Promise<void> {
  const session = askonce.session(`${prefix}-s`, { policy: CAPPED, asker: 'a "quoted" ünïcödé'.replaceAll(' ', '-') });
  await askonce.questions.answer(parkedId(await session.ask(COLOUR, PLAIN)), 'red');
  await session.ask('Which size?', PLAIN);
  await session.assume({ decision: `as ${prefix}`, job: `${prefix}-j` });
  const runner = askonce.runner({
    executor: async (job, { once, log, ask }) => {
      log(`of ${job.id}`);
      await once('deploy', () => prefix);
      return (await ask('Which shape?', {})).status;
    },
  });
  await askonce.jobs.queue('Build it', { id: `${prefix}-j`, session: `${prefix}-s-of-job` });
  await runner.start();
  await runner.idle();
  await runner.stop();
}

async function leave(place: Place): Promise<void> {
  const askonce = await workIn(place, undefined, FIRST);
  for (const prefix of ['a', 'b']) await work(askonce, prefix);
  await askonce.session('a-most').ask(COLOUR, PLAIN);
  await askonce.preferences.set('Which test runner?', 'vitest');
  await askonce.close();
}

/** What belongs to `b-…` was the second project's. */
async function left(kind: Kind): Promise<Place> {
  const old = await oldStore(kind, await filled(kind, leave), BEFORE);
  await old.sql(`UPDATE sessions SET project = '${SECOND}' WHERE id LIKE 'b-%'`);
  for (const table of ['jobs', 'clarifications'])
    await old.sql(`UPDATE ${table} SET project = '${SECOND}' WHERE session_id LIKE 'b-%'`);
  return old;
}

describe.each(KINDS)('a store from before ids belonged to projects (%s)', (kind) => {
  it('really is one', async () => {
    const old = await left(kind);
    await expect(old.sql('SELECT * FROM projects')).rejects.toThrow('projects');
    expect(await old.sql('SELECT DISTINCT project FROM sessions ORDER BY project')).toHaveLength(2);
  });

  it('leaves to each project what it had, under the names it gave', async () => {
    const old = await left(kind);
    for (const [project, prefix, other] of [
      [SECOND, 'b', 'a'],
      [FIRST, 'a', 'b'],
    ] as const) {
      const askonce = await workIn(old, undefined, project);
      const session = askonce.session(`${prefix}-s`);
      expect(only(await session.ask(COLOUR, PLAIN))).toMatchObject({ answer: 'red', source: 'history' });
      // Both asks of the cap were used before.
      expect(only(await session.ask('Which font?', PLAIN))).toMatchObject({ outcome: 'fallback' });
      expect((await session.assumptions()).items).toMatchObject([{ decision: `as ${prefix}`, job: `${prefix}-j` }]);
      expect((await session.history()).items).toHaveLength(1);
      expect((await askonce.jobs.log(`${prefix}-j`)).map(({ line }) => line)).toContain(`of ${prefix}-j`);
      expect((await askonce.jobs.list()).items).toMatchObject([{ id: `${prefix}-j`, session: `${prefix}-s-of-job` }]);
      const waits = (await askonce.questions.list({ session: `${prefix}-s-of-job`, status: 'pending' })).items;
      await askonce.questions.answer(waits[0]!.id, 'round');
      const runner = askonce.runner({
        executor: async (_, { once, ask }) =>
          `${await once('deploy', () => 'again')} ${(await ask('Which shape?')).answer}`,
      });
      await runner.start();
      await runner.idle();
      await runner.stop();
      expect(await askonce.jobs.get(`${prefix}-j`)).toMatchObject({ state: 'COMPLETE', result: `${prefix} round` });
      expect(await askonce.jobs.get(`${other}-j`)).toBeNull();
      expect((await askonce.history({ session: `${other}-s` })).items).toEqual([]);
      const names = new Set((await trail(askonce)).flatMap(({ session: name }) => name ?? []));
      expect([...names].toSorted()).toEqual(['a-most', 'a-s', 'a-s-of-job', 'b-s', 'b-s-of-job']);
    }
    const first = await workIn(old, undefined, FIRST);
    const answers = (await first.preferences.list()).items.map(({ answer }) => answer);
    expect(answers).toContain('vitest');
  });

  it('keeps its rules: the trail is append-only, and what rows refer to is there', async () => {
    const old = await left(kind);
    await (await workIn(old, undefined, SECOND)).close();
    await expect(old.sql(`UPDATE events SET type = 'x'`)).rejects.toThrow('append-only');
    if (kind === 'SQLite') expect(await old.sql('PRAGMA foreign_key_check')).toEqual([]);
    else {
      const deferrable = `SELECT conname FROM pg_constraint WHERE condeferrable AND connamespace = current_schema()::regnamespace`;
      expect(await old.sql(deferrable)).toEqual([]);
    }
    expect(await old.sql(`SELECT id FROM sessions WHERE id LIKE 'b-%' AND id NOT LIKE '% 1'`)).toEqual([]);
    expect(await old.sql(`SELECT id FROM sessions WHERE id LIKE 'a-%' AND id LIKE '% %'`)).toEqual([]);
  });
});
