import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Pure functions: they start nothing and change nothing outside, so one process runs all of them. */
const UNIT = 'test/unit/**/*.test.ts';
/** Tests that start processes, a browser or a terminal, kill what they started, copy stores or generate random cases. */
const SLOW = 'test/slow/**/*.test.ts';

/** Vitest runs the setup of a project only where one of its files is in the run. */
const QUICK_SETUP = ['test/support/scratch.setup.ts', 'test/support/postgres.setup.ts'];
const SLOW_SETUP = [...QUICK_SETUP, 'test/support/programs.setup.ts', 'test/support/browser.setup.ts'];

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
    // The folder alone decides which project a test belongs to. `npm test` runs the first two, `npm run test:all` all three.
    projects: [
      { extends: true, test: { name: 'unit', include: [UNIT], isolate: false } },
      {
        extends: true,
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [UNIT, SLOW], globalSetup: QUICK_SETUP },
      },
      { extends: true, test: { name: 'slow', include: [SLOW], globalSetup: SLOW_SETUP } },
    ],
  },
});
