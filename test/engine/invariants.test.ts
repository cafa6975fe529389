import { expect, it } from 'vitest';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores, type Row } from '../support/stores.ts';

/**
 * The control for the rules: each is attacked in the database itself, past the engine. What is refused here no process can
 * break, whatever its code does.
 */
describeOnStores('the database itself', (store) => {
  const DROP = { question: 'Should I drop the users table?', type: 'CONFIRM' } as const;

  /** A copy of the one row that fits, with some columns changed: a row that would be fine but for those. */
  async function copy(
    sql: (statement: string) => Promise<Row[]>,
    table: string,
    where: string,
    changes: Record<string, string>,
  ): Promise<Row[]> {
    const [row] = await sql(`SELECT * FROM ${table} WHERE ${where}`);
    const literal = (value: unknown) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
    const values = Object.entries(row!).map(([column, value]) => changes[column] ?? literal(value));
    return sql(`INSERT INTO ${table} (${Object.keys(row!).join(', ')}) VALUES (${values.join(', ')})`);
  }

  // shows: R1
  it('refuses a second row of a question that is pending, answered or declined', async () => {
    const { askonce, sql } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    const twin = () => copy(sql, 'clarifications', `id = '${id}'`, { id: `'q-copy'` });
    await expect(twin()).rejects.toThrow(/unique/i);
    await askonce.questions.answer(id, 'small');
    await expect(twin()).rejects.toThrow(/unique/i);
    await askonce.questions.revoke(id);
    const declined = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    await askonce.questions.decline(declined);
    const revive = (live: string) => sql(`UPDATE clarifications SET status = 'answered'${live} WHERE id = '${id}'`);
    await expect(revive('')).rejects.toThrow(/check/i);
    await expect(revive(', live = 1')).rejects.toThrow(/unique/i);
    // The control of the control: another subject is another question, and is taken.
    await copy(sql, 'clarifications', `id = '${id}'`, { id: `'q-copy'`, subject: `'another'` });
  });

  // shows: S000-TYPED
  it('refuses a clarification without one of the four types', async () => {
    const { askonce, sql } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    const other = { id: `'q-copy'`, subject: `'another'` };
    await expect(copy(sql, 'clarifications', `id = '${id}'`, { ...other, type: `'PICK_TWO'` })).rejects.toThrow(
      /check/i,
    );
    await expect(copy(sql, 'clarifications', `id = '${id}'`, { ...other, type: 'NULL' })).rejects.toThrow(
      /not null|null value/i,
    );
  });

  // shows: R2, O3-01
  it('refuses an ask beyond the cap, a number that is taken, and a cap half written', async () => {
    const { askonce, sql } = await setUp(store, { policy: 'job' });
    await askonce.session('s').ask('Which size?', { job: 'j', wait: false });
    const ask = (changes: Record<string, string>) => copy(sql, 'asks', 'true', { id: `'a-copy'`, ...changes });
    await expect(ask({})).rejects.toThrow(/unique/i);
    await expect(ask({ ask_number: '2' })).rejects.toThrow(/check/i);
    await expect(ask({ ask_number: '0' })).rejects.toThrow(/check/i);
    await expect(ask({ ask_number: 'NULL' })).rejects.toThrow(/check/i);
    await expect(ask({ cap: 'NULL', ask_number: '2' })).rejects.toThrow(/check/i);
    await expect(ask({ cap_scope: 'NULL' })).rejects.toThrow(/check/i);
    await expect(sql('UPDATE asks SET ask_number = 2')).rejects.toThrow(/check/i);
    await ask({ cap_scope: `'job:other'` });
  });

  // shows: R3
  it('refuses a pending question with an answer, and an answered one without answer, source or evidence', async () => {
    const { askonce, sql } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    const update = (set: string) => sql(`UPDATE clarifications SET ${set} WHERE id = '${id}'`);
    await expect(update(`answer = 'small'`)).rejects.toThrow(/check/i);
    await expect(update(`settled_at = 1`)).rejects.toThrow(/check/i);
    await expect(update(`status = 'answered'`)).rejects.toThrow(/check/i);
    await expect(update(`status = 'answered', answer = 'small', source = 'user'`)).rejects.toThrow(/check/i);
    await expect(update(`status = 'answered', answer = 'small', evidence = 'x'`)).rejects.toThrow(/check/i);
    await expect(update(`status = 'answered', answer = 'small', evidence = 'x', source = 'guess'`)).rejects.toThrow(
      /check/i,
    );
    await askonce.questions.answer(id, 'small');
    await expect(update(`status = 'pending'`)).rejects.toThrow(/check/i);
    expect((await askonce.questions.get(id))?.answer).toBe('small');
  });

  // Was a bug: nothing in the schema keeps an answered row from being given another answer; only the engine's compare-and-set does.
  it('refuses a second answer over the first', async () => {
    const { askonce, sql } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    await askonce.questions.answer(id, 'small');
    await expect(sql(`UPDATE clarifications SET answer = 'large' WHERE id = '${id}'`)).rejects.toThrow();
  });

  // shows: R5
  it('refuses an ask that would take silence for something without a deadline', async () => {
    const { askonce, sql } = await setUp(store);
    await askonce.session('s').ask('Which size?', { wait: false });
    for (const onTimeout of ['default', 'fallback', 'fail']) {
      await expect(sql(`UPDATE asks SET on_timeout = '${onTimeout}'`)).rejects.toThrow(/check/i);
    }
    await expect(sql(`UPDATE asks SET on_timeout = 'yes', deadline = 1`)).rejects.toThrow(/check/i);
    await expect(sql('UPDATE asks SET on_timeout = NULL')).rejects.toThrow(/not null|null value/i);
  });

  // shows: R6
  it('refuses an answer to a destructive question that is not the person’s', async () => {
    const { askonce, sql } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(DROP, { wait: false }));
    for (const source of ['input', 'preference', 'best_practice', 'history', 'default']) {
      const set = `status = 'answered', answer = 'Yes', evidence = 'x', source = '${source}'`;
      await expect(sql(`UPDATE clarifications SET ${set} WHERE id = '${id}'`)).rejects.toThrow(/check/i);
    }
    await askonce.questions.answer(id, 'yes');
    await expect(sql(`UPDATE clarifications SET source = 'preference' WHERE id = '${id}'`)).rejects.toThrow();
  });

  // shows: R7
  it('refuses a second successor of a revoked answer', async () => {
    const { askonce, sql } = await setUp(store);
    const session = askonce.session('s');
    const first = parkedId(await session.ask('Which size?', { wait: false }));
    await askonce.questions.answer(first, 'small');
    await askonce.questions.revoke(first);
    const second = parkedId(await session.ask('Which size?', { wait: false }));
    const other = { id: `'q-copy'`, subject: `'another'` };
    await expect(copy(sql, 'clarifications', `id = '${second}'`, other)).rejects.toThrow(/unique/i);
  });

  it('refuses an item that waits for nothing, and rows that belong to nothing', async () => {
    const { askonce, sql } = await setUp(store);
    await askonce.session('s').ask('Which size?', { wait: false });
    await expect(sql('UPDATE ask_items SET clarification_id = NULL')).rejects.toThrow(/check/i);
    await expect(sql(`UPDATE ask_items SET outcome = 'maybe'`)).rejects.toThrow(/check/i);
    await expect(copy(sql, 'ask_items', 'true', { ask_id: `'a-none'` })).rejects.toThrow(/foreign/i);
    await expect(copy(sql, 'asks', 'true', { id: `'a-2'`, session_id: `'none'` })).rejects.toThrow(/foreign/i);
  });
});
