/** Builds dist/. It is emptied first, so that a deleted source file leaves nothing behind in the package. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, canBuild, PAGE } from './build-page.ts';
import { bundle, PACKAGE_ENTRIES } from './bundle.ts';
import { writeDeclarations } from './declarations.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await bundle(PACKAGE_ENTRIES, dist);
const untyped = writeDeclarations(dist);
if (untyped !== null) console.error(`The types were not written: ${untyped}`);

const fault = canBuild(PAGE) ? buildPage(PAGE) : 'web/vite.config.ts or vite is missing. Run npm ci.';
if (fault !== null) console.error(`The page was not built: ${fault}`);
process.exitCode = untyped === null && fault === null ? 0 : 1;
