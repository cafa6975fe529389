/**
 * A guided tour of the engine on an embedded store: `npm run demo`, or `npm run demo -- --db FILE` to keep the store.
 *
 * At a terminal you are the person who is asked. Without one (in CI, or behind a pipe) the demo answers by itself and says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import picocolors from 'picocolors';
import {
  type AskOnce,
  AskOnceError,
  type AskResult,
  type AuditEvent,
  type Outcome,
  openAskOnce,
} from '../src/index.ts';

const somebodyIsThere = process.stdin.isTTY === true && process.stdout.isTTY === true;
const colourful = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const { bold, dim, cyan, green, red } = picocolors.createColors(colourful);
const WIDTH = 80;

type Question = Awaited<ReturnType<AskOnce['questions']['list']>>['items'][number];

/** The person has left the demo before its end. */
class Left extends Error {}

const { values } = parseArgs({ options: { db: { type: 'string' } } });
// A new project, so that no preference learnt in an earlier run answers for you in this one.
const project = mkdtempSync(join(tmpdir(), 'askonce-demo-'));
const db = values.db === undefined ? join(project, 'askonce.db') : resolve(values.db);
let steps = 0;
let askonce: AskOnce | undefined;
let keepsStore = values.db !== undefined;

try {
  await tour();
} catch (error) {
  if (error instanceof Left) {
    keepsStore = true;
    farewell();
  } else {
    const said = error instanceof AskOnceError ? `${error.message}\ncode: ${error.code}` : String(error);
    process.stderr.write(`error: ${said}\n`);
    process.exitCode = 1;
  }
} finally {
  await askonce?.close();
  if (!keepsStore || values.db !== undefined) rmSync(project, { recursive: true, force: true });
}

async function tour(): Promise<void> {
  say(bold('AskOnce: ask a person once, and only what nobody else can answer'), 0);
  say(dim(`The store is ${db}`), 0);
  askonce = await openAskOnce({ db, project, by: 'you' });
  const session = askonce.session();
  const job = `build-${session.id.slice(-4)}`;

  heading('What the person has said is not asked');
  await session.observe('please use YAML for the settings');
  line('person', 'please use YAML for the settings');
  const format = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
  line('agent', 'Which format should I use?  (YAML, JSON)');
  show(await session.ask(format, { job, wait: false }));

  heading('What is best practice is not asked either');
  line('agent', 'Should I use TypeScript strict mode?');
  show(await session.ask('Should I use TypeScript strict mode?', { job, wait: false }));

  heading('What only the person can say is parked, and waits as long as it takes');
  const database = {
    question: 'Which database should I use?',
    reason: 'the schema is written differently for each',
    options: ['PostgreSQL', 'SQLite', 'DuckDB'],
  };
  line('agent', 'Which database should I use?  (PostgreSQL, SQLite, DuckDB)');
  const parked = Promise.withResolvers<AskResult>();
  const waiting = session.ask(database, { job, onParked: parked.resolve });
  // Leaving the demo ends the wait; the rejection is then ignored.
  waiting.catch(() => {});
  show(await Promise.race([parked.promise, waiting]));
  await inboxOf(session.id, 'PostgreSQL');
  say('And the agent, which has waited all the while, goes on:');
  show(await waiting);

  heading('The same question in other words is answered from history');
  line('agent', 'What database would you like me to use?');
  show(await session.ask({ ...database, question: 'What database would you like me to use?' }, { wait: false }));

  heading('A job that has used its one ask gets no second one');
  const report = askonce.session(undefined, { policy: 'job' });
  const reportJob = `report-${report.id.slice(-4)}`;
  const currency = { question: 'Which currency should the report use?', options: ['EUR', 'USD'] };
  const years = 'How many years should the report cover?';
  line('agent', 'Which currency should the report use?  (EUR, USD)');
  show(await report.ask(currency, { job: reportJob, wait: false }));
  line('agent', years);
  show(await report.ask(years, { job: reportJob, wait: false }));

  heading('The process ends with a question open. A new one finds it again');
  await askonce.close();
  askonce = await openAskOnce({ db, project, by: 'you' });
  say('Closed, and opened again. The question still waits:');
  await inboxOf(report.id, 'EUR');
  say('The job starts over from its first line, and asks all it asked before:');
  const again = askonce.session(report.id);
  line('agent', 'Which currency should the report use?  (EUR, USD)');
  show(await again.ask(currency, { job: reportJob, wait: false }));
  line('agent', years);
  show(await again.ask(years, { job: reportJob, wait: false }));
  say('Each outcome is its own earlier one: nobody was asked twice, no ask was spent.');

  heading('Everything that happened is in the audit trail');
  const ours = new Set([session.id, report.id]);
  for (const event of await allEvents(askonce)) if (ours.has(event.session ?? '')) trail(event);

  heading('What next');
  say(`${bold('npx askonce --help')}     the same on the command line`);
  say(`${bold('docs/README.md')}         the documentation, and what is guaranteed`);
  if (values.db !== undefined) say(`${bold(`npx askonce --db ${values.db} history`)}     what you just answered`);
}

