import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Processes, not threads: tests kill children, change the environment and load a native module.
    pool: 'forks',
    // Two cores: with one worker the second stands idle for a third of the time.
    maxWorkers: 2,
    globalSetup: [
      'test/support/scratch.setup.ts',
      'test/support/programs.setup.ts',
      'test/support/postgres.setup.ts',
      'test/support/browser.setup.ts',
    ],
    globals: false,
    reporters: ['default'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The second that is usual is soon over on a machine that does other things as well.
    expect: { poll: { timeout: 10_000 } },
  },
});
