/** Writes the generated pages. test/docs/cli.test.ts fails while one of them is stale. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage } from './docs/cli-page.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'cli.md'), cliPage());
