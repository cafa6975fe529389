// In a checkout the TypeScript runs as it is; the published package holds dist/ and no src/.
import { existsSync } from 'node:fs';
import module from 'node:module';

export async function run() {
  // Compiled code and stripped types are kept between starts: it halves the time of --help (92 to 49 ms).
  module.enableCompileCache?.();
  const source = new URL('../src/cli/main.ts', import.meta.url);
  const main = existsSync(source) ? source : new URL('../dist/cli/main.js', import.meta.url);
  const cli = await import(main.href);
  process.exitCode = await cli.main(process.argv.slice(2));
}
