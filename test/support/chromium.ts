/** A Chromium for the tests: one that the machine has, else one that is installed for them. */
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** A way to get one, said in a few words. */
export interface Installer {
  readonly name: string;
  /** Null where it cannot be done here. */
  readonly command: readonly string[] | null;
}

export interface Machine {
  /** Where one may be, the most wanted first. */
  readonly places: () => readonly string[];
  /** Whether what is there starts. Ubuntu has a chromium-browser that only says how to get one. */
  readonly runs: (path: string) => boolean;
  readonly installers: readonly Installer[];
  readonly install: (command: readonly string[]) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** The path of a Chromium that runs. Throws one line that says what to do where none can be had. */
export async function chromiumPath(machine: Machine = THIS_MACHINE): Promise<string> {
  const { places, runs, installers, install, say } = machine;
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`No Chromium runs at ${given}. Set CHROMIUM_PATH to one that does, or to nothing.`);
  }
  const found = () => places().find(runs);
  const already = found();
  if (already !== undefined) return already;
  const tried: string[] = [];
  for (const { name, command } of installers) {
    if (command === null) continue;
    say(`The browser tests need Chromium, and there is none: installing it by ${name}, which may take some minutes.`);
    tried.push((await install(command)) ? `${name} (installed, but it does not run)` : name);
    const path = found();
    if (path !== undefined) return path;
  }
  const attempts = tried.length === 0 ? '' : ` Tried: ${tried.join(', ')}.`;
  throw new Error(`The browser tests need Chromium, and none can be had.${attempts} Install it, or set CHROMIUM_PATH.`);
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_MS = 10 * 60_000;

const THIS_MACHINE: Machine = {
  places: () => [
    '/usr/bin/chromium',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ],
  runs: (path) => spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0,
  installers: [
    { name: 'playwright', command: [process.execPath, playwright(), 'install', 'chromium'] },
    {
      name: 'apt-get',
      command:
        process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
          ? ['/bin/sh', '-c', 'apt-get update && apt-get install -y --no-install-recommends chromium']
          : null,
    },
  ],
  install: ([program, ...args]) =>
    new Promise((resolve) => {
      const child = spawn(program!, args, { stdio: 'ignore', timeout: INSTALL_MS });
      child.on('error', () => resolve(false));
      child.on('close', (code) => resolve(code === 0));
    }),
  say: (line) => void process.stderr.write(`${line}\n`),
};

function playwright(): string {
  return join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
}
