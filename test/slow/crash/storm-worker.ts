/**
 * One process of the storm: runs random jobs, submits others and answers random questions, several at a time, until it is killed. Each thing is
 * acknowledged on stdout after its promise has resolved; what was acknowledged must survive everything.
 */
import { flushCompileCache } from 'node:module';
import { type AskOnce, AskOnceError, openAskOnce } from '../../../src/index.ts';
import type { Ack } from './storm-acks.ts';
import { hotJob, runStormJob, sameAnswer, stormJob } from './storm-jobs.ts';
import { anyAnswer, submitSome } from './storm-submissions.ts';

const AT_ONCE = 6;
/** What somebody quicker may have done in the meantime; anything else is a fault. */
const BEATEN = ['already_answered', 'clarification_closed', 'not_revocable', 'job_ended'];

const [db, jobs, submissions] = process.argv.slice(2) as [string, string, string];

function acknowledge(ack: Ack): void {
  process.stdout.write(`${JSON.stringify(ack)}\n`);
}

async function runSome(askonce: AskOnce): Promise<void> {
  const count = Number(jobs);
  const n = Math.random() < 0.5 ? hotJob(count, Date.now(), Math.random) : Math.floor(Math.random() * count);
  const job = stormJob(n);
  await runStormJob(askonce, job, (step, { ask, items }) =>
    acknowledge({ did: 'ask', job: job.id, step, ask: ask ?? null, items }),
  );
}

async function settleSome(askonce: AskOnce): Promise<void> {
  const { items } = await askonce.questions.list({ status: 'pending', limit: 20 });
  const question = items[Math.floor(Math.random() * items.length)];
  if (!question) return;
  const { id } = question;
  const dice = Math.random();
  if (dice < 0.04) {
    await askonce.questions.decline(id);
    acknowledge({ did: 'decline', id });
  } else if (dice < 0.08 && question.ask) {
    await askonce.questions.cancel({ ask: question.ask });
  } else {
    const answer = Math.random() < 0.5 ? sameAnswer(question) : anyAnswer(question);
    const { clarification, status } = await askonce.questions.answer(id, answer);
    acknowledge({ did: 'answer', id, answer: clarification.answer!, status });
    if (Math.random() < 0.05) {
      await askonce.questions.revoke(id);
      acknowledge({ did: 'revoke', id });
    }
  }
}

async function loop(askonce: AskOnce): Promise<void> {
  for (;;) {
    try {
      const dice = Math.random();
      if (dice < 0.2) await submitSome(askonce, Math.floor(Math.random() * Number(submissions)), acknowledge);
      else await (dice < 0.65 ? runSome(askonce) : settleSome(askonce));
    } catch (error) {
      if (!(error instanceof AskOnceError) || !BEATEN.includes(error.code)) throw error;
    }
  }
}

try {
  const askonce = await openAskOnce({ db, project: '/' });
  flushCompileCache();
  acknowledge({ did: 'up' });
  await Promise.all(Array.from({ length: AT_ONCE }, () => loop(askonce)));
} catch (error) {
  acknowledge({ did: 'fault', what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exit(1);
}
