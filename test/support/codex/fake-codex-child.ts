/**
 * `codex app-server` as it behaves (0.166.0), with a plan in place of a model: `plan.json` in its folder holds the calls of the agent, one
 * after the other. It keeps threads in FAKE_CODEX_HOME, forgets a call that waits when it is killed, and stops for good at the moment that
 * FAKE_CODEX_STOP names, once, so that a test can kill it there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Planned {
  readonly method: string;
  readonly params: Record<string, unknown>;
  /** The item that is announced before the request. */
  readonly item?: Record<string, unknown>;
}
interface Plan {
  readonly calls: readonly Planned[];
  readonly says?: string;
  readonly fails?: string;
}
interface Thread {
  readonly told: string[];
  /** What each call came to; `aborted` if the process ended while it waited. */
  readonly results: string[];
}
type Json = Record<string, unknown>;

const { FAKE_CODEX_HOME: home = '.', FAKE_CODEX_STOP: stop = '' } = process.env;
const plan: Plan = JSON.parse(readFileSync('plan.json', 'utf8'));
mkdirSync(home, { recursive: true });
writeFileSync(join(home, 'starts'), `${process.argv.slice(2).join(' ')}\n`, { flag: 'a' });

const send = (message: Json) => process.stdout.write(`${JSON.stringify(message)}\n`);
const fileOf = (id: string) => join(home, `${id}.json`);
const save = () => writeFileSync(fileOf(id), JSON.stringify(thread));
const replies = new Map<number, (result: Json) => void>();
const steered: string[] = [];
const steeredOnce = Promise.withResolvers<void>();
let id = '';
let thread: Thread = { told: [], results: [] };
let resumed = false;
let requests = 0;

async function moment(name: string): Promise<void> {
  const stopped = join(home, 'stopped');
  if (`${resumed ? 'resume' : 'start'} ${name}` !== stop || existsSync(stopped)) return;
  writeFileSync(stopped, String(process.pid));
  await new Promise(() => setInterval(() => {}, 1_000));
}

function request({ method, params, item }: Planned, itemId: string): Promise<Json> {
  const place = { threadId: id, turnId: 'turn-1', itemId };
  if (item) send({ method: 'item/started', params: { ...place, item: { id: itemId, ...item } } });
  const number = requests;
  requests += 1;
  return new Promise((resolve) => {
    replies.set(number, resolve);
    send({ method, id: number, params: { ...place, startedAtMs: Date.now(), ...params } });
  });
}

/** What the agent would learn, and do. */
function carriedOut({ params }: Planned, result: Json): string {
  if (result.decision === 'accept' || result.decision === 'acceptForSession') {
    writeFileSync('deeds', `${String(params.command ?? 'changed')}\n`, { flag: 'a' });
    return 'done';
  }
  return 'decision' in result ? 'rejected by user' : JSON.stringify(result);
}

/** The call that the agent makes next: one that was aborted again, else the next of the plan. */
function next(): Planned | undefined {
  return plan.calls[thread.results.filter((result) => result !== 'aborted').length];
}

async function turn(): Promise<void> {
  await moment('before the call');
  for (let call = next(); call !== undefined; call = next()) {
    const itemId = `call_${thread.results.length}`;
    thread.results.push('aborted');
    save();
    const answer = request(call, itemId);
    await moment('while it waits');
    const result = await answer;
    send({ method: 'serverRequest/resolved', params: { threadId: id, requestId: requests - 1 } });
    await moment('before the deed');
    // The reason of a refusal follows as a message.
    if (result.decision === 'decline') await steeredOnce.promise;
    thread.results[thread.results.length - 1] = carriedOut(call, result);
    await moment('after the deed');
    save();
  }
  const text = plan.says ?? [...thread.results.filter((one) => one !== 'aborted'), ...steered].join(' | ');
  const item = { type: 'agentMessage', id: 'msg', text };
  send({ method: 'item/completed', params: { threadId: id, turnId: 'turn-1', item } });
  const status = plan.fails === undefined ? 'completed' : 'failed';
  const error = plan.fails === undefined ? null : { message: plan.fails };
  send({ method: 'turn/completed', params: { threadId: id, turn: { id: 'turn-1', status, error } } });
  await moment('after the turn');
}

const textOf = (params: Json) => (params.input as { text: string }[])[0]!.text;

const METHODS: Record<string, (params: Json) => Json> = {
  initialize: () => ({ userAgent: 'fake' }),
  'thread/start': () => {
    id = `thread-${process.pid}`;
    return { thread: { id, preview: '' } };
  },
  'thread/resume': ({ threadId }) => {
    id = String(threadId);
    if (!existsSync(fileOf(id))) throw new Error(`no rollout found for thread id ${id}`);
    resumed = true;
    thread = JSON.parse(readFileSync(fileOf(id), 'utf8'));
    return { thread: { id, preview: thread.told[0] ?? '' } };
  },
  'turn/start': (params) => {
    thread.told.push(textOf(params));
    save();
    setImmediate(() => void turn());
    return { turn: { id: 'turn-1', status: 'inProgress' } };
  },
  'turn/steer': (params) => {
    steered.push(textOf(params));
    steeredOnce.resolve();
    return { turnId: 'turn-1' };
  },
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { id: number, method, params = {}, result } = JSON.parse(line);
  if (method === undefined) return replies.get(number)?.(result ?? { refused: true });
  if (number === undefined) return;
  try {
    send({ id: number, result: METHODS[method]!(params) });
  } catch (error) {
    send({ id: number, error: { code: -32_600, message: (error as Error).message } });
  }
});
lines.on('close', () => process.exit(0));
