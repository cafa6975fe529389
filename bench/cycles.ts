/** Cycles through the public API: ask, park, answer, resume. */
import type { AskOnce } from '../src/index.ts';

export const QUESTION = (n: number) => ({
  question: `Which of the formats should report ${n} use?`,
  options: ['YAML', 'JSON'],
});

/** Answers every question as soon as it is asked, as a person's surface would. Returns a function that stops it. */
export function answerEverything(askonce: AskOnce): () => void {
  return askonce.events.on('clarification.requested', ({ clarification }) => {
    askonce.questions.answer(clarification!, 'YAML', { surface: 'bench' }).catch((error) => {
      throw error;
    });
  });
}

/** Runs `count` cycles, `inFlight` at a time, each worker in its own session. Returns cycles per second. */
export async function cycles(askonce: AskOnce, count: number, inFlight: number, from: number): Promise<number> {
  const stop = answerEverything(askonce);
  let next = from;
  const start = performance.now();
  const worker = async (w: number) => {
    const session = askonce.session(`bench-${w}`);
    while (next < from + count) {
      const { status } = await session.ask(QUESTION(next++));
      if (status !== 'answered') throw new Error(`expected an answer, got ${status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, w) => worker(w)));
  const seconds = (performance.now() - start) / 1000;
  stop();
  return count / seconds;
}

/** Repeats of answered questions: settled without the person, and logged durably. Returns repeats per second. */
export async function repeats(askonce: AskOnce, count: number, inFlight: number): Promise<number> {
  const known = { question: 'Which of the formats should every report use?', options: ['YAML', 'JSON'] };
  const stop = answerEverything(askonce);
  await Promise.all(Array.from({ length: inFlight }, (_, w) => askonce.session(`bench-${w}`).ask(known)));
  stop();
  let left = count;
  const start = performance.now();
  const worker = async (w: number) => {
    const session = askonce.session(`bench-${w}`);
    while (left-- > 0) {
      const { status } = await session.ask(known);
      if (status !== 'auto_resolved') throw new Error(`expected a repeat, got ${status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, w) => worker(w)));
  return count / ((performance.now() - start) / 1000);
}
