import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf, layerBreaches, type Source } from './layers.ts';

const ROOT = new URL('../..', import.meta.url);

function readSources(): Source[] {
  return globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
}

describe('the layers of src/', () => {
  const sources = readSources();

  it('import only what lies below them', () => {
    const breaches = layerBreaches(sources);
    expect(breaches.map(({ rule, path, imports }) => `${rule}: ${path} -> ${imports}`)).toEqual([]);
  });

  it.each([
    'src/core/',
    'src/text/',
    'src/resolve/',
    'src/store/',
    'src/testing/',
    'src/webhook/',
    'src/cli/',
    'src/engine',
    'src/ports.ts',
  ])('are where the check looks for them: %s', (start) => {
    expect(sources.some(({ path }) => path.startsWith(start))).toBe(true);
  });

  it('are read with their imports', () => {
    const count = sources.reduce((sum, source) => sum + importsOf(source).length, 0);
    expect(count).toBeGreaterThan(sources.length);
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
  const rulesBroken = (...sources: Source[]) => layerBreaches(sources, {}).map(({ rule }) => rule);

  it('has nothing to say where all keep to it', () => {
    const sources = [
      importing('src/text/question-key.ts', 'node:crypto', './fold.ts'),
      importing('src/text/lists.ts', 'node:fs'),
      importing('src/core/model/policy.ts', '../text/fold.ts'),
      importing('src/resolve/a.ts', '../core/policy.ts', '../text/fold.ts', './b.ts'),
      importing('src/store/sqlite.ts', 'better-sqlite3', 'node:fs', '../ports.ts', '../core/policy.ts', './rows.ts'),
      importing('src/testing/cases/a.ts', 'node:assert/strict', '../../ports.ts', '../../core/policy.ts', '../make.ts'),
      importing('src/webhook/a.ts', 'node:http', '../ports.ts', '../core/policy.ts', './b.ts'),
      importing('src/ports.ts', './core/policy.ts'),
      importing('src/engine/engine.ts', './ports.ts', './resolve/a.ts', './store/sqlite.ts', 'node:timers'),
      importing('src/surfaces/cli/main.ts', '../engine.ts', 'commander', '../run/runner.ts'),
    ];
    expect(layerBreaches(sources)).toEqual([]);
  });

  it.each(['node:fs', 'node:crypto', 'picocolors', '../ports.ts', '../resolve/a.ts', '../../package.json'])(
    'reports core/ importing %s',
    (target) => {
      expect(rulesBroken(importing('src/core/a.ts', target))).toEqual(['core']);
    },
  );

  it.each(['node:fs', 'picocolors', '../core/policy.ts', '../resolve/a.ts'])('reports text/ importing %s', (target) => {
    expect(rulesBroken(importing('src/text/a.ts', target))).toEqual(['text']);
  });

  it('reports what core/ imports while it runs, where nobody can say what it is', () => {
    expect(rulesBroken({ path: 'src/core/a.ts', text: 'export const load = (x: string) => import(x);' })).toEqual([
      'core',
    ]);
  });

  it('allows an exception to one file, and reports it once nobody needs it', () => {
    const exceptions = { 'src/core/a.ts': ['node:crypto'] };
    expect(layerBreaches([importing('src/core/a.ts', 'node:crypto')], exceptions)).toEqual([]);
    expect(layerBreaches([importing('src/core/a.ts')], exceptions)).toEqual([
      { rule: 'unused exception', path: 'src/core/a.ts', imports: 'node:crypto' },
    ]);
  });

  it.each(['node:fs', 'picocolors', '../ports.ts', '../store/rows.ts', '../engine.ts'])(
    'reports resolve/ importing %s',
    (target) => {
      expect(rulesBroken(importing('src/resolve/a.ts', target))).toEqual(['resolve']);
    },
  );

  it.each(['picocolors', 'better-sqlite3-like', '../engine.ts', '../resolve/a.ts', '../index.ts'])(
    'reports store/ importing %s',
    (target) => {
      expect(rulesBroken(importing('src/store/a.ts', target))).toEqual(['store']);
    },
  );

  it.each(['vitest', 'better-sqlite3', '../store/sqlite.ts', '../engine.ts', '../index.ts', '../cli/main.ts'])(
    'reports testing/ importing %s',
    (target) => {
      expect(rulesBroken(importing('src/testing/a.ts', target))).toEqual(['testing']);
    },
  );

  it.each(['undici', 'pg', '../engine.ts', '../ids.ts', '../run/runner.ts'])(
    'reports webhook/ importing %s',
    (target) => {
      expect(rulesBroken(importing('src/webhook/a.ts', target))).toEqual(['webhook']);
    },
  );

  it.each(['cli', 'http', 'repl', 'mcp', 'adapters', 'run'])('reports the engine importing %s/', (surface) => {
    expect(rulesBroken(importing('src/engine/engine.ts', `./${surface}/a.ts`))).toEqual(['surface']);
    expect(rulesBroken(importing('src/engine-batch.ts', `./${surface}/a.ts`))).toEqual(['surface']);
    expect(rulesBroken(importing('src/engine/a.ts', `../${surface}/a.ts`))).toEqual(['surface']);
    expect(rulesBroken(importing('src/ports.ts', `./${surface}/a.ts`))).toEqual(['surface']);
  });

  it.each(['core', 'text', 'resolve', 'store'] as const)(
    'reports %s/ importing a surface, under both rules',
    (layer) => {
      expect(rulesBroken(importing(`src/${layer}/a.ts`, '../cli/main.ts'))).toEqual([layer, 'surface']);
    },
  );

  it('reports a surface that the engine reaches through another file, with the way to it', () => {
    const sources = [importing('src/engine/engine.ts', './helper.ts'), importing('src/helper.ts', './cli/main.ts')];
    expect(layerBreaches(sources, {})).toEqual([
      { rule: 'surface', path: 'src/engine/engine.ts', imports: 'src/helper.ts -> src/surfaces/cli/main.ts' },
    ]);
  });

  it.each(['src/engine/engine.ts', 'src/surfaces/cli/main.ts', 'src/index.ts', 'src/ports.ts'])(
    'reports %s importing the driver of the store',
    (path) => {
      expect(rulesBroken(importing(path, 'better-sqlite3'))).toEqual(['driver']);
      expect(rulesBroken({ path, text: "import type { Database } from 'better-sqlite3';" })).toEqual(['driver']);
    },
  );
});
