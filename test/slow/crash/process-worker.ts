/**
 * A second process for the tests of processes.test.ts. It says `ready`, does what its first argument names when it reads a line, and
 * writes what came of it as lines of JSON.
 */
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { openAskOnce } from '../../../src/index.ts';
import { clientOf, isPostgres } from '../../support/raw-tables.ts';

const [role, address] = process.argv.slice(2) as ['opens' | 'answers' | 'holds', string];
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
const told = async () => void (await lines.next());

const ROLES = {
  /** Opens the store at the same moment as all others and asks a question of its own and one that all share. */
  async opens() {
    say('ready');
    await told();
    const askonce = await openAskOnce({ db: address, project: '/' });
    const session = askonce.session('shared', { policy: 'interactive' });
    const { items } = await session.ask(
      [{ question: 'What do all of you want to know?' }, { question: `What does ${process.pid} want to know?` }],
      { wait: false },
    );
    say(items.map((item) => item.outcome === 'parked' && item.id));
    await askonce.close();
  },

  /** Answers every question as soon as it hears of it, until its input ends. */
  async answers() {
    const askonce = await openAskOnce({ db: address, project: '/' });
    askonce.events.on('clarification.requested', ({ clarification }) => {
      askonce.questions
        .answer(clarification!, `answer to ${clarification}`)
        .catch((error: unknown) => say(String(error)));
    });
    // A call that ends after `on` ends when others are listened to.
    await askonce.questions.list({ status: 'pending' });
    say('ready');
    await told();
    await askonce.close();
  },

  /** Lets nobody else write from one line to the next. */
  async holds() {
    const lock = isPostgres(address) ? await postgresLock() : sqliteLock();
    say('ready');
    await told();
    await lock.take();
    say('held');
    await told();
    await lock.release();
    say('released');
  },
};

function sqliteLock() {
  const db = new Database(address, { timeout: 5000 });
  return {
    take: async () => void db.exec('BEGIN IMMEDIATE'),
    release: async () => void db.exec('COMMIT'),
  };
}

async function postgresLock() {
  const client = clientOf(address);
  await client.connect();
  return {
    take: async () => void (await client.query('BEGIN; LOCK TABLE sessions IN EXCLUSIVE MODE')),
    release: async () => void (await client.query('COMMIT')),
  };
}

flushCompileCache();
await ROLES[role]();
process.exit(0);
