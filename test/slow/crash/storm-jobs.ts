/** The jobs of the storm: each a small program that asks the same questions, step by step, whenever and wherever it is run. */
import type { AskOnce, AskResult, Outcome, Policy, QuestionInput } from '../../../src/index.ts';

const CAP_TWO: Policy = {
  name: 'two',
  cap: 2,
  scope: 'job',
  onCap: 'fallback',
  onTimeout: 'wait',
  resolvers: [],
  maxRejects: 1,
};

const POLICIES = ['interactive', 'job', 'orchestrator', CAP_TWO] as const;
/** So many jobs share a session, and so their questions meet. */
const JOBS_A_SESSION = 4;

const QUESTIONS: readonly QuestionInput[] = [
  { question: 'What is the title of the page?' },
  { question: 'Which format do you prefer?', options: ['YAML', 'JSON', 'TOML'] },
  { question: 'Is the kitchen blue?', type: 'CONFIRM' },
  { question: 'May I delete it?', type: 'CONFIRM', subject: 'a.txt' },
  { question: 'Who should get the letter?' },
  { question: 'How many copies do you want?', options: ['one', 'two'] },
  { question: 'Where shall the parcel go?' },
];

export interface StormJob {
  readonly id: string;
  readonly session: string;
  readonly policy: (typeof POLICIES)[number];
  readonly steps: readonly (readonly QuestionInput[])[];
}

/** Job number `n`: the same for every process, because nothing about it is drawn by lot. */
export function stormJob(n: number): StormJob {
  const session = Math.floor(n / JOBS_A_SESSION);
  const at = (step: number) => QUESTIONS[(n * 3 + step * 2 + session) % QUESTIONS.length]!;
  return {
    id: `job-${n}`,
    session: `session-${session}`,
    policy: POLICIES[session % POLICIES.length]!,
    steps: [[at(0)], [at(1), at(2)], [at(3)]],
  };
}

/** So long all processes are about the same few jobs, which their clocks agree on. */
const HOT_MS = 200;
const HOT_JOBS = 2 * JOBS_A_SESSION;

/** One of the jobs that everybody is about just now, so that the same questions meet in many processes at once. */
export function hotJob(count: number, now: number, random: () => number): number {
  const first = Math.floor(now / HOT_MS) * HOT_JOBS;
  return (first + Math.floor(random() * HOT_JOBS)) % count;
}

/** Runs a job until it must wait or has all its outcomes. `told` hears of every step, after its promise has resolved. */
export async function runStormJob(
  askonce: AskOnce,
  job: StormJob,
  told: (step: number, result: AskResult) => void = () => {},
): Promise<'done' | 'waits'> {
  const session = askonce.session(job.session, { policy: job.policy });
  for (const [step, questions] of job.steps.entries()) {
    const result = await session.ask(questions, { job: job.id, wait: false });
    told(step, result);
    if (result.status === 'parked') return 'waits';
  }
  return 'done';
}

/** An answer that the question takes. */
export function stormAnswer(type: Outcome['type'], random: () => number): string {
  if (type === 'CONFIRM') return random() < 0.5 ? 'Yes' : 'No';
  return `answer ${Math.floor(random() * 1e9).toString(36)}`;
}

/** The answer to a question that whoever gives it gives the same: the first is taken, the others are told that it was. */
export function sameAnswer({ id, type }: { readonly id: string; readonly type: Outcome['type'] }): string {
  return type === 'CONFIRM' ? 'Yes' : `the answer to ${id}`;
}
