/**
 * The order of the files of tests: those that take longest come first, so that no worker stands idle at the end while the other has
 * a long one before it. Vitest remembers by itself how long each took; but a fresh clone remembers nothing.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest of the quick tests and of the slow ones. A name that is missing here costs a little time, and nothing else. */
const LONGEST_FILES = [
  'store/conformance',
  'store/timed-store',
  'mcp/several-servers',
  'worker/claude-executor',
  'faults/texts',
  'engine/examples',
  'run/stopping',
  'run/orchestrating',
  'slow/run/claude-killed',
  'slow/store/copy',
  'slow/property/engine.property',
  'slow/types/published-types',
  'slow/http/fuzz',
  'slow/cli/migrate',
  'slow/cli/run-elsewhere',
  'slow/crash/http-storm',
  'slow/growth/hostile-text',
  'slow/crash/task-storm',
  'slow/cli/orchestrate',
  'slow/browser/axe',
  'slow/crash/storm',
  'slow/browser/races',
  'slow/browser/breaking',
  'slow/property/submitting.property',
  'slow/browser/approvals',
  'slow/browser/jobs',
  'slow/store/conformance-catches',
  'slow/mcp/stdio',
  'slow/cli/serve-stop',
  'slow/store/copy-targets',
  'slow/cli/orchestrate-killed',
  'slow/browser/controls',
  'slow/growth/growth',
  'slow/repl/repl-ends',
  'slow/cli/run-answers',
  'slow/cli/postgres',
  'slow/store/rolling-upgrade',
  'slow/clients/python',
  'slow/cli/elsewhere',
  'slow/browser/context',
  'slow/browser/insight',
  'slow/cli/lists',
  'slow/cli/own-store',
  'slow/run/draining',
  'slow/cli/approvals',
  'slow/cli/ask',
  'slow/browser/many',
  'slow/cli/trust',
  'slow/docs/five-agents',
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
