/**
 * The conformance suite can fail: each of these stores is wrong in one way, and the cases that are about it say so. Every case
 * is seen to fail at least once. That they pass where nothing is broken is conformance.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeConformance } from '../../../src/testing/index.ts';
import { BROKEN_ACCESS } from './broken/access.ts';
import { BROKEN_APPROVALS } from './broken/approvals.ts';
import { BROKEN_ASSUMPTIONS } from './broken/assumptions.ts';
import { CAUGHT } from './broken/caught.ts';
import { BROKEN_DECISIONS } from './broken/decisions.ts';
import { BROKEN_INSIGHT } from './broken/insight.ts';
import { BROKEN_JOB_QUESTIONS } from './broken/job-questions.ts';
import { BROKEN_JOBS } from './broken/jobs.ts';
import { BROKEN_KEEPING } from './broken/keeping.ts';
import { BROKEN_KEYS } from './broken/keys.ts';
import { BROKEN_LESSONS } from './broken/lessons.ts';
import { BROKEN_PROJECTS } from './broken/projects.ts';
import { BROKEN_READING } from './broken/reading.ts';
import { BROKEN_RUNS } from './broken/runs.ts';
import { BROKEN_WATCHING } from './broken/watching.ts';
import { BROKEN_WHOSE } from './broken/whose.ts';
import type { Broken } from './broken/wrapping.ts';

const BROKEN = [
  ...BROKEN_DECISIONS,
  ...BROKEN_KEEPING,
  ...BROKEN_LESSONS,
  ...BROKEN_READING,
  ...BROKEN_WATCHING,
  ...BROKEN_JOBS,
  ...BROKEN_JOB_QUESTIONS,
  ...BROKEN_RUNS,
  ...BROKEN_ACCESS,
  ...BROKEN_APPROVALS,
  ...BROKEN_ASSUMPTIONS,
  ...BROKEN_INSIGHT,
  ...BROKEN_KEYS,
  ...BROKEN_PROJECTS,
  ...BROKEN_WHOSE,
];

/** What these do not tell is waited for in vain; of all others a case must say what is wrong before its patience ends. */
const SILENT = [
  'tells watchers nothing',
  'tells events without their data',
  'begins to watch a little later',
  'keeps the data of each opening to itself',
];

function casesOver({ name: store, open }: Broken): ReadonlyMap<string, () => Promise<void>> {
  const factory = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'askonce-broken-'));
    return { open: () => open(folder), close: async () => rmSync(folder, { recursive: true, force: true }) };
  };
  const patience = SILENT.includes(store) ? 1_000 : 20_000;
  return new Map(storeConformance(factory, { patience }).map(({ name, run }) => [name, run]));
}

const catches = Object.entries(CAUGHT).flatMap(([subject, stores]) =>
  Object.entries(stores).flatMap(([store, sentences]) =>
    sentences.map((sentence) => ({ store, name: `${subject}: ${sentence}` })),
  ),
);

describe('the store conformance suite catches a store that', () => {
  for (const { store, name } of catches) {
    it(`${store} (${name})`, async () => {
      const run = casesOver(BROKEN.find((one) => one.name === store)!).get(name)!;
      const error = await run().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(TypeError);
      if (!SILENT.includes(store)) expect(String(error)).not.toContain('did not come to an end');
    });
  }

  it('is in the table, as every case is', () => {
    expect(new Set(catches.map(({ store }) => store))).toEqual(new Set(BROKEN.map(({ name }) => name)));
    expect(new Set(catches.map(({ name }) => name))).toEqual(new Set(casesOver(BROKEN[0]!).keys()));
  });
});
