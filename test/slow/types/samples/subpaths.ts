/** Every entry of the package but the client. */
import { openAskOnce } from 'askonce';
import { type ClarificationRequest, commandPm, type Pm, type RequestResult } from 'askonce/orchestrator';
import { type ConformanceCase, FakeClock, storeConformance } from 'askonce/testing';
import { newSecret, signedHeaders, verifySignature } from 'askonce/webhooks';
import { autoResolving, commandExecutor, type Executor, webhookExecutor } from 'askonce/worker';

const askonce = await openAskOnce({ clock: new FakeClock() });
const executor: Executor = async (job, { ask }) => (await ask('Which?')) && job.prompt;
askonce.runner({ executor });
// @ts-expect-error Only `askonce.runner` makes a runner.
new (await import('askonce/worker')).Runner();

const pm: Pm = ({ number }) => (number === 1 ? { status: 'PLAN', tasks: ['List'] } : { status: 'COMPLETE' });
await askonce.orchestrate('Write the notes', { pm, timeout: '2h' });
const request: ClarificationRequest = { question: 'Which?', blocker: 'security_or_law' };
export const reply: RequestResult = await askonce.session('s').request(request, { asker: 'pm', wait: false });

const secret: string = newSecret();
verifySignature({
  secret,
  headers: signedHeaders({ secret, id: 'm', at: 1, body: '{}' }),
  body: '{}',
}) satisfies boolean;

export const ways = [commandPm, commandExecutor, webhookExecutor, autoResolving];
export const cases: readonly ConformanceCase[] = storeConformance(async () => {
  throw new Error('no store');
});
