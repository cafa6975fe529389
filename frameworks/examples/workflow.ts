/** A workflow that asks a person before it publishes. Run `workflowBridge` beside your app, and answer in the inbox of `askonce serve`. */
import { AskOnceClient } from 'askonce/client';
import { untilSettled, type WorkflowCall, workflowAsking } from 'askonce/workflow';

const { ASKONCE_URL = 'http://127.0.0.1:4766' } = process.env;
const people = workflowAsking(new AskOnceClient({ url: ASKONCE_URL }), { agent: 'Release' });

export async function release(version: string) {
  'use workflow';
  const notes = await untilSettled(whichFormat);
  const { decision } = await untilSettled((call) => mayPublish(call, version));
  const format = 'answer' in notes ? notes.answer : 'no';
  if (decision === 'allow') await publish(version, format);
  return { format, decision };
}

async function whichFormat(call: WorkflowCall) {
  'use step';
  return people.ask(call, { question: 'Which format should I use?', options: ['YAML', 'JSON'] });
}

async function mayPublish(call: WorkflowCall, version: string) {
  'use step';
  return people.approve(call, { tool: 'Bash', input: { command: `npm publish --tag ${version}` } });
}

async function publish(version: string, format: string) {
  'use step';
  console.log(`published ${version}, ${format} notes`);
}
