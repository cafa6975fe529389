/** The cost of the guard, the resolvers and the sentinel per question, with a thousand answers in the session's history. */
import { join } from 'node:path';
import { openAskOnce } from '../src/index.ts';
import { prepareQuestion } from '../src/library/prepare-question.ts';
import { projectFiles } from '../src/library/project-files.ts';
import { preferenceResolver } from '../src/resolve/preferences.ts';
import { semanticResolver } from '../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../src/resolve/sentinel.ts';
import { mostSimilar, sketchOf } from '../src/text/similarity.ts';
import { answerEverything } from './cycles.ts';
import { type Bench, median } from './report.ts';

const HISTORY = 1_000;

const SHAPES = [
  (n: number) => `Which output format should I use for report ${n} of the billing service?`,
  (n: number) => `Do you want me to add unit tests for module ${n} before I go on?`,
  (n: number) => `The config of worker ${n} has no timeout. Should I set one, and to how many seconds?`,
  (n: number) => `What should the new endpoint for resource ${n} return when nothing is found?`,
  (n: number) => `${n}番目のテストはどのライブラリで書きますか？`,
];
const question = (n: number): string => SHAPES[n % SHAPES.length]!(n);

/** Microseconds per question, from its text to the verdict that the person must be asked; every text is different. */
function guardUs(from: number, count: number): number {
  const files = projectFiles(process.cwd());
  const known = Array.from({ length: HISTORY }, (_, n) => ({ sketch: sketchOf(question(n)) }));
  const resolvers = [semanticResolver(), preferenceResolver, ruleSentinel()];
  const text = 'please have a look at the billing service, and keep the names as they are';
  const heard = { text, at: 0, paths: [], spent: false };
  const start = performance.now();
  for (let n = from; n < from + count; n += 1) {
    const prepared = prepareQuestion({ question: question(n) }, null, null, files, 0);
    for (const resolve of resolvers) resolve({ question: prepared, heard, preference: null, language: null });
    mostSimilar(sketchOf(prepared.question), known);
  }
  return ((performance.now() - start) * 1000) / count;
}

export async function onGuard({ report, quick, dir, rounds }: Bench): Promise<void> {
  report.title('guard, resolvers and sentinel');
  report.progress('the guard');
  const count = quick ? 500 : 2_000;
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push(guardUs(HISTORY + round * count, count));
  report.atMost(`all of it, ${HISTORY} answers known`, median(rates), 100, 'µs');
  await inSession({ report, quick, dir, rounds });
}

/** A new question in a session of a thousand answers, asked and then shown to the person. */
async function inSession({ report, dir }: Bench): Promise<void> {
  const askonce = await openAskOnce({ db: join(dir, 'guard.db'), project: dir });
  try {
    const stop = answerEverything(askonce);
    const long = askonce.session('long');
    for (let from = 0; from < HISTORY; from += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, n) => long.ask(`Shall I go about step ${from + n}?`)));
    }
    stop();
    const asks: Record<'long' | 'new', number[]> = { long: [], new: [] };
    const shows: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      for (const which of ['long', 'new'] as const) {
        const session = which === 'long' ? long : askonce.session(`new-${n}`);
        const start = performance.now();
        const { items } = await session.ask(question(n), { wait: false });
        asks[which].push(performance.now() - start);
        if (which === 'new' || items[0]?.outcome !== 'parked') continue;
        const shown = performance.now();
        await askonce.questions.get(items[0].id);
        shows.push((performance.now() - shown) * 1000);
      }
    }
    report.atMost(`asked beside ${HISTORY} answers, against none`, median(asks.long) / median(asks.new), 1.2);
    report.figure('shown to the person, a similar answer looked for', median(shows), 'µs');
  } finally {
    await askonce.close();
  }
}
