/** The submitted jobs of the storm: read before they are built, asked about once, and built when the storm is over. */
import { type AskOnce, AskOnceError, type Clarification } from '../../../src/index.ts';
import type { Ack } from './storm-acks.ts';
import { stormAnswer } from './storm-jobs.ts';

const SUBMISSIONS_A_SESSION = 4;

/** How many there are for so many kills. */
export function submissionsOf(kills: number): number {
  return 16 + kills * 2;
}

/** Number `n`, the same for every process. Every fourth is clear; of the others of a session, two have the same prompt. */
function submission(n: number) {
  const session = Math.floor(n / SUBMISSIONS_A_SESSION);
  const dishes = ['a cheese sandwich', 'hot frozen cheese', 'hot frozen soup', 'hot frozen cheese'] as const;
  return { id: `sub-${n}`, prompt: dishes[n % 4]!, session: `kitchen-${session}` };
}

export async function submitSome(askonce: AskOnce, n: number, acknowledge: (ack: Ack) => void): Promise<void> {
  const { id, prompt, session } = submission(n);
  const { job, made } = await askonce.jobs.submit(prompt, { id, session });
  acknowledge({ did: 'submit', job: id, question: job.clarificationId ?? null, made });
  if (job.clarificationStatus !== 'asked' || Math.random() < 0.1) return;
  if (Math.random() < 0.05) {
    await askonce.jobs.cancel(id);
    acknowledge({ did: 'cancelJob', job: id });
    return;
  }
  const said = Math.random() < 0.4 ? 'hot' : settlingAnswer();
  const answered = await askonce.jobs.answer(id, said, { idempotencyKey: `key of ${id}` });
  const { clarificationAnswer: answer } = answered.job;
  // It may have been cancelled in the very moment in which another job's answer came.
  if (answer !== null && answer !== undefined)
    acknowledge({ did: 'answerJob', job: id, question: job.clarificationId!, answer, status: answered.status });
}

function settlingAnswer(): string {
  return ['hot', 'frozen', 'I do not know'][Math.floor(Math.random() * 3)]!;
}

/** An answer that the question takes; one about a prompt may settle it or not. */
export function anyAnswer({ type, reason }: Pick<Clarification, 'type' | 'reason'>): string {
  return reason === 'conflicting_requirements' ? settlingAnswer() : stormAnswer(type, Math.random);
}

/** Builds all there is to build, once nothing waits any more. One line for each that does not end, or is built twice. */
export async function builtOnce(askonce: AskOnce, count: number): Promise<string[]> {
  const faults: string[] = [];
  const runs = new Map<string, number>();
  const runner = askonce.runner({
    concurrency: 8,
    executor: async ({ id, spec }, { ask }) => {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      if (!spec) faults.push(`${id} is built from nothing`);
      const { items } = await ask(`What else should ${id} have?`);
      if (items[0]!.outcome !== 'failed') faults.push(`${id} asked a second question: ${items[0]!.outcome}`);
    },
  });
  await runner.start();
  const build = async (n: number) => {
    const { id, prompt, session } = submission(n);
    // Those that the storm did not come to are made now.
    const { job } = await askonce.jobs.submit(prompt, { id, session });
    if (job.clarificationStatus === 'asked') await askonce.jobs.answer(id, 'hot').catch(mustBeClosed);
    const { state } = await askonce.jobs.ended(id);
    const { spec } = (await askonce.jobs.get(id))!;
    if ((state === 'COMPLETE') !== (spec !== null && state !== 'CANCELLED')) faults.push(`${id} is ${state}`);
    if ((runs.get(id) ?? 0) !== (state === 'COMPLETE' ? 1 : 0)) faults.push(`${id} was built ${runs.get(id)} times`);
  };
  await Promise.all(Array.from({ length: count }, (_, n) => build(n)));
  await runner.stop();
  return faults;
}

/** A question that was declined, cancelled or taken with its job takes no answer; its job has ended. */
function mustBeClosed(error: unknown): void {
  if (!(error instanceof AskOnceError) || error.code !== 'clarification_closed') throw error;
}
