/**
 * `npm run bench:drain -- [jobs] [concurrency] [workers ...]`: drains a queue on a temporary PostgreSQL with one and with eight worker
 * processes, whose executor returns at once, and prints what each job costs: commits, reads included, and jobs per second. Commits are
 * counted by the server, less those of the same processes without a job. With fewer jobs, eight processes mostly measure their own warm-up.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openAskOnce } from '../src/index.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { Child } from './child.ts';
import type { Drain } from './drain-worker.ts';

const WORKER = new URL('drain-worker.ts', import.meta.url).href;

export interface Drained {
  readonly commitsPerJob: number;
  readonly jobsPerSecond: number;
  /** How many jobs completed in their first run. */
  readonly completed: number;
  /** How many jobs each worker ran. */
  readonly ran: readonly number[];
}

/** @param url A server's address, without a query; the drain gets a database of its own, because the server counts by database. */
export async function drain(url: string, workers: number, jobs: number, concurrency: number): Promise<Drained> {
  const idle = await commitsOf(url, workers, 0, concurrency);
  const { commits, seconds, completed, ran } = await commitsOf(url, workers, jobs, concurrency);
  return { commitsPerJob: (commits - idle.commits) / jobs, jobsPerSecond: jobs / seconds, completed, ran };
}

async function commitsOf(url: string, workers: number, jobs: number, concurrency: number) {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  const name = `drain_${randomBytes(8).toString('hex')}`;
  await server.query(`CREATE DATABASE ${name}`);
  const commits = async () => {
    const { rows } = await server.query('SELECT xact_commit FROM pg_stat_database WHERE datname = $1', [name]);
    return Number(rows[0].xact_commit);
  };
  const project = mkdtempSync(join(tmpdir(), 'askonce-drain-'));
  const where = { db: url.replace(/\/postgres$/, `/${name}`), project };
  try {
    const askonce = await openAskOnce(where);
    await Promise.all(Array.from({ length: jobs }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    await askonce.close();
    const before = await commits();
    const children = Array.from({ length: workers }, () => Child.start<Drain>(WORKER, where));
    await Promise.all(children.map((child) => child.tell('open')));
    const began = performance.now();
    const ran = await Promise.all(children.map((child) => child.tell<number>({ concurrency })));
    const seconds = (performance.now() - began) / 1000;
    // A connection that ends has told the server what it did.
    await Promise.all(children.map((child) => child.tell('close')));
    await Promise.all(children.map((child) => child.stop()));
    return { commits: (await commits()) - before, seconds, completed: await completedIn(where.db), ran };
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
    rmSync(project, { recursive: true, force: true });
  }
}

async function completedIn(db: string): Promise<number> {
  const client = new pg.Client({ connectionString: db });
  await client.connect();
  const { rows } = await client.query("SELECT count(*) FROM askonce.jobs WHERE state = 'COMPLETE' AND runs = 1");
  await client.end();
  return Number(rows[0].count);
}

if (process.argv[1] === import.meta.filename) {
  const [jobs = 16_000, concurrency = 8, ...workers] = process.argv.slice(2).map(Number);
  const server = await startPostgres();
  try {
    for (const count of workers.length > 0 ? workers : [1, 8]) {
      const { commitsPerJob, jobsPerSecond, ran } = await drain(server.url, count, jobs, concurrency);
      console.log(
        `${count} workers: ${commitsPerJob.toFixed(2)} commits a job, ${jobsPerSecond.toFixed(0)} jobs/s (${ran.join(', ')})`,
      );
    }
  } finally {
    await server.stop();
  }
}
