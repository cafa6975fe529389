// In a checkout the TypeScript runs as it is; the published package holds dist/ and no src/.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { compileCacheFolder } from './compile-cache.js';

export async function run() {
  // Compiled code and stripped types are kept between starts: it halves the time of --help (92 to 49 ms).
  const cache = compileCacheFolder();
  if (cache !== undefined) module.enableCompileCache?.(cache);
  const source = new URL('../src/surfaces/cli/main.ts', import.meta.url);
  const isCheckout = existsSync(source);
  const main = isCheckout ? source : new URL('../dist/cli/main.js', import.meta.url);
  // A person who starts a server from a checkout wants to see the page as its sources are now.
  if (isCheckout && startsServer(process.env, process.argv[2])) {
    const { buildPageIfOld } = await import(new URL('../scripts/build-page.ts', import.meta.url).href);
    buildPageIfOld();
  }
  const cli = await import(main.href);
  process.exitCode = await cli.main(process.argv.slice(2));
}

/** `npm start`, and `npx askonce serve` and `up`. Other programs that start the server, such as tests, build the page themselves. */
function startsServer({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' }, command) {
  return event === 'start' || (event === 'npx' && /^['"]?askonce\b/.test(script) && ['serve', 'up'].includes(command));
}
