/** frameworks/examples/: the programs that show an adapter. `npm run test:frameworks` runs them, or checks their types. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const HERE = join(import.meta.dirname, '..', '..', 'frameworks');
const filesIn = (folder: string) =>
  readdirSync(join(HERE, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const text = (...path: string[]) => readFileSync(join(HERE, ...path), 'utf8');

it('every example of an adapter has at most forty lines', () => {
  const lines = filesIn('examples').map((file) => [file, text('examples', file).trimEnd().split('\n').length] as const);
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter(([, count]) => count > 40)).toEqual([]);
});

it('every adapter has an example, and a test runs it', () => {
  const tests = filesIn('test').map((file) => text('test', file));
  const adapters = readdirSync(join(HERE, '..', 'src', 'adapters', 'frameworks')).filter(
    (file) => file.endsWith('.ts') && !['peers.d.ts', 'workflow-inside.ts'].includes(file),
  );
  const shown = filesIn('examples');
  for (const adapter of adapters) {
    expect(shown, adapter).toContain(adapter);
    expect(
      tests.some((test) => test.includes('examples') && test.includes(`'${basename(adapter)}'`)),
      adapter,
    ).toBe(true);
  }
});
