/** `askonce/dbos` with DBOS on a real PostgreSQL, which holds AskOnce's store too. The example is the worker that is killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { type AskOnce, openAskOnce } from 'askonce';
import { dbosAsking, dbosBridge } from 'askonce/dbos';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { AskOnceServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';
import { killed } from './support/restate-server.ts';

// `npm ci` gives frameworks/ another version of vitest, whose types do not know what the setup provides.
const POSTGRES: string = inject('postgresUrl' as never);
const EXAMPLE = join(import.meta.dirname, '..', 'examples', 'dbos.ts');
const folder = mkdtempSync(join(tmpdir(), 'askonce-dbos-'));

let askonce: AskOnce;
let database: pg.Client;
let dbos: DBOSClient;
let worker: ChildProcess;
let printed = '';

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return url.href;
}

beforeAll(async () => {
  const url = await newDatabase('releases');
  askonce = await openAskOnce({ db: url });
  database = new pg.Client({ connectionString: url });
  await database.connect();
  await startWorker(url);
  dbos = await DBOSClient.create({ systemDatabaseUrl: url });
});

afterAll(async () => {
  await killed(worker);
  await dbos?.destroy();
  await database?.end();
  await askonce?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startWorker(url = worker.spawnargs.at(-1)!): Promise<void> {
  const started = printed.length;
  worker = spawn(process.execPath, [EXAMPLE, url], { cwd: folder, env: { ...process.env, DATABASE_URL: url } });
  for (const stream of [worker.stdout!, worker.stderr!]) stream.on('data', (text) => (printed += String(text)));
  await vi.waitFor(() => expect(printed.slice(started)).toContain('ready'), { timeout: 60_000 });
}

function run(version: string) {
  const options = { workflowName: 'release', queueName: 'releases', workflowID: `release/${version} é` };
  return dbos.enqueue<(version: string) => Promise<unknown>>(options, version);
}

async function waiting(part: string, where = askonce, status?: 'pending'): Promise<string> {
  let id = '';
  const look = async () => {
    const { items } = await where.questions.list(status === undefined ? {} : { status });
    id = items.find((item) => JSON.stringify(item).includes(part))?.id ?? '';
    return id;
  };
  await expect.poll(look).not.toBe('');
  return id;
}

/** Runs the workflow, and answers its question. */
async function runToCall(version: string) {
  const release = await run(version);
  await askonce.questions.answer(await waiting('Which format', askonce, 'pending'), 'JSON');
  return release;
}

/** The asks of a call. A workflow that looks again repeats the same ask. */
async function asksOf(id: string): Promise<{ ref: string | null }[]> {
  return (await database.query('SELECT * FROM askonce.ask_items WHERE clarification_id = $1', [id])).rows;
}

const times = (text: string) => printed.split(text).length - 1;

