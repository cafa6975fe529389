import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Functions alone: they start nothing and change nothing outside, so that one process can run all of them. */
const PURE = 'test/unit/**/*.test.ts';

/** But for those that are timed: a process that has run other tests has compiled the same code for other data. */
const TIMED = globSync(PURE).filter((file) => readFileSync(file, 'utf8').includes('fasterThanInput'));

export default defineConfig({
  test: {
    // Processes, not threads: tests kill children, change the environment and load a native module.
    pool: 'forks',
    // Two cores: a test waits for a fifth of its time, for clocks, disks and processes, and another one can use it.
    maxWorkers: 3,
    globals: false,
    reporters: ['default'],
    // No bound that a test claims anything by: it only ends what hangs, also on a machine that does other things as well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: [PURE], exclude: TIMED, isolate: false } },
      { extends: true, test: { name: 'timed', include: TIMED } },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/**/*.test.ts'],
          exclude: [PURE],
          globalSetup: [
            'test/support/scratch.setup.ts',
            'test/support/programs.setup.ts',
            'test/support/postgres.setup.ts',
            'test/support/browser.setup.ts',
          ],
        },
      },
    ],
  },
});
