/** The process of a cold start. It is bundled, so it imports nothing but AskOnce and what starts it. */
import { flushCompileCache } from 'node:module';
import { serve } from './child.ts';
import { answerEverything, QUESTION } from './cycles.ts';

/** Asks, is answered and goes on. Returns when that was. */
serve<{ readonly round: number }>(import.meta.url, async (askonce, { round }) => {
  const stop = answerEverything(askonce);
  await askonce.session('cold').ask(QUESTION(3_000_000 + round));
  stop();
  const resumedAt = Date.now();
  // The process is killed, and would otherwise not write the cache.
  flushCompileCache();
  return resumedAt;
});
