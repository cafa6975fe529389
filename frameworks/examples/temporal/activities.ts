import { activityInfo } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { openAskOnce } from 'askonce';

const askonce = await openAskOnce();
// The run is the same whenever Temporal repeats an activity, so it names the asks. It is a session of its own: each run asks.
const place = () => {
  const { workflowId = '', runId = '' } = activityInfo().workflowExecution ?? {};
  return { session: askonce.session(runId), runId, ref: `temporal:${workflowId}` };
};

export async function whichFormat(): Promise<string | null> {
  const { session, runId, ref } = place();
  const question = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
  const result = await session.ask(question, { wait: false, idempotencyKey: `${runId}/format`, ref });
  return result.status === 'parked' ? null : (result.answer ?? 'no');
}

export async function mayPublish(version: string) {
  const { session, runId, ref } = place();
  const call = { tool: 'Bash', input: { command: `npm publish --tag ${version}` }, callId: `${runId}/publish` };
  const { decision } = await session.approve(call, { wait: false, ref });
  return decision === 'parked' ? null : decision;
}

export async function publish(version: string, format: string): Promise<void> {
  console.log(`published ${version}, ${format} notes`);
}

/** Run it once, beside your workers. */
export function wakeWorkflows(client: Client): void {
  askonce.events.on('ask.settled', ({ data }) => {
    const { ref } = data as { ref?: string };
    if (!ref?.startsWith('temporal:')) return;
    const workflow = client.workflow.getHandle(ref.slice('temporal:'.length));
    workflow.signal('askonce.settled').catch(() => {}); // It ended, or looks by itself.
  });
}
