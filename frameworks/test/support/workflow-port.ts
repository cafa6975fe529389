/** A workflow of one question that looks often. */
import { AskOnceClient } from 'askonce/client';
import { untilSettled, type WorkflowCall, workflowAsking } from 'askonce/workflow';

const people = workflowAsking(new AskOnceClient({ url: process.env.ASKONCE_URL! }));

export async function port(question: string) {
  'use workflow';
  return untilSettled((call) => whichPort(call, question), { checkEvery: '1s' });
}

async function whichPort(call: WorkflowCall, question: string) {
  'use step';
  return people.ask(call, { question });
}
