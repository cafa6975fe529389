/** Submitted jobs as a person would reckon with pen and paper: what becomes of each, whatever befalls them. */

const CLEAR = 'a cheese sandwich';
const NO_IDEA = 'no idea';
export const ANSWERS = ['hot', 'frozen', NO_IDEA] as const;
export const DEADLINE_MS = 60_000;

/** Number `n`: two sessions, in each of which two jobs have the same prompt. */
export function submission(n: number) {
  const prompt = ['hot frozen cheese', 'hot frozen cheese', 'hot frozen soup', CLEAR][n >> 1]!;
  return { id: `sub-${n}`, session: `kitchen-${n % 2}`, prompt };
}

export const SUBMISSIONS = 8;

export type Silence = 'wait' | 'fail' | 'fallback';

interface Question {
  readonly name: string;
  status: 'pending' | 'answered' | 'declined' | 'gone';
  answer: string | null;
  key: string | null;
}

interface Job {
  readonly id: string;
  state: string;
  status: string;
  answer: string | null;
  question: Question | null;
  deadline: number | null;
  readonly silence: Silence;
}

export class SubmittingModel {
  readonly jobs = new Map<string, Job>();
  private readonly live = new Map<string, Question>();

  /** The jobs as they should be. */
  expected() {
    return [...this.jobs.values()]
      .map(({ id, state, status, answer }) => ({ id, state, status, answer }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  pending(): number {
    return [...this.live.values()].filter(({ status }) => status === 'pending').length;
  }

  claimable(): string[] {
    return [...this.jobs.values()].filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').map(({ id }) => id);
  }

  submit(n: number, silence: Silence, now: number): { made: boolean } {
    const { id, session, prompt } = submission(n);
    if (this.jobs.has(id)) return { made: false };
    const job: Job = { id, state: 'QUEUED', status: 'skipped', answer: null, question: null, deadline: null, silence };
    this.jobs.set(id, job);
    if (prompt === CLEAR) return { made: true };
    const name = `${session} ${prompt}`;
    const known = this.live.get(name);
    if (known?.status === 'declined' || known?.answer === NO_IDEA) job.state = 'ERROR';
    else if (known?.status !== 'answered') {
      const question: Question = known ?? { name, status: 'pending', answer: null, key: null };
      this.live.set(name, question);
      const deadline = silence === 'wait' ? null : now + DEADLINE_MS;
      Object.assign(job, { state: 'AWAITING_RESPONSE', status: 'asked', question, deadline });
    }
    return { made: true };
  }

  /** What whoever answers is told. */
  answer(id: string, answer: string, key: string | null): string {
    const job = this.jobs.get(id);
    if (!job) return 'job_unknown';
    const { question } = job;
    if (!question) return 'job_not_asked';
    if (job.status === 'skipped' || (job.status === 'asked' && job.state !== 'AWAITING_RESPONSE'))
      return 'clarification_closed';
    // What a job was answered stays its answer, also where it was taken back since.
    if (job.status === 'answered') {
      const same = answer === question.answer || (key !== null && key === question.key);
      return same ? 'replayed' : 'already_answered';
    }
    if (question.status !== 'pending') return 'clarification_closed';
    Object.assign(question, { status: 'answered', answer, key });
    for (const one of this.waiting(question))
      Object.assign(one, { status: 'answered', answer, state: answer === NO_IDEA ? 'ERROR' : 'RUNNING' });
    return 'accepted';
  }

  decline(id: string): string {
    const question = this.jobs.get(id)!.question!;
    if (question.status === 'declined') return 'replayed';
    if (question.status === 'answered') return 'already_answered';
    if (question.status === 'gone') return 'clarification_closed';
    for (const one of this.waiting(question)) one.state = 'ERROR';
    question.status = 'declined';
    return 'accepted';
  }

  revoke(id: string): void {
    const question = this.jobs.get(id)!.question!;
    if (question.status !== 'answered' && question.status !== 'declined') return;
    this.goes(question);
  }

  cancel(id: string): string {
    const job = this.jobs.get(id);
    if (!job) return 'job_unknown';
    if (job.state === 'ERROR' || job.state === 'COMPLETE') return 'job_ended';
    this.leaves(job, { state: 'CANCELLED' });
    return 'CANCELLED';
  }

  built(id: string): void {
    this.jobs.get(id)!.state = 'COMPLETE';
  }

  sweep(now: number): void {
    for (const job of this.jobs.values()) {
      if (job.state !== 'AWAITING_RESPONSE' || job.deadline === null || job.deadline > now) continue;
      this.leaves(job, job.silence === 'fallback' ? { state: 'RUNNING', status: 'skipped' } : { state: 'ERROR' });
    }
  }

  private waiting(question: Question): Job[] {
    return [...this.jobs.values()].filter((job) => job.question === question && job.state === 'AWAITING_RESPONSE');
  }

  private leaves(job: Job, next: Partial<Job>): void {
    Object.assign(job, next);
    const { question } = job;
    if (question?.status === 'pending' && this.waiting(question).length === 0) this.goes(question);
  }

  private goes(question: Question): void {
    question.status = 'gone';
    if (this.live.get(question.name) === question) this.live.delete(question.name);
  }
}
