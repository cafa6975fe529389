/**
 * How the prompts of jobs are read, through the public API: `npm run eval -- --prompts` by the rules, `npm run eval -- --model NAME` by a
 * model beside them (with ASKONCE_MODEL_URL and ASKONCE_MODEL_KEY as usual), so that you can measure your own. With `--data DIR` false
 * questions are counted on real prompts, else on the ordinary ones of eval/cases. A model is shown a sample, about 500 prompts in all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AskOnce, openAskOnce } from '../src/index.ts';
import type { Figure } from './figures.ts';
import { jsonl } from './rows.ts';

const caseFile = (name: string): string => join(import.meta.dirname, 'cases', name);

interface RealPrompt {
  readonly id: string;
  readonly text: string;
  /** It was built as it stands, so every question about it is one too many; else only a question about a contradiction is. */
  readonly carried: boolean;
}

const LENGTHS = [
  { name: 'under 300 characters', from: 0, to: 300, most: 1 },
  { name: '300 to 1000', from: 300, to: 1_000, most: 2 },
  { name: '1000 to 5000', from: 1_000, to: 5_001, most: 2 },
  { name: 'over 5000', from: 5_001, to: Number.POSITIVE_INFINITY, most: 0 },
] as const;

interface Read {
  readonly id: string;
  readonly length: number;
  readonly question: string | null;
  readonly isFalse: boolean;
  readonly ms: number;
}

/** What answers must and must not do, once the question is asked. */
const ANSWERS: readonly (readonly [answer: string, settles: boolean])[] = [
  ...[
    '1',
    '2',
    'the first one',
    'option 2',
    'the latter',
    '{0}',
    '{1}',
    '{0} please',
    'make it {1}',
    '{0}, not {1}',
  ].map((answer) => [answer, true] as const),
  ...[
    "I don't know",
    'whatever',
    'both',
    'yes',
    '{0} and {1}',
    '{0} or {1}?',
    'lkjsdf qwpoe',
    '3',
    '',
    'you decide',
  ].map((answer) => [answer, false] as const),
];

const MAX_FOR_A_MODEL = 200;
const MAX_ANSWERED_BY_A_MODEL = 5;

