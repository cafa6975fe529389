/** Makes dist/ anew. It is emptied first, so that a source file that went leaves nothing behind in the package. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildPage, canBuild, PAGE } from './build-page.ts';
import { bundle, PACKAGE_ENTRIES } from './bundle.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await bundle(PACKAGE_ENTRIES, dist);
// The types alone.
const tsc = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH },
});
if (tsc.error) console.error(`tsc did not start: ${tsc.error.message}`);

const fault = canBuild(PAGE) ? buildPage(PAGE) : 'web/vite.config.ts or vite is missing. Run npm ci.';
if (fault !== null) console.error(`The page was not built: ${fault}`);
process.exitCode = tsc.status === 0 && fault === null ? 0 : 1;
