/** How large the language layer is, and what its first use costs a process: as a whole, and of each reader. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../scripts/bundle.ts';
import type { Figure } from './figures.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where words are read. */
const LAYER = [
  'src/text/**/*.{ts,tsv}',
  'src/interpret/**/*.{ts,tsv}',
  'src/resolve/**/*.ts',
  'src/worker/agents/output/{asking-words,final-question,marked-question,question-detector,question-shape,prose-lines}.ts',
  'src/worker/agents/planner/questions.ts',
];

const subject = 'language layer';
const ms = (what: string, count: number): Figure => ({
  subject,
  what,
  count,
  of: 1,
  unit: 'ms',
  atMost: 15,
  against: [],
});
/** Each reader is used for the first time in so many processes; the middle one counts. */
const PROCESSES = 5;

/** The readers are bundled as the package is, each is then alone in a process of its own. */
async function readerFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-readers-'));
  try {
    await bundle({ readers: 'eval/readers.ts' }, folder);
    const run = (name: string) =>
      execFileSync(process.execPath, [join(folder, 'readers.js'), name])
        .toString()
        .trim();
    return run('list')
      .split('\n')
      .map((name) => {
        const measured = Array.from({ length: PROCESSES }, () => Number(run(name))).toSorted((a, b) => a - b);
        return ms(`first use of ${name}, CPU`, measured[(PROCESSES - 1) / 2]!);
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function sizeFigures(): Promise<Figure[]> {
  const files = globSync(LAYER, { cwd: ROOT });
  const sizes = files.map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }));
  const lines = sizes.reduce((sum, one) => sum + one.lines, 0);
  const largest = sizes.toSorted((a, b) => b.lines - a.lines).map(({ file, lines: of }) => `${of} ${file}`);
  // Users run what `npm run build` makes; from source the time to strip the types is in the figure.
  const built = join(ROOT, 'dist', 'index.js');
  const [module, how] = existsSync(built) ? [built, 'built'] : [join(ROOT, 'src', 'index.ts'), 'from source'];
  const child = execFileSync(process.execPath, ['--expose-gc', join(import.meta.dirname, 'first-use.ts'), module]);
  const { words, prompt, heapMB } = JSON.parse(child.toString()) as Record<'words' | 'prompt' | 'heapMB', number>;
  return [
    {
      subject,
      what: 'lines, with data',
      count: lines,
      of: files.length,
      unit: 'lines',
      atMost: 7_000,
      against: largest,
    },
    ms(`first question with words before it, CPU (${how})`, words),
    ms(`first prompt read, CPU (${how})`, prompt),
    ...(await readerFigures()),
    { subject, what: 'memory after both', count: heapMB, of: 1, unit: 'MB', atMost: 10, against: [] },
  ];
}
