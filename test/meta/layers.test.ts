import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf, LAYERS, layerBreaches, layerOf, rowsOutOfOrder, type Source, unusedPermissions } from './layers.ts';

const ROOT = new URL('../..', import.meta.url);

function readSources(): Source[] {
  return globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
}

describe('the layers of src/', () => {
  const sources = readSources();

  it('import only what their row allows', () => {
    const breaches = layerBreaches(sources);
    expect(breaches.map(({ rule, path, imports }) => `${rule}: ${path} -> ${imports}`)).toEqual([]);
  });

  it('have no cycle', () => {
    expect(rowsOutOfOrder()).toEqual([]);
  });

  it('use all that their row allows', () => {
    expect(unusedPermissions(sources)).toEqual([]);
  });

  it('have no row without a file', () => {
    const found = new Set(sources.map(({ path }) => layerOf(path)));
    expect(Object.keys(LAYERS).filter((name) => !found.has(name))).toEqual([]);
  });

  it('leave four files at the root', () => {
    const atRoot = sources.map(({ path }) => path).filter((path) => path.split('/').length === 2);
    expect(atRoot).toEqual(['src/askonce.ts', 'src/index.ts', 'src/ports.ts', 'src/session.ts']);
  });
});

describe('the reading of imports', () => {
  const read = (text: string) => importsOf({ path: 'src/resolve/a.ts', text });

  it.each([
    ["import x from './b.ts';", 'src/resolve/b.ts'],
    ["import './b.ts';", 'src/resolve/b.ts'],
    ["import * as x from '../core/b.ts';", 'src/core/b.ts'],
    ["import type { X } from '../../test/b.ts';", 'test/b.ts'],
    ["import { type X } from 'node:fs';", 'node:fs'],
    ["import data from '../../package.json' with { type: 'json' };", 'package.json'],
    ["export * from '@scope/b/deep';", '@scope/b/deep'],
    ["export { x } from './b.ts';", 'src/resolve/b.ts'],
    ["export type { X } from './b.ts';", 'src/resolve/b.ts'],
    ["const x = await import('./b.ts');", 'src/resolve/b.ts'],
    ['const x = async () => import(`./b.ts`);', 'src/resolve/b.ts'],
    ["type X = import('./b.ts').X;", 'src/resolve/b.ts'],
    ["let x: typeof import('./b.ts');", 'src/resolve/b.ts'],
    ["const x = require('./b.cjs');", 'src/resolve/b.cjs'],
    ['const x = (name: string) => import(name);', '(computed)'],
    ["const x = (name: string) => import('./' + name);", '(computed)'],
  ])('sees %s', (text, target) => {
    expect(read(text)).toEqual([target]);
  });

  it.each([
    "/** @example import { x } from './b.ts'; */",
    "// import './b.ts';",
    'const text = "import \'./b.ts\'";',
    'export const x = 1;',
    'const here = import.meta.url;',
  ])('sees none in %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('refuses a file that it cannot parse', () => {
    expect(() => read('import {')).toThrow('src/resolve/a.ts');
  });
});

describe('the check of the layers', () => {
  const importing = (path: string, ...targets: string[]): Source => ({
    path,
    text: targets.map((target) => `import ${JSON.stringify(target)};`).join('\n'),
  });
  const broken = (path: string, ...targets: string[]) =>
    layerBreaches([importing(path, ...targets)], LAYERS, {}).map(({ rule }) => rule);

  it.each([
    ['src/core/a.ts', '../text/b.ts'],
    ['src/core/ask/a.ts', '../model/b.ts'],
    ['src/store/sqlite/a.ts', 'better-sqlite3'],
    ['src/store/sqlite/a.ts', 'node:fs'],
    ['src/surfaces/http/routes/a.ts', 'fastify'],
    ['src/surfaces/http/routes/a.ts', '../../mcp/b.ts'],
  ])('lets %s import %s', (path, target) => {
    expect(broken(path, target)).toEqual([]);
  });

  it.each([
    ['src/core/a.ts', '../ports.ts', 'layer'],
    ['src/core/a.ts', '../engine/engine.ts', 'layer'],
    ['src/core/a.ts', 'node:fs', 'package'],
    ['src/core/a.ts', 'picocolors', 'package'],
    ['src/text/a.ts', '../core/model/policy.ts', 'layer'],
    ['src/engine/a.ts', '../surfaces/cli/main.ts', 'layer'],
    ['src/engine/a.ts', '../store/open.ts', 'layer'],
    ['src/engine/a.ts', 'better-sqlite3', 'package'],
    ['src/library/a.ts', 'fastify', 'package'],
    ['src/surfaces/mcp/a.ts', 'fastify', 'package'],
    ['src/surfaces/repl/a.ts', '../cli/main.ts', 'layer'],
    ['src/notify/a.ts', 'undici', 'package'],
    ['src/testing/a.ts', 'vitest', 'package'],
    ['src/somewhere/a.ts', '../core/a.ts', 'no row'],
    ['src/stray.ts', './core/a.ts', 'no row'],
  ])('reports %s importing %s', (path, target, rule) => {
    expect(broken(path, target)).toEqual([rule]);
  });

  it('reports an import that is put together while the program runs', () => {
    const source = { path: 'src/core/a.ts', text: 'export const load = (x: string) => import(x);' };
    expect(layerBreaches([source], LAYERS, {}).map(({ rule }) => rule)).toEqual(['package']);
  });

  it('allows an exception to one file, and reports one that no file needs', () => {
    const exceptions = { 'src/core/a.ts': ['node:crypto'] };
    expect(layerBreaches([importing('src/core/a.ts', 'node:crypto')], LAYERS, exceptions)).toEqual([]);
    expect(layerBreaches([importing('src/core/a.ts')], LAYERS, exceptions)).toEqual([
      { rule: 'unused exception', path: 'src/core/a.ts', imports: 'node:crypto' },
    ]);
  });

  it('finds a cycle', () => {
    expect(rowsOutOfOrder({ a: { may: ['b'] }, b: { may: ['a'] } })).toEqual(['a -> b']);
  });
});
