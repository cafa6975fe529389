/**
 * The types of the package hold in the strictest project that installs it, with none of the optional peers: by both compilers, in both
 * ways to find modules. The samples say by `@ts-expect-error` what must not compile.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDeclarations } from '../../../scripts/declarations.ts';
import { unexportedTypes } from './unexported-types.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const COMPILERS = { '5.9': 'typescript-5.9', '7': 'typescript' };
const MODULES = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const STRICT = {
  ...{ target: 'es2024', strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  ...{ skipLibCheck: false, noEmit: true },
};

let project: string;
let modules: string;

/** What npm leaves in a project that installs AskOnce and the types of Node. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'askonce-types-'));
  modules = join(project, 'node_modules');
  expect(writeDeclarations(join(modules, 'askonce', 'dist'), 'unchecked')).toBeNull();
  cpSync(join(ROOT, 'package.json'), join(modules, 'askonce', 'package.json'));
  for (const name of [...Object.keys(PACKAGE.dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  cpSync(join(import.meta.dirname, 'samples'), join(project, 'samples'), { recursive: true });
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** What a compiler says of samples in that project; nothing where nothing is wrong. */
async function complaints(compiler: string, include: string, options: object): Promise<string> {
  const config = join(project, `tsconfig.${compiler}.${Object.values(options).join('.').replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include: [include] }));
  const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', config], { cwd: project });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_version, compiler) => {
  it.each(Object.entries(MODULES))(
    'the samples compile as they say, by %s',
    async (_name, how) => {
      expect(await complaints(compiler, 'samples/*.ts', { ...how, types: ['node'] })).toBe('');
    },
    120_000,
  );

  it.each(Object.entries(MODULES))(
    'the client needs the DOM and nothing of Node, by %s',
    async (_name, how) => {
      const lib = ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'];
      expect(await complaints(compiler, 'samples/client/*.ts', { ...how, lib, types: [] })).toBe('');
    },
    120_000,
  );
});

it('a program that is wrong is seen to be', async () => {
  writeFileSync(join(project, 'wrong.ts'), `import { openAskOnce } from 'askonce';\nopenAskOnce({ db: 1 });\n`);
  const said = await complaints('typescript', 'wrong.ts', { ...MODULES.nodenext, types: ['node'] });
  expect(said).toMatch(/^wrong\.ts\(2,\d+\): error TS2322/);
}, 60_000);

it('every type that an exported name reaches is exported by some entry', () => {
  const entries = Object.values(PACKAGE.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(modules, 'askonce', entry.types)],
  );
  expect(unexportedTypes(entries)).toEqual([]);
}, 120_000);
