/**
 * The order of the files of tests: those that take longest come first, so that no worker stands idle at the end while the other has
 * a long one before it. Vitest remembers by itself how long each took; but a fresh clone remembers nothing.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest of the quick tests and of the slow ones. A name that is missing here costs a little time, and nothing else. */
const LONGEST_FILES = [
  'store/conformance',
  'engine/examples',
  'mcp/reaching',
  'http/clarifications',
  'faults/texts',
  'slow/store/copy',
  'slow/crash/storm',
  'slow/crash/http-storm',
  'slow/cli/migrate',
  'slow/cli/orchestrate',
  'slow/cli/orchestrate-killed',
  'slow/http/fuzz',
  'slow/crash/task-storm',
  'slow/repl/repl-ends',
  'slow/browser/controls',
  'slow/property/engine.property',
  'slow/browser/axe',
  'slow/browser/races',
  'slow/cli/request',
  'slow/integration/repl-input',
  'slow/integration/awaiting-response-flow',
  'slow/integration/restart',
  'slow/integration/runner-defects',
  'slow/store/old-schema',
  'slow/cli/run-answers',
  'slow/crash/processes',
].map((name) => `/test/${name}.test.ts`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST_FILES.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONGEST_FILES.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
