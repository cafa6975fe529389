/** Cycles through the public API: ask, park, answer, resume. */
import type { AskOnce } from '../src/index.ts';

export const QUESTION = (n: number) => ({
  question: `Which of the formats should report ${n} use?`,
  options: ['YAML', 'JSON'],
});

/** A question that every session asks. Its answers differ, so that no preference answers it. */
const SAME_QUESTION = { question: 'Which title should the release notes have?' };

/** Answers every question as soon as it is asked, as a person's surface would. Returns a function that stops it. */
export function answerEverything(askonce: AskOnce, answerFor: (id: string) => string = () => 'YAML'): () => void {
  return askonce.events.on('clarification.requested', ({ clarification }) => {
    askonce.questions.answer(clarification!, answerFor(clarification!), { surface: 'bench' }).catch((error) => {
      throw error;
    });
  });
}

/** Calls `cycle` `count` times, `inFlight` at a time. Returns cycles per second. */
export async function perSecond(
  count: number,
  inFlight: number,
  cycle: (n: number, worker: number) => Promise<void>,
): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async (w: number) => {
    while (next < count) await cycle(next++, w);
  };
  await Promise.all(Array.from({ length: inFlight }, (_, w) => worker(w)));
  return count / ((performance.now() - start) / 1000);
}

/** New questions. Each worker has its own session, unless `sessionOf` says otherwise. */
export async function cycles(
  askonce: AskOnce,
  count: number,
  inFlight: number,
  from: number,
  sessionOf: (worker: number) => string = (w) => `bench-${w}`,
): Promise<number> {
  const stop = answerEverything(askonce);
  const rate = await perSecond(count, inFlight, async (n, w) => {
    const { status } = await askonce.session(sessionOf(w)).ask(QUESTION(from + n));
    mustBe(status, 'answered');
  });
  stop();
  return rate;
}

/** The same question, each time in a new session of the same project. */
export async function sameQuestion(askonce: AskOnce, count: number, inFlight: number, from: number): Promise<number> {
  const stop = answerEverything(askonce, (id) => `Notes ${id}`);
  const rate = await perSecond(count, inFlight, async (n) => {
    const { status } = await askonce.session(`same-${from + n}`).ask(SAME_QUESTION);
    mustBe(status, 'answered');
  });
  stop();
  return rate;
}

/**
 * The whole cycle of an agent that is started again: a job asks and is parked, the question is answered, and the job asks again and gets its
 * answer. The same question in new sessions of the same project.
 */
export function wholeCycles(askonce: AskOnce, count: number, inFlight: number, from: number): Promise<number> {
  return perSecond(count, inFlight, async (n) => {
    const session = askonce.session(`whole-${from + n}`);
    const job = `job-${from + n}`;
    const parked = await session.ask(SAME_QUESTION, { job, wait: false });
    mustBe(parked.status, 'parked');
    const { id } = parked.items[0]!;
    await askonce.questions.answer(id!, `Notes ${id}`, { surface: 'bench' });
    const again = await session.ask(SAME_QUESTION, { job });
    mustBe(again.status, 'answered');
  });
}

/** Repeats of answered questions: settled without the person, and logged durably. Returns repeats per second. */
export async function repeats(askonce: AskOnce, count: number, inFlight: number): Promise<number> {
  const known = { question: 'Which of the formats should every report use?', options: ['YAML', 'JSON'] };
  const stop = answerEverything(askonce);
  await Promise.all(Array.from({ length: inFlight }, (_, w) => askonce.session(`bench-${w}`).ask(known)));
  stop();
  return perSecond(count, inFlight, async (_, w) => {
    const { status } = await askonce.session(`bench-${w}`).ask(known);
    mustBe(status, 'auto_resolved');
  });
}

function mustBe(status: string, expected: string): void {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}`);
}
