/**
 * The order of the files of tests: those that take longest come first, so that no worker stands idle at the end while the other has
 * a long one before it. Vitest remembers by itself how long each took; but a fresh clone remembers nothing.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** All that take more than ten seconds on two cores. A name that is missing here costs a little time, and nothing else. */
const LONGEST_FILES = [
  'store/copy',
  'crash/storm',
  'store/conformance',
  'crash/http-storm',
  'cli/migrate',
  'cli/orchestrate',
  'cli/orchestrate-killed',
  'http/fuzz',
  'crash/task-storm',
  'repl/repl-ends',
  'browser/controls',
  'property/engine.property',
  'browser/axe',
  'browser/races',
  'cli/request',
  'integration/repl-input',
  'integration/awaiting-response-flow',
  'integration/restart',
  'integration/runner-defects',
  'store/old-schema',
  'cli/run-answers',
  'crash/processes',
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
