import { expect, it } from 'vitest';
import { gathering, type LogLines } from '../../src/store/runs.ts';

const lines = (...texts: string[]) => texts.map((line) => ({ at: 0, stream: 'stdout' as const, line }));
const shown = (logs: readonly LogLines[]) =>
  logs.map(({ job, lines }) => `${job}: ${lines.map(({ line }) => line).join(' ')}`);

it('lines of many jobs that come together are written together, and those that come meanwhile after them', async () => {
  const writes: string[][] = [];
  const held = Promise.withResolvers<void>();
  const append = gathering(async (logs) => {
    writes.push(shown(logs));
    if (writes.length === 1) await held.promise;
  });
  const first = ['b', 'a', 'b'].map((job, n) => append(job, lines(`${n}`)));
  await new Promise((resolve) => setImmediate(resolve));
  const later = ['c', 'a'].map((job, n) => append(job, lines(`later ${n}`)));
  held.resolve();
  await Promise.all([...first, ...later]);
  await append('a', lines('last'));
  expect(writes).toEqual([['a: 1', 'b: 0 2'], ['a: later 1', 'c: later 0'], ['a: last']]);
});

it('of calls that fail together only the faulty one fails', async () => {
  const written: string[] = [];
  const append = gathering(async (logs) => {
    if (logs.some(({ job }) => job === 'unknown')) throw new Error('no such job');
    written.push(...shown(logs));
  });
  const settled = await Promise.allSettled(['a', 'unknown', 'b'].map((job) => append(job, lines('said'))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual(['a: said', 'b: said']);
});

it('a write is not larger than it need be', async () => {
  const sizes: number[] = [];
  const append = gathering(async (logs) => void sizes.push(logs.reduce((sum, log) => sum + log.lines.length, 0)));
  const many = Array.from({ length: 3_000 }, () => '');
  await Promise.all(['a', 'b', 'c', 'd'].map((job) => append(job, lines(...many, ...many))));
  expect(sizes).toEqual([6_000, 6_000, 6_000, 6_000]);
});
