/**
 * DBOS on PostgreSQL: a workflow per job that receives a message. Counted: `startWorkflow`, which records the workflow; then `send`, which records
 * the answer and wakes the workflow by NOTIFY, until the workflow has returned the answer and its result is recorded.
 */
import { load, type Peer, type Place } from './peer.ts';

interface Handle {
  getResult(options?: { pollingIntervalMs: number }): Promise<string>;
}

interface Dbos {
  setConfig(config: object): void;
  launch(): Promise<void>;
  registerWorkflow<F>(workflow: F, config: { name: string }): F;
  startWorkflow<F>(workflow: F, params: { workflowID: string }): () => Promise<Handle>;
  retrieveWorkflow(id: string): Handle;
  recv(topic: string, options: { timeoutSeconds: number; pollingIntervalMs: number }): Promise<string | null>;
  send(id: string, message: string, topic: string): Promise<void>;
}

const DAY_SECONDS = 86_400;

export async function dbos(place: Place): Promise<Peer> {
  const { DBOS } = await load<{ DBOS: Dbos }>(place, '@dbos-inc/dbos-sdk');
  // NOTIFY wakes a workflow; a poll of each of thousands would only add load.
  const waiting = { timeoutSeconds: DAY_SECONDS, pollingIntervalMs: 600_000 };
  const job = DBOS.registerWorkflow(() => DBOS.recv('answer', waiting), { name: 'job' });
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: place.url,
    systemDatabasePoolSize: 16,
    // The same for every process: a process of another version would not take over its workflows.
    applicationVersion: '1',
    logLevel: 'error',
  });
  await DBOS.launch();
  const here = new Map<string, Handle>();
  return {
    async park(n) {
      const id = `job-${n}`;
      here.set(id, await DBOS.startWorkflow(job, { workflowID: id })());
      return id;
    },
    async resume(_, id, answer) {
      await DBOS.send(id, answer, 'answer');
      // The handle of the process that started the workflow waits in memory; any other polls.
      const handle = here.get(id) ?? DBOS.retrieveWorkflow(id);
      const result = await handle.getResult({ pollingIntervalMs: 10 });
      here.delete(id);
      return result;
    },
  };
}
