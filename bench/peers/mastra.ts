/**
 * Mastra: a workflow with one step that suspends, and a run per job, in its LibSQL storage. Counted: `start` until the run is suspended, then
 * `resume` until the run has succeeded; answering and resuming are one call. `shouldPersistSnapshot` leaves out the snapshots of running runs:
 * three commits per cycle instead of six, but then nothing stops a second `resume` of the same run.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load, type Peer, type Place, QUESTION } from './peer.ts';

interface Client {
  execute(statement: unknown, args?: unknown): Promise<unknown>;
}

type Run = Record<'start' | 'resume', (input: object) => Promise<{ status: string; result?: { answer: string } }>>;

interface Step {
  readonly resumeData?: { answer: string };
  readonly suspend: (payload: object) => Promise<unknown>;
}

interface Workflows {
  readonly createStep: (config: { execute(step: Step): unknown; [option: string]: unknown }) => unknown;
  readonly createWorkflow: (config: object) => { then(step: unknown): { commit(): unknown } };
}

interface Core {
  readonly Mastra: new (
    config: object,
  ) => { getWorkflow(id: string): { createRun(options: { runId: string }): Promise<Run> } };
}

export async function mastra(place: Place): Promise<Peer> {
  const { Mastra } = await load<Core>(place, '@mastra/core');
  const { createStep, createWorkflow } = await load<Workflows>(place, '@mastra/core/workflows');
  const { LibSQLStore } = await load<{ LibSQLStore: new (config: object) => { init(): Promise<void> } }>(
    place,
    '@mastra/libsql',
  );
  const { z } = await load<typeof import('zod')>(place, 'zod');
  const answered = z.object({ answer: z.string() });
  const ask = createStep({
    id: 'ask',
    inputSchema: z.object({ job: z.string() }),
    resumeSchema: answered,
    outputSchema: answered,
    execute: ({ resumeData, suspend }) => resumeData ?? suspend({ question: QUESTION }),
  });
  const workflow = createWorkflow({
    id: 'job',
    inputSchema: z.object({ job: z.string() }),
    outputSchema: answered,
    options: {
      shouldPersistSnapshot: ({ workflowStatus }: { workflowStatus: string }) =>
        workflowStatus === 'suspended' || workflowStatus === 'success',
    },
  });
  workflow.then(ask).commit();
  const file = join(place.dir, 'mastra.db');
  const isNew = !existsSync(file);
  // Its tables are made once, as in a deployment: otherwise each start would look at all of them.
  const storage = new LibSQLStore({ id: 'bench', client: await durableClient(place, file), disableInit: true });
  if (isNew) await storage.init();
  const jobs = new Mastra({ storage, workflows: { job: workflow }, logger: false }).getWorkflow('job');
  const here = new Map<string, Run>();
  return {
    async park(n) {
      const runId = `job-${n}`;
      const run = await jobs.createRun({ runId });
      const { status } = await run.start({ inputData: { job: runId } });
      if (status !== 'suspended') throw new Error(`expected suspended, got ${status}`);
      here.set(runId, run);
      return runId;
    },
    async resume(_, runId, answer) {
      // Another process knows only the id.
      const run = here.get(runId) ?? (await jobs.createRun({ runId }));
      const { status, result } = await run.resume({ step: 'ask', resumeData: { answer } });
      if (status !== 'success') throw new Error(`expected success, got ${status}`);
      here.delete(runId);
      return result!.answer;
    },
  };
}

/** The storage sets synchronous = NORMAL, which loses the last commits with the power. This client stays at FULL. */
async function durableClient(place: Place, file: string): Promise<Client> {
  const { createClient } = await load<{ createClient: (config: object) => Client }>(place, '@libsql/client');
  const client = createClient({ url: `file:${file}`, timeout: 5_000 });
  await client.execute('PRAGMA journal_mode = WAL');
  const execute = client.execute.bind(client);
  client.execute = (statement, args) =>
    execute(String(statement).startsWith('PRAGMA synchronous') ? 'PRAGMA synchronous = FULL' : statement, args);
  return client;
}
