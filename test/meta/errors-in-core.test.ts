/** Pure code has one channel for errors: it returns them. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url);

/** Reads a duration that a caller typed, and is called only where input is checked, before anything is decided. */
const READS_INPUT = 'src/core/model/duration.ts';

it('no code in core/ throws', () => {
  const throwing: string[] = [];
  for (const path of globSync('src/core/**/*.ts', { cwd: ROOT }).filter((one) => one !== READS_INPUT)) {
    const { program } = parseSync(path, readFileSync(new URL(path, ROOT), 'utf8'));
    new Visitor({ ThrowStatement: () => void throwing.push(path) }).visit(program);
  }
  expect(throwing).toEqual([]);
});

it('no decision reads a duration', () => {
  const users = globSync('src/core/**/*.ts', { cwd: ROOT }).filter(
    (path) => path !== READS_INPUT && readFileSync(new URL(path, ROOT), 'utf8').includes('durationMs'),
  );
  expect(users).toEqual([]);
});