/** Shows the waiting questions of a session and has them answered: by you at a terminal, otherwise by the demo. */
async function inboxOf(session: string, answerOfTheDemo: string): Promise<void> {
  const { items } = await askonce!.questions.list({ status: 'pending', session });
  for (const question of items) {
    say('');
    say(`${bold(cyan('inbox'))}   ${bold(question.question)}`);
    if (question.reason) say(`        ${dim(`Why: ${question.reason}`)}`);
    for (const [index, { label }] of question.options.entries()) say(`        ${bold(String(index + 1))} ${label}`);
    say('');
    if (somebodyIsThere) await personAnswers(question);
    else {
      line('demo', `nobody is at a terminal, so the demo answers “${answerOfTheDemo}”`);
      await askonce!.questions.answer(question.id, answerOfTheDemo, { by: 'the demo', surface: 'demo' });
    }
    say('');
  }
}

async function personAnswers({ id, options }: Question): Promise<void> {
  say(dim(`Type a number from 1 to ${options.length}, or your own words. Ctrl-C leaves the demo.`));
  for (;;) {
    const typed = await readLine(`  ${bold('you >')}   `);
    if (typed === null) throw new Left();
    if (typed.trim() === '') continue;
    if (/^\d+$/.test(typed.trim()) && !options[Number(typed) - 1]) {
      say(`There is no option ${typed.trim()}.`);
      continue;
    }
    try {
      await askonce!.questions.answer(id, typed, { surface: 'demo' });
      return;
    } catch (error) {
      if (!(error instanceof AskOnceError && error.code === 'answer_refused')) throw error;
      say(red(error.message));
    }
  }
}

/** One line of input, or null if the person left by Ctrl-C or Ctrl-D. */
function readLine(prompt: string): Promise<string | null> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    reader.once('SIGINT', () => reader.close());
    reader.once('close', () => resolve(null));
    reader.question(prompt, (typed) => {
      resolve(typed);
      reader.close();
    });
  });
}

function farewell(): void {
  say('');
  say('Goodbye. Your question is saved and still open:');
  say(bold(`npx askonce --db ${db} inbox`));
}

type Paint = (text: string) => string;

function plain(text: string): string {
  return text;
}

function show({ items }: AskResult): void {
  for (const item of items) {
    const { what, why, paint } = outcomeOf(item);
    line('', what, paint);
    if (why !== '') line('', why, dim);
  }
}

/** The outcome of a question, and why. */
function outcomeOf(item: Outcome): { what: string; why: string; paint: Paint } {
  switch (item.outcome) {
    case 'auto_resolved': {
      const why = `[auto-resolved] ${item.source.replace('_', ' ')}: ${item.evidence}`;
      return { what: `→ ${item.answer}`, why, paint: green };
    }
    case 'answered':
      return { what: `→ ${item.answer}`, why: item.evidence, paint: green };
    case 'parked':
      return { what: `… parked as ${item.id}, safe in the store`, why: '', paint: cyan };
    case 'failed':
      return { what: `✗ ${item.error}`, why: `${item.code}: ${item.evidence}`, paint: red };
    case 'fallback':
      return { what: item.answer, why: item.evidence, paint: plain };
    default:
      return { what: item.outcome, why: item.evidence, paint: plain };
  }
}

async function allEvents(from: AskOnce): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (;;) {
    const page = await from.events.list({ after: all.at(-1)?.seq ?? 0 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

function trail({ seq, type, job, data }: AuditEvent): void {
  const words = [data.question, data.answer].filter((part) => typeof part === 'string').join(' → ') || (job ?? '');
  const room = WIDTH - 2 - 4 - 2 - 27 - 2;
  const clipped = words.length > room ? `${words.slice(0, room - 1)}…` : words;
  say(`${String(seq).padStart(4)}  ${type.padEnd(27)}  ${dim(clipped)}`);
}

function heading(text: string): void {
  steps += 1;
  say('');
  say(bold(cyan(`${steps}  ${text}`)), 0);
  say('');
}

/** The speaker and the text, wrapped and aligned. */
function line(who: string, text: string, paint: Paint = plain): void {
  const lines = wrapped(text, WIDTH - 10);
  for (const [index, part] of lines.entries()) say(`${bold((index === 0 ? who : '').padEnd(8))}${paint(part)}`);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ (?! )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function say(text: string, indent = 2): void {
  const lines = text.split('\n').map((part) => (part === '' ? '' : ' '.repeat(indent) + part));
  process.stdout.write(`${lines.join('\n')}\n`);
}
