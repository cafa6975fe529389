/**
 * Questions and approvals from inside a workflow of Vercel's Workflow SDK. The workflow waits for a hook, and a step of yours asks. The hook only
 * wakes it: the outcome is read by asking again under the same key.
 */
import { FatalError } from 'workflow';
import { resumeHook } from 'workflow/api';
import type { Outcome } from '../../core/model/question.ts';
import type { Approval, CallInput } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { askApproval, askQuestions } from '../asking.ts';
import { type DurableBridgeOptions, type DurablePlace, durableBridge, lastingStatus, sessionOf } from '../durable.ts';
import { type AskOnceHost, askingOf, type Settlement } from '../framework.ts';
import type { WorkflowCall } from './workflow-inside.ts';

export { type UntilSettledOptions, untilSettled, type WorkflowCall, type WorkflowSettled } from './workflow-inside.ts';
export type { AskOnceHost, DurableBridgeOptions, DurablePlace, Settlement };

/** Where a workflow's questions belong. */
export type WorkflowOptions = DurablePlace;

/** Looks once, in a step. `untilSettled` calls the step until the result is no longer `parked`. */
export interface WorkflowAsking {
  ask(call: WorkflowCall, question: QuestionInput): Promise<Outcome>;
  approve(call: WorkflowCall, input: CallInput): Promise<Approval>;
}

const REF = 'workflow:';

/** Asks and gets calls approved in steps. Run `workflowBridge` once beside them. */
export function workflowAsking(
  askonce: AskOnceHost,
  { session, agent = 'Workflow' }: WorkflowOptions = {},
): WorkflowAsking {
  const asking = askingOf(askonce, agent);
  const waitingOf = ({ id, run, ref }: WorkflowCall) => ({
    ...{ session: sessionOf(session, run), job: null, callId: id, waitMs: 0 },
    ...(ref === undefined ? {} : { ref }),
  });
  return {
    async ask(call, question) {
      const { outcomes } = await askQuestions(asking, [question], waitingOf(call)).catch(refuseFinally);
      return outcomes[0]!;
    },
    async approve(call, input) {
      const waiting = waitingOf(call);
      return askApproval(asking, input, { ...waiting, callId: input.callId ?? call.id }).catch(refuseFinally);
    },
  };
}

/** Workflow repeats a step that fails. What AskOnce rejects as wrong stays wrong. */
function refuseFinally(error: Error): never {
  throw lastingStatus(error) === null ? error : new FatalError(error.message);
}

/** Wakes the workflows whose questions and approvals are settled, until the signal is aborted. Any number may run. */
export async function workflowBridge(askonce: AskOnceHost, options: DurableBridgeOptions = {}): Promise<void> {
  const wake = async (token: string) => {
    try {
      await resumeHook(token, 'settled');
    } catch (error) {
      // No hook: the workflow no longer waits, so there is nothing to repeat.
      if (!['HookNotFoundError', 'RunExpiredError'].includes((error as Error).name)) throw error;
    }
  };
  await durableBridge(askonce, REF, wake, options);
}
