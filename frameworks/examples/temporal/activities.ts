import { activityInfo } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { openAskOnce } from 'askonce';

const askonce = await openAskOnce();
const session = askonce.session('releases');
// The same whenever Temporal repeats an activity, so it names the ask.
const place = () => {
  const { workflowId = '', runId = '' } = activityInfo().workflowExecution ?? {};
  return { key: `${workflowId}/${runId}`, ref: `temporal:${workflowId}` };
};

export async function whichFormat(): Promise<string | null> {
  const { key, ref } = place();
  const question = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
  const result = await session.ask(question, { wait: false, idempotencyKey: `${key}/format`, ref });
  return result.status === 'parked' ? null : (result.answer ?? 'no');
}

export async function mayPublish(version: string) {
  const { key, ref } = place();
  const call = { tool: 'Bash', input: { command: `npm publish --tag ${version}` }, callId: `${key}/publish` };
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
