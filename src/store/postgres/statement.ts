/**
 * One statement writes the decisions of many callers, each entirely or not at all, in one round trip and one commit.
 *
 * It begins by locking and comparing what the decisions depend on (guards.ts), always in the same order, so that no two statements wait for
 * each other: clarifications by id, jobs by id, sessions by id. A statement that waited there for another commit compares with the newest
 * row. A decision for which something differs is left out; the caller reads and decides again. Only then come the changes, of the others
 * alone. New rows that can meet a unique index are inserted in the order of that index.
 *
 * Rows that are not as they must be by then violate a constraint or call `lost_race()`, and everything is rolled back.
 *
 * The statement has no part that the current batch does not need: a plan's parts cost time even if they find nothing to do. There are as
 * many texts as combinations, a few dozen, each prepared once.
 */

import { Inputs, type Writing } from './inputs.ts';
import { BatchStatement } from './statement-batch.ts';
import { LoneStatement } from './statement-lone.ts';

const statements = new Map<string, { name: string; text: string }>();

export function statementFor(writing: Writing): { name: string; text: string; values: unknown[] } {
  const inputs = new Inputs(writing);
  const { shape } = inputs;
  let statement = statements.get(shape);
  if (!statement) {
    const { text } = inputs.lone ? new LoneStatement(inputs) : new BatchStatement(inputs);
    // A prepared statement's name has 63 bytes; its shape may have more.
    statement = { name: `write ${statements.size}`, text };
    statements.set(shape, statement);
  }
  return { ...statement, values: inputs.values() };
}