/** Rows spread over the whole list. */
function sampleOf<T>(rows: readonly T[], most: number): T[] {
  const step = Math.max(1, rows.length / most);
  return rows.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

async function readAll(askonce: AskOnce, rows: readonly RealPrompt[]): Promise<Read[]> {
  const read: Read[] = [];
  for (const { id, text, carried } of rows) {
    const began = performance.now();
    const { job, clarification } = await askonce.jobs.submit(text);
    const ms = performance.now() - began;
    const isFalse = clarification !== null && (carried || job.conflict?.kind === 'contradiction');
    read.push({ id, length: text.length, question: clarification?.question ?? null, isFalse, ms });
  }
  return read;
}

function falseAsks(read: readonly Read[]): Figure[] {
  return LENGTHS.flatMap(({ name, from, to, most }) => {
    const of = read.filter(({ length }) => length >= from && length < to);
    if (of.length === 0) return [];
    const wrong = of.filter(({ isFalse }) => isFalse);
    const against = wrong.map(({ id, question }) => `${id}: ${question}`);
    const bar = Math.ceil((10_000 * most) / of.length) / 100;
    return {
      subject: 'prompts that need no question',
      what: `asked without need, ${name}`,
      count: wrong.length,
      of: of.length,
      atMost: bar,
      against,
    };
  });
}

interface Contradiction {
  readonly language: string;
  readonly prompt: string;
}

type Asked = Contradiction & { readonly labels: readonly string[] };

/** How many of the contradictions are asked about, by language. */
async function found(askonce: AskOnce, subject: string, rows: readonly Contradiction[], bar: Pick<Figure, 'atLeast'>) {
  const asked: Asked[] = [];
  const missed: Contradiction[] = [];
  for (const row of rows) {
    const { clarification } = await askonce.jobs.submit(row.prompt);
    if (clarification === null) missed.push(row);
    else asked.push({ ...row, labels: clarification.options.map(({ label }) => label) });
  }
  const figures = ['en', 'ja'].map((language): Figure => {
    const of = rows.filter((row) => row.language === language).length;
    const against = missed.filter((row) => row.language === language).map(({ prompt }) => prompt);
    return { subject, what: `asked about, ${language}`, count: of - against.length, of, ...bar, against };
  });
  return { asked, figures };
}

/** Each answer to the question of some prompts: does the job go on, or fail? */
async function answers(askonce: AskOnce, subject: string, asked: readonly Asked[]): Promise<Figure[]> {
  const outcomes: { settles: boolean; right: boolean; shown: string }[] = [];
  for (const { prompt, labels } of asked) {
    if (labels.length !== 2) continue;
    for (const [pattern, settles] of ANSWERS) {
      const answer = pattern.replace('{0}', labels[0]!).replace('{1}', labels[1]!);
      const { job } = await askonce.jobs.submit(prompt);
      const done = await askonce.jobs.answer(job.id, answer).catch(() => null);
      const isSettled = done?.job.state === 'RUNNING';
      outcomes.push({ settles, right: isSettled === settles, shown: `${prompt} <- ${answer}` });
    }
  }
  return [true, false].map((settles): Figure => {
    const of = outcomes.filter((one) => one.settles === settles);
    const against = of.filter(({ right }) => !right).map(({ shown }) => shown);
    const what = settles ? 'answers that settle it' : 'answers that settle nothing, refused';
    const atLeast = settles ? 90 : 100;
    return { subject, what, count: of.length - against.length, of: of.length, atLeast, against };
  });
}

/** Prompts that need no question: real ones where there are any. */
function clearPrompts(data: string | undefined): RealPrompt[] {
  if (data !== undefined) return jsonl<RealPrompt>(join(data, 'real-prompts.jsonl'));
  const own = jsonl<{ prompt: string; expect: string }>(caseFile('prompts.jsonl'));
  return own
    .filter(({ expect }) => expect === 'proceed')
    .map(({ prompt }) => ({ id: prompt, text: prompt, carried: true }));
}

const OPPOSITES = 'opposites in a row, fresh';
const OTHERS = 'contradictions of other kinds, which are a model’s to find';

/**
 * @param data The folder with the real prompts.
 * @param model The name of a model that reads beside the rules.
 */
export async function interpreterFigures(data?: string, model?: string): Promise<Figure[]> {
  const projectRoot = mkdtempSync(join(tmpdir(), 'askonce-eval-'));
  const { ASKONCE_MODEL_URL: url, ASKONCE_MODEL_KEY: key } = process.env;
  const settings = model === undefined ? {} : { model: { name: model, ...(url && { url }), ...(key && { key }) } };
  const askonce = await openAskOnce({ project: projectRoot, policy: 'job', log: console.error, ...settings });
  const cases = (name: string) => jsonl<Contradiction>(caseFile(name));
  const some = <T>(rows: readonly T[], most = MAX_FOR_A_MODEL) =>
    model === undefined ? [...rows] : sampleOf(rows, most);
  try {
    await askonce.jobs.warmUp();
    const read = await readAll(askonce, some(clearPrompts(data)));
    const times = read.map(({ ms }) => ms).toSorted((a, b) => a - b);
    console.log(`a job made, its prompt read: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, store included`);
    const opposites = await found(askonce, OPPOSITES, cases('fresh-opposites.jsonl'), { atLeast: 75 });
    const settled = await answers(askonce, OPPOSITES, some(opposites.asked, MAX_ANSWERED_BY_A_MODEL));
    const others = await found(askonce, OTHERS, some(cases('contradictions.jsonl')), {});
    return [...falseAsks(read), ...opposites.figures, ...settled, ...others.figures];
  } finally {
    await askonce.close();
    rmSync(projectRoot, { recursive: true, force: true });
  }
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
