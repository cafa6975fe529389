/** The folder decides how long a test may take: what runs outside test/slow starts nothing that takes long to start. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Support that starts the command or another program of ours, a terminal or a browser, or measures how work grows. */
const SLOW_SUPPORT = ['askonce', 'programs', 'pty', 'browser', 'inbox', 'chromium', 'growth'].map(
  (name) => `test/support/${name}.ts`,
);

interface Source {
  readonly path: string;
  readonly text: string;
}

const isSlow = (path: string) => /^test\/slow\/|\.setup\.ts$/.test(path) || SLOW_SUPPORT.includes(path);

function breachesIn(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isSlow(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import\b.*|\}) from '(\.[^']+)'/gm)]
        .map(([, specifier]) => join(dirname(path), specifier!))
        .filter(isSlow)
        .map((target) => `${path} imports ${target}: move what needs it below test/slow/`),
    );
}

describe('the tests outside test/slow', () => {
  it('start no program, terminal or browser, and use nothing of test/slow', () => {
    const sources = globSync('test/**/*.ts', { cwd: ROOT }).map((path) => ({
      path,
      text: readFileSync(join(ROOT, path), 'utf8'),
    }));
    expect(sources.length).toBeGreaterThan(200);
    expect(breachesIn(sources)).toEqual([]);
  });

  it('control: one that starts the command is named', () => {
    const text = "import { newFolder } from '../support/askonce.ts';\nimport { x } from '../slow/crash/storm.ts';\n";
    expect(breachesIn([{ path: 'test/engine/a.test.ts', text }])).toHaveLength(2);
    expect(breachesIn([{ path: 'test/slow/cli/a.test.ts', text }])).toEqual([]);
  });
});
