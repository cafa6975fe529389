/**
 * What the tests in a browser need, once for a whole run: a Chromium, and the page as its sources are now. Nothing of it where none of
 * these tests is in the run. Where it cannot be had, each of them fails and says why; all others run.
 */
import { sep } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage, canBuild, isOld, PAGE } from '../../scripts/build-page.ts';
import { chromiumPath } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where Chromium is, or why there is none. */
    chromium: { readonly path: string } | { readonly fault: string };
  }
}

const FOLDER = `${sep}test${sep}slow${sep}browser${sep}`;

export default async function setUpBrowser(project: TestProject): Promise<void> {
  project.provide(
    'chromium',
    (await isWanted(project)) ? await ready() : { fault: 'No test in a browser was in the run.' },
  );
}

async function isWanted({ vitest }: TestProject): Promise<boolean> {
  // What the run was narrowed to has no public name; without it all files are looked at, which is only slower.
  const { filenamePattern } = vitest as unknown as { filenamePattern?: string[] };
  const files = await vitest.getRelevantTestSpecifications(filenamePattern);
  return files.some(({ moduleId }) => moduleId.includes(FOLDER));
}

async function ready(): Promise<{ path: string } | { fault: string }> {
  try {
    const path = await chromiumPath();
    const fault = canBuild(PAGE) && isOld(PAGE) ? buildPage(PAGE) : null;
    return fault === null ? { path } : { fault: `The page cannot be built: ${fault}` };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
