import { expect, it } from 'vitest';
import { rankedPaths, searchedPath } from '../../src/util/search.ts';

const found = (paths: readonly string[], typed: string) => rankedPaths(paths.map(searchedPath), typed);

const PATHS = [
  'config/readme.txt',
  'src/my-config.ts',
  'src/config.ts',
  'config.yaml',
  'docs/notes.md',
  'src/configure.ts',
];

it('a file of that name comes first, then names that begin so, then names that have it, then folders', () => {
  expect(found(PATHS, 'config')).toEqual([
    'src/config.ts',
    'config.yaml',
    'src/configure.ts',
    'src/my-config.ts',
    'config/readme.txt',
  ]);
});

it('every word counts, in any order', () => {
  expect(found(PATHS, 'ts config')).toEqual(['src/config.ts', 'src/configure.ts', 'src/my-config.ts']);
  expect(found(PATHS, 'config nothing')).toEqual([]);
});

it('a whole path finds its file before all others', () => {
  expect(found(['a/src/config.ts', ...PATHS], 'src/config.ts')[0]).toBe('src/config.ts');
});

it('nothing typed is all, in its order', () => {
  expect(found(PATHS, '')).toEqual(PATHS);
  expect(found(PATHS, '  ')).toEqual(PATHS);
});

it('neither case nor the width of letters counts', () => {
  expect(found(['Docs/README.md'], 'readme')).toEqual(['Docs/README.md']);
  expect(found(['設定/ｃｏｎｆｉｇ.ts'], 'config')).toEqual(['設定/ｃｏｎｆｉｇ.ts']);
});