it('killed while it waits, answered while it is down: the workflow goes on once after the restart', async () => {
  const release = await run('v1');
  const question = await waiting('Which format');
  await killed(worker);
  const answers = await Promise.allSettled(
    ['YAML', 'JSON'].map((answer) => askonce.questions.answer(question, answer)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await startWorker();
  const call = await waiting('--tag v1');
  expect(times('published v1')).toBe(0);
  await killed(worker);
  const decision = await decidedAtOnce(askonce, call);
  await startWorker();
  const format = answers[0]!.status === 'fulfilled' ? 'YAML' : 'JSON';
  expect(await release.getResult()).toEqual({ format, decision });
  expect(times(`published v1, ${format} notes`)).toBe(decision === 'allow' ? 1 : 0);
});

it('each workflow asks, with any id, though an earlier one asked the same; a denied call is not made', async () => {
  const release = await runToCall('v2');
  await askonce.approvals.decide(await waiting('--tag v2'), { decision: 'deny' });
  expect(await release.getResult()).toEqual({ format: 'JSON', decision: 'deny' });
  expect(times('published v2')).toBe(0);
});

it('a forged message approves nothing, and a message for each bridge makes the call once', async () => {
  const release = await runToCall('v3');
  const call = await waiting('--tag v3');
  const { ref } = (await asksOf(call)).find((ask) => ask.ref !== null)!;
  const topic = ref!.split('/').at(-1)!;
  const looks = "SELECT FROM dbos.operation_outputs WHERE workflow_uuid = 'release/v3 é' AND function_name = 'askonce'";
  const looked = async () => (await database.query(looks)).rowCount;
  const before = (await looked())!;
  await dbos.send('release/v3 é', { decision: 'allow' }, topic);
  await expect.poll(looked).toBe(before + 1);
  expect(await asksOf(call)).toHaveLength(1);
  expect(times('published v3')).toBe(0);

  const woken: string[] = [];
  const stop = new AbortController();
  const onWoken = ({ ref: of }: { ref: string }) => void woken.push(of);
  const second = dbosBridge(askonce, { client: dbos, after: 0, onWoken, signal: stop.signal });
  await askonce.approvals.decide(call, { decision: 'allow' });
  expect(await release.getResult()).toMatchObject({ decision: 'allow' });
  await expect.poll(() => woken).toContain(ref);
  stop.abort();
  await second;
  const sent = await database.query('SELECT * FROM dbos.notifications WHERE topic = $1', [topic]);
  expect(sent.rowCount).toBe(2); // The forged one, and one for the decision.
  expect(times('published v3')).toBe(1);
});

it('the question of a workflow that is cancelled while it waits is withdrawn', async () => {
  await runToCall('v4');
  const call = await waiting('--tag v4');
  const waits =
    "SELECT FROM dbos.operation_outputs WHERE workflow_uuid = 'release/v4 é' AND function_name = 'DBOS.sleep'";
  await expect.poll(async () => (await database.query(waits)).rowCount).toBe(2); // For the question and for the call.
  await dbos.cancelWorkflow('release/v4 é');
  await expect.poll(async () => (await askonce.questions.get(call))?.status).toBe('withdrawn');
  expect(times('published v4')).toBe(0);
});

/** Without a bridge, and through a server. */
describe('in this process', () => {
  const server = new AskOnceServer({ db: join(folder, 'served.db'), folder });
  let served: AskOnce;
  let people: ReturnType<typeof dbosAsking>;
  const ask = DBOS.registerWorkflow((question: string) => people.ask({ question }), { name: 'ask' });
  const publish = (command: string) => people.approve({ tool: 'Bash', input: { command } });
  const approve = DBOS.registerWorkflow(publish, { name: 'approve' });

  beforeAll(async () => {
    await server.start();
    people = dbosAsking(server.client(), { checkEvery: '500ms' });
    served = await openAskOnce({ db: join(folder, 'served.db'), project: folder });
    const systemDatabaseUrl = await newDatabase('alone');
    DBOS.setConfig({ name: 'alone', systemDatabaseUrl, logLevel: 'error' });
    await DBOS.launch();
  });

  afterAll(async () => {
    await DBOS.shutdown();
    await served?.close();
    await server.kill();
  });

  it('a workflow finds the answer by itself, after its process was shut down and its server was killed', async () => {
    const { workflowID } = await DBOS.startWorkflow(ask)('Which port should it use?');
    const question = await waiting('Which port', served);
    await DBOS.shutdown();
    expect((await served.questions.get(question))?.status).toBe('pending');
    await DBOS.launch();
    await server.kill();
    await served.questions.answer(question, '8080');
    await expect.poll(() => server.unreachable).toBeGreaterThan(0);
    await server.start();
    const outcome = await DBOS.retrieveWorkflow(workflowID).getResult();
    expect(outcome).toMatchObject({ outcome: 'answered', answer: '8080' });
  });

  it('a call that is allowed in the inbox of a server wakes its workflow, by a bridge through that server', async () => {
    const inbox = await server.inbox();
    const woken = Promise.withResolvers<string>();
    const stop = new AbortController();
    const onWoken = ({ ref }: { ref: string }) => woken.resolve(ref);
    const bridge = dbosBridge(server.client(), { after: 0, onWoken, signal: stop.signal });
    const started = await DBOS.startWorkflow(approve)('npm publish');
    await inbox.decide('npm publish', { decision: 'allow' });
    expect(await started.getResult()).toMatchObject({ decision: 'allow' });
    expect(await woken.promise).toMatch(/^dbos:/);
    stop.abort();
    await bridge;
  });

  it('the question of a workflow that is cancelled while its step asks is withdrawn', async () => {
    const client = server.client();
    const [stored, cancelled] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const held: typeof client.ask = async (body, options) => {
      const reply = await client.ask(body, options);
      if (reply.items[0]!.outcome === 'parked') stored.resolve(reply.items[0]!.id);
      await cancelled.promise;
      return reply;
    };
    const before = people;
    people = dbosAsking(Object.assign(Object.create(client), { ask: held }));
    const { workflowID } = await DBOS.startWorkflow(ask)('Which region should it use?');
    const question = await stored.promise;
    await DBOS.cancelWorkflow(workflowID);
    cancelled.resolve();
    await expect.poll(async () => (await served.questions.get(question))?.status).toBe('withdrawn');
    people = before;
  });

  it('an input that AskOnce rejects ends the workflow', async () => {
    const asked = await DBOS.startWorkflow(ask)('');
    await expect(asked.getResult()).rejects.toMatchObject({ code: 'question_empty' });
  });
});
