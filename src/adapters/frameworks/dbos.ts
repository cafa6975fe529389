/**
 * Questions and approvals from inside a DBOS workflow. The workflow receives on a topic of its own for each call. The message only wakes it: the
 * outcome is read by asking again under the same key.
 */
import { DBOS, Error as DBOSErrors } from '@dbos-inc/dbos-sdk';
import { durationMs } from '../../core/model/duration.ts';
import type { CallInput } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import {
  CHECK_EVERY,
  type DurableApproval,
  type DurableBridgeOptions,
  type DurableCall,
  type DurableOptions,
  type DurableOutcome,
  type DurablePlace,
  durableAsking,
  durableBridge,
  lastingStatus,
} from '../durable.ts';
import type { AskOnceHost, Settlement } from '../framework.ts';

export type { AskOnceHost, DurableApproval, DurableOptions, DurableOutcome, DurablePlace, Settlement };

/** Asks people from inside workflows. */
export interface DbosAsking {
  /** Waits durably until the question has its outcome. */
  ask(question: QuestionInput): Promise<DurableOutcome>;
  /** Waits durably until the call is decided. Without a `callId` of the host, this place of the workflow is the call. */
  approve(call: CallInput): Promise<DurableApproval>;
}

/** What a bridge needs. */
export interface DbosBridgeOptions extends DurableBridgeOptions {
  /** Sends the messages. Default: `DBOS`, launched in this process; in any other process, a `DBOSClient`. */
  client?: { send(workflow: string, message: string, topic: string, idempotencyKey: string): Promise<void> };
}

const REF = 'dbos:';

/** A step is repeated this often until AskOnce can be reached. */
const RETRY = {
  retriesAllowed: true,
  maxAttempts: Number.POSITIVE_INFINITY,
  intervalSeconds: 5,
  backoffRate: 1,
  shouldRetry: (error: unknown) => lastingStatus(error) === null,
};

/** Lets DBOS workflows ask and get calls approved. Run `dbosBridge` once beside them. */
export function dbosAsking(askonce: AskOnceHost, options: DurableOptions = {}): DbosAsking {
  const { session, agent = 'DBOS', checkEvery = CHECK_EVERY } = options;
  const timeoutSeconds = durationMs(checkEvery) / 1_000;
  const durable = durableAsking(askonce, { ...(session === undefined ? {} : { session }), agent });

  async function thisCall(): Promise<DurableCall> {
    const topic = await DBOS.randomUUID();
    const run = DBOS.workflowID!;
    // With the workflow's id, because a fork keeps the topic.
    const id = `${run}/${topic}`;
    return {
      ...{ id, run },
      ref: REF + id,
      step: (name, action) => DBOS.runStep(action, { ...RETRY, name }),
      async wait() {
        await DBOS.recv(topic, { timeoutSeconds });
      },
      async failed(error, withdraw) {
        // A cancelled workflow runs no further step. Any other error, such as that of a shutdown, leaves the question to the next run.
        if (await isCancelled(error)) await withdraw();
      },
    };
  }

  return {
    ask: async (question) => durable.ask(await thisCall(), question),
    approve: async (call) => durable.approve(await thisCall(), call),
  };
}

/** A step during which its workflow is cancelled fails as if another process had taken the workflow over. */
async function isCancelled(error: unknown): Promise<boolean> {
  if (!(error instanceof DBOSErrors.DBOSWorkflowConflictError)) return isCancellation(error);
  // In a workflow that is cancelled, the call itself throws.
  return DBOS.getWorkflowStatus(DBOS.workflowID!).then((found) => found?.status === 'CANCELLED', isCancellation);
}

function isCancellation(error: unknown): boolean {
  return error instanceof DBOSErrors.DBOSWorkflowCancelledError;
}

/** Wakes the workflows whose questions and approvals are settled, until the signal is aborted. Any number may run. */
export async function dbosBridge(askonce: AskOnceHost, options: DbosBridgeOptions = {}): Promise<void> {
  const { client = DBOS, ...rest } = options;
  const wake = async (ref: string, { seq }: Settlement) => {
    const at = ref.lastIndexOf('/');
    const topic = ref.slice(at + 1);
    try {
      await client.send(ref.slice(0, at), 'settled', topic, `askonce.${topic}.${seq}`);
    } catch (error) {
      // A workflow that was deleted does not wait.
      if (!(error instanceof DBOSErrors.DBOSNonExistentWorkflowError)) throw error;
    }
  };
  await durableBridge(askonce, REF, wake, rest);
}
