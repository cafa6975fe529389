/**
 * A second process for the tests of processes.test.ts. It says `ready`, does what its first argument names when it reads a line, and
 * writes what came of it as lines of JSON.
 */
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { openAskOnce } from '../../src/index.ts';

const [role, file] = process.argv.slice(2) as ['opens' | 'answers' | 'holds', string];
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
const told = async () => void (await lines.next());

const ROLES = {
  /** Opens the store at the same moment as all others and asks a question of its own and one that all share. */
  async opens() {
    say('ready');
    await told();
    const askonce = await openAskOnce({ db: file, projectRoot: '/' });
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
    const askonce = await openAskOnce({ db: file, projectRoot: '/' });
    askonce.on('clarification.requested', ({ clarification }) => {
      askonce.answer(clarification!, `answer to ${clarification}`).catch((error: unknown) => say(String(error)));
    });
    say('ready');
    await told();
    await askonce.close();
  },

  /** Holds the write lock from one line to the next. */
  async holds() {
    const db = new Database(file, { timeout: 5000 });
    say('ready');
    await told();
    db.exec('BEGIN IMMEDIATE');
    say('held');
    await told();
    db.exec('COMMIT');
    db.close();
    say('released');
  },
};

await ROLES[role]();
process.exit(0);
