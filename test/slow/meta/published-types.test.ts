/** The types of the package hold in the strictest project that installs it, with none of the optional peers. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDeclarations } from '../../../scripts/declarations.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'es2024',
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

let project: string;

/** What npm leaves in a project that installs AskOnce and the types of Node. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'askonce-types-'));
  const modules = join(project, 'node_modules');
  expect(writeDeclarations(join(modules, 'askonce', 'dist'), 'unchecked')).toBeNull();
  cpSync(join(ROOT, 'package.json'), join(modules, 'askonce', 'package.json'));
  for (const name of [...Object.keys(PACKAGE.dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** What tsc says of a program in that project; nothing where nothing is wrong. */
async function complaints(program: string): Promise<string> {
  writeFileSync(join(project, 'program.ts'), program);
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const run = promisify(execFile)(tsc, ['-p', project], { cwd: project });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

test('every entry compiles without the optional peers, and what is wrong with a program is seen', async () => {
  const said = await complaints(`
    import { type AskOnce, type ModelSettings, openAskOnce } from 'askonce';
    import { AskOnceClient } from 'askonce/client';
    import { storeConformance } from 'askonce/testing';
    export const model: ModelSettings = { name: 'openai:gpt-5-mini' };
    export const opened: Promise<AskOnce> = openAskOnce({ db: ':memory:', model });
    export const rest = [AskOnceClient, storeConformance];
    export const wrong: ModelSettings = { name: 1 };
  `);
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(/^program\.ts\(8,\d+\): error TS2322: Type 'number' is not assignable to type 'string'/),
  ]);
}, 60_000);
