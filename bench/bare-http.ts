/**
 * The HTTP baseline: a bare fastify server with raw better-sqlite3 that writes the same rows as our job that asks and is answered, with the
 * same grouping of transactions, and does nothing else: it reads nothing back, checks nothing, and prepares in advance what is the same for
 * all jobs.
 */

import Database from 'better-sqlite3';
import fastify, { type FastifyInstance } from 'fastify';
import { SQLITE_MIGRATIONS } from '../src/store/migrations/sqlite.ts';
import { COLUMNS } from '../src/store/rows.ts';
import { runSteps } from '../src/store/sqlite/schema.ts';

const POLICY =
  '{"name":"job","cap":1,"scope":"job","onCap":"fail","onTimeout":"wait","resolvers":["input","preference","sentinel"],"maxRejects":0}';
const QUESTION = 'The prompt wants “hot” and “frozen”, which exclude each other. Which should it be?';
const HASH = 'e1c7ba5f5ca80e8baf5cd7e633b44137226e563ee2829baa691a26b0a2dd943e';
const KEY = '9b0157e50f6153023f3460abaf743e36';
const DETAILS = '{"reason":"conflicting_requirements","options":[{"label":"hot"},{"label":"frozen"}]}';
const CONFLICT =
  '{"kind":"contradiction","oppositions":[{"axis":"temperature","sides":["hot","frozen"],"cosmetic":true}],"words":["hot","frozen"]}';
const REQUESTED = `{"question":"${QUESTION}","type":"SELECT_ONE"}`;

/** The unique part of a job's ids. */
let made = 0;

export function bareServer(file: string): FastifyInstance {
  const db = openBare(file);
  const write = writer(db);
  const together = groupCommit(db);
  const prompts = new Map<string, string>();

  const app = fastify();
  app.get('/hello', () => ({ hello: 'world' }));
  app.post<{ Body: { prompt: string } }>('/jobs', async ({ body: { prompt } }, reply) => {
    const own = `0smjj1ry${(made++).toString(32).padStart(6, '0')}`;
    const now = Date.now();
    prompts.set(own, prompt);
    await together(() => write.job(own, prompt, now));
    reply.code(201).header('location', `/jobs/job-${own}`);
    return jobMade(own, prompt, now);
  });
  app.post<{ Params: { id: string }; Body: { answer: string } }>(
    '/jobs/:id/clarification',
    async ({ params: { id }, body: { answer } }) => {
      const own = id.slice(4);
      const prompt = prompts.get(own)!;
      prompts.delete(own);
      const built = prompt.replace(' frozen', '');
      const settled = [{ about: 'hot / frozen', answer }];
      const spec = { version: 1, prompt: built, language: 'en', instructions: [built], settled, assumptions: [] };
      await together(() => write.answer(own, answer, JSON.stringify(spec), Date.now()));
      return { success: true, jobId: id, answer, spec };
    },
  );
  app.addHook('onClose', async () => void db.close());
  return app;
}

function openBare(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('cache_size = -16384');
  runSteps(db, SQLITE_MIGRATIONS);
  return db;
}

/** Runs concurrent writes in one transaction, and resolves each once it is committed. */
function groupCommit(db: Database.Database): (write: () => void) => Promise<void> {
  let queue: { write: () => void; done: () => void }[] = [];
  const commit = db.transaction((batch: typeof queue) => {
    for (const { write } of batch) write();
  }).immediate;
  const flush = () => {
    const batch = queue;
    queue = [];
    commit(batch);
    for (const { done } of batch) done();
  };
  return (write) =>
    new Promise((done) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({ write, done });
    });
}

