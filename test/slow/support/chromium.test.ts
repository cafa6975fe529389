import { expect, test, vi } from 'vitest';
import { chromiumPath, type Machine } from '../../support/chromium.ts';

/** A machine where these paths run, and more of them once something was installed. */
function machine(there: string[], installs: Record<string, string | false | null>, said: string[] = []): Machine {
  return {
    places: () => ['/a', '/b', '/c'],
    runs: (path) => there.includes(path),
    installers: Object.entries(installs).map(([name, gives]) => ({ name, command: gives === null ? null : [name] })),
    install: async ([name]) => {
      const gives = installs[name!]!;
      if (gives) there.push(gives);
      return gives !== false;
    },
    say: (line) => said.push(line),
  };
}

test('the Chromium that is there is taken, the most wanted first, and nothing is installed', async () => {
  const said: string[] = [];
  expect(await chromiumPath(machine(['/c', '/b'], { one: '/a' }, said))).toBe('/b');
  expect(said).toEqual([]);
});

test('where there is none it is installed, by the next way where one fails, with a line for each', async () => {
  const said: string[] = [];
  expect(await chromiumPath(machine([], { one: false, two: null, three: '/c' }, said))).toBe('/c');
  expect(said).toEqual([expect.stringContaining('by one'), expect.stringContaining('by three')]);
});

test('where none can be had it says so, and what was tried', async () => {
  await expect(chromiumPath(machine([], { one: false, two: '/elsewhere' }))).rejects.toThrow(
    'The browser tests need Chromium, and none can be had. Tried: one, two (installed, but it does not run). Install it, or set CHROMIUM_PATH.',
  );
});

test('the one that was named is taken and no other', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/mine');
  try {
    expect(await chromiumPath(machine(['/a', '/mine'], {}))).toBe('/mine');
    await expect(chromiumPath(machine(['/a'], { one: '/b' }))).rejects.toThrow('No Chromium runs at /mine');
  } finally {
    vi.unstubAllEnvs();
  }
});
