/** The driver is the application's: it may be missing, and it may have been told to read values in the application's own way. */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresBench } from '../../store/postgres-bench.ts';
import { endOf, nextEvent, parkedId, trail } from '../../support/open.ts';

describe('the driver', () => {
  it('that is not installed is asked for by its name', () => {
    const program = `
      import { registerHooks } from 'node:module';
      registerHooks({
        resolve(name, context, next) {
          if (name !== 'pg') return next(name, context);
          throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
        },
      });
      const { openAskOnce } = await import(${JSON.stringify(import.meta.resolve('../../../src/index.ts'))});
      await openAskOnce({ db: 'postgres://me:hush@127.0.0.1:1/db', project: '/' }).catch(({ code, message }) => {
        console.log(JSON.stringify({ code, message }));
      });`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      code: 'store_unavailable',
      message: 'PostgreSQL needs the package pg. Run: npm install pg',
    });
  });

  it('whose ways of reading values the application has changed reads ours as ever', async () => {
    const { INT2, INT4, INT8, FLOAT8, BOOL, TEXT, JSON: JSON_TYPE } = pg.types.builtins;
    for (const type of [INT2, INT4, INT8, FLOAT8, BOOL, TEXT, JSON_TYPE]) {
      const before = pg.types.getTypeParser(type, 'text');
      onTestFinished(() => pg.types.setTypeParser(type, before));
      pg.types.setTypeParser(type, (value) => ({ ours: value }));
    }
    const bench = await postgresBench();
    const [askonce, other] = [await bench.open(), await bench.open()];
    const told = nextEvent(other, 'clarification.answered');
    await other.questions.list({ status: 'pending' });
    const id = parkedId(await askonce.session('s').ask('Which colour?', { job: 'j', wait: false }));
    expect(await other.questions.answer(id, 'green')).toMatchObject({
      status: 'accepted',
      clarification: { confidence: 1 },
    });
    expect((await endOf(told)).clarification).toBe(id);
    expect(await other.questions.get(id)).toMatchObject({ destructive: false, answer: 'green' });
    expect(await other.jobs.get('j')).toMatchObject({ state: 'RUNNING' });
    expect((await other.preferences.list()).items).toMatchObject([{ times: 1 }]);
    expect((await trail(other)).map(({ seq }) => typeof seq)).toContain('number');
  });
});