function writer(db: Database.Database) {
  const insert = (table: keyof typeof COLUMNS) => {
    const columns = COLUMNS[table].split(' ');
    return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
  };
  const session = insert('sessions');
  const jobs = insert('jobs');
  const clarification = insert('clarifications');
  const ask = insert('asks');
  const item = insert('ask_items');
  const event = insert('events');
  const settleClarification = db.prepare(
    `UPDATE clarifications SET status = 'answered', answer = ?, source = 'user', evidence = ?, confidence = 1, surface = 'http',
       settled_at = ? WHERE id = ? AND status = 'pending'`,
  );
  const settleItem = db.prepare(
    `UPDATE ask_items SET outcome = 'answered' WHERE clarification_id = ? AND outcome = 'parked'`,
  );
  const resume = db.prepare(
    `UPDATE jobs SET state = 'RUNNING', clarification_status = 'answered', clarification_answer = ?,
       clarification_answered_at = ?, spec_json = ?, updated_at = ? WHERE id = ? AND state = 'AWAITING_RESPONSE'`,
  );
  const no = null;
  return {
    job(own: string, prompt: string, now: number): void {
      const [s, j, q, a] = [`s-${own}`, `job-${own}`, `q-${own}`, `a-${own}`];
      const scope = `["job","${j}"]`;
      session.run(s, '/p', POLICY, 'agent', no, no, no, no, 0, now);
      jobs.run(
        ...[j, s, '/p', 'AWAITING_RESPONSE', POLICY, 'agent', prompt, 'serve', no, 0, 0, no, no],
        ...['asked', q, QUESTION, CONFLICT, no, no, no, now, now, no, no],
      );
      event.run(now, 'job.created', s, j, no, no, '{"policy":"job","clarificationStatus":"asked"}');
      ask.run(a, s, j, 'agent', scope, 1, 1, no, 'wait', no, now);
      clarification.run(
        ...[q, s, '/p', a, j, QUESTION, 'SELECT_ONE', HASH, KEY, prompt, 0, DETAILS, 'pending', 1],
        ...[no, no, no, no, no, no, no, no, no, scope, 0, now, no],
      );
      event.run(now, 'clarification.requested', s, j, a, q, REQUESTED);
      item.run(a, 0, s, j, q, no, 'SELECT_ONE', KEY, prompt, no, no, 'parked', no, no, no, no, no);
      event.run(now, 'job.awaiting', s, j, no, no, '{}');
    },
    answer(own: string, answer: string, spec: string, now: number): void {
      const [s, j, q, a] = [`s-${own}`, `job-${own}`, `q-${own}`, `a-${own}`];
      const evidence = `the person answered “${answer}” (http)`;
      settleClarification.run(answer, evidence, now, q);
      settleItem.run(q);
      const told = `{"answer":"${answer}","evidence":"${evidence}","by":null,"surface":"http"}`;
      event.run(now, 'clarification.answered', s, no, no, q, told);
      resume.run(answer, now, spec, now, j);
      event.run(now, 'job.resumed', s, j, a, no, '{}');
    },
  };
}

/** As long as ours. */
function jobMade(own: string, subject: string, now: number) {
  return {
    jobId: `job-${own}`,
    sessionId: `s-${own}`,
    state: 'AWAITING_RESPONSE',
    clarificationStatus: 'asked',
    needsClarification: true,
    clarificationQuestion: QUESTION,
    clarification: {
      id: `q-${own}`,
      question: QUESTION,
      type: 'SELECT_ONE',
      questionHash: HASH,
      subject,
      destructive: false,
      reason: 'conflicting_requirements',
      multiSelect: false,
      strictOptions: false,
      checkedByAsker: false,
      ask: `a-${own}`,
      job: `job-${own}`,
      status: 'pending',
      offered: null,
      succeeds: null,
      answer: null,
      source: null,
      evidence: null,
      confidence: null,
      by: null,
      surface: null,
      because: null,
      rejected: false,
      createdAt: now,
      settledAt: null,
      sessionId: `s-${own}`,
      options: [{ label: 'hot' }, { label: 'frozen' }],
      deadline: null,
    },
  };
}
