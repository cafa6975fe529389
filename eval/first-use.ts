/**
 * A process of its own, given the module to open AskOnce with: what the first question and the first prompt cost in CPU time beyond
 * later ones, and in memory. Prints JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuTime } from './cpu-time.ts';

async function firstLessLater(work: () => Promise<unknown>): Promise<number> {
  const first = (await cpuTime(work)).ms;
  const later = [];
  for (let n = 0; n < 5; n++) later.push((await cpuTime(work)).ms);
  return Math.max(0, first - later.toSorted((a, b) => a - b)[2]!);
}

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
};

const { openAskOnce }: typeof import('../src/index.ts') = await import(pathToFileURL(process.argv[2]!).href);
const folder = mkdtempSync(join(tmpdir(), 'askonce-first-use-'));
const askonce = await openAskOnce({ db: join(folder, 'first.db'), project: folder });
// The platform's own segmenter is not ours to count.
for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment('最初の言葉')) void segment;
// The store's first statements, with no words to read.
await askonce.jobs.queue('x');
const before = heap();
const words = await firstLessLater(async () => {
  const session = askonce.session();
  await session.observe('use YAML, and テストもお願いします');
  await session.ask({ question: 'Which format should I use?', options: ['YAML', 'JSON'] }, { wait: false });
  await session.ask({ question: 'Should I delete the old logs?', type: 'CONFIRM' }, { wait: false });
});
const prompt = await firstLessLater(() => askonce.jobs.submit('Build a small red house with a garden'));
await askonce.jobs.submit('小さな赤い家を建ててください');
console.log(JSON.stringify({ words, prompt, heapMB: heap() - before }));
await askonce.close();
rmSync(folder, { recursive: true, force: true });
