/** docs/benchmarks.md says of every dependency what it is for. The figures are measured by `npm run weight`, and gate nothing. */
import { describe, expect, it } from 'vitest';
import { installedBy } from '../../scripts/weight/installed.ts';
import { page, section, tableRows } from './markdown.ts';

describe('docs/benchmarks.md', () => {
  it('lists every dependency of the package with what it is for, and no other: npm run weight', () => {
    const { dependencies } = JSON.parse(page('package.json')) as { dependencies: Record<string, string> };
    const rows = tableRows(section(page('docs/benchmarks.md'), 'Weight'));
    expect(rows.map(([name]) => name!.replaceAll('`', ''))).toEqual(Object.keys(dependencies));
    expect(rows.filter((row) => row.at(-1) === '')).toEqual([]);
  });
});

describe('what a dependency installs', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '2', c: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { optionalDependencies: { 'not-for-this-machine': '1' } },
  };

  it('is found as Node finds it: in its own folder first, then above', () => {
    expect([...installedBy('a', packages)]).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
    expect([...installedBy('b', packages)]).toEqual(['node_modules/b']);
  });
});
