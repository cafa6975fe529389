import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LATER, type Later, REQUIREMENTS, type Requirement } from '../requirements.ts';
import { citationsIn, coverageFaults, type TestSource } from './requirement-coverage.ts';

const TEST_DIR = new URL('..', import.meta.url);

function readTests(): TestSource[] {
  return globSync('**/*.test.ts', { cwd: TEST_DIR })
    .toSorted()
    .map((path) => ({ path: `test/${path}`, text: readFileSync(new URL(path, TEST_DIR), 'utf8') }));
}

describe('the requirements', () => {
  const sources = readTests();

  it('are each shown by a test or wait on the dated list, and every citation is of one that exists', () => {
    const faults = coverageFaults(REQUIREMENTS, LATER, citationsIn(sources));
    expect(faults.map(({ kind, id, hint }) => `${kind}: ${id} (${hint})`)).toEqual([]);
  });

  it('are looked for in test files that were really found', () => {
    expect(sources.map(({ path }) => path)).toContain('test/meta/requirements.test.ts');
  });

  it('name every defect of the three lists of origins and all ten rules', () => {
    const ids = new Set<string>(REQUIREMENTS.map(({ id }) => id));
    const numbered = (list: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${list}-${String(index + 1).padStart(2, '0')}`);
    const rules = Array.from({ length: 10 }, (_, index) => `R${index + 1}`);
    const expected = [...numbered('O1', 12), ...numbered('O2', 6), ...numbered('O3', 3), ...rules];
    expect(expected.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the check of the requirements', () => {
  const requirement = (id: string): Requirement => ({ id, source: 'made up', text: 'made up' });
  const waiting: Later = { until: 'issue 99', since: '2026-11-15' };
  const testFile = (...lines: string[]): TestSource => ({ path: 'test/x.test.ts', text: lines.join('\n') });
  const faultsOf = (ids: string[], later: Record<string, Later>, ...lines: string[]) =>
    coverageFaults(ids.map(requirement), later, citationsIn([testFile(...lines)])).map(({ kind, id }) => [kind, id]);

  it('has nothing to say where every id is cited or waits', () => {
    expect(faultsOf(['A', 'B', 'C'], { C: waiting }, '  // shows: A, B', "  it('works', () => {});")).toEqual([]);
  });

  it('reports an id that no test cites', () => {
    expect(faultsOf(['A', 'B'], {}, '// shows: A')).toEqual([['uncited', 'B']]);
  });

  it('reports an id that still waits although a test cites it', () => {
    expect(faultsOf(['A'], { A: waiting }, '// shows: A')).toEqual([['later though cited', 'A']]);
  });

  it('reports a citation of an id that does not exist, and one of nothing', () => {
    expect(faultsOf(['A'], {}, '// shows: A, Z', '// shows:')).toEqual([
      ['unknown citation', 'Z'],
      ['unknown citation', ''],
    ]);
  });

  it('reports an id that is given twice', () => {
    expect(faultsOf(['A', 'A'], {}, '// shows: A')).toEqual([['duplicate id', 'A']]);
  });

  it('reports a waiting id that does not exist', () => {
    expect(faultsOf([], { Z: waiting })).toEqual([['unknown later', 'Z']]);
  });

  it.each(['', 'soon', '15.11.2026', '2026-13-01', '2026-02-30'])('reports a waiting id since "%s"', (since) => {
    expect(faultsOf(['A'], { A: { until: 'issue 99', since } })).toEqual([['undated later', 'A']]);
  });

  it('takes no citation from a string, from the middle of a line, or from above a test that does not run', () => {
    const lines = [
      "const text = '// shows: A';",
      'call(); // shows: A',
      '// shows: A',
      "it.skip('a', () => {});",
      '// shows: A',
      '// because it is hard',
      "describe.concurrent.todo('a');",
    ];
    expect(faultsOf(['A'], {}, ...lines)).toEqual([['uncited', 'A']]);
  });
});
