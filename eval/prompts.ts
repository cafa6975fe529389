/** How prompts are read, by submitting them as jobs: what is asked without need, what is missed, what an answer settles, how long it takes. */
import { join } from 'node:path';
import { type AskOnce, AskOnceError } from '../src/index.ts';
import { cpuTime } from './cpu-time.ts';
import { type Figure, share } from './figures.ts';
import { freshCases, inBatches, inPlace } from './place.ts';
import { jsonl } from './rows.ts';

interface RealPrompt {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  /** It was built as it is: every ask is a false one. Else only an ask about a contradiction is. */
  readonly carried: boolean;
}

interface Read {
  readonly row: RealPrompt;
  /** The question, where one was asked. */
  readonly asked: string | null;
  readonly contradiction: boolean;
  readonly fault: string | null;
  readonly ms: number;
}

const BANDS = [
  { name: '< 300', from: 0, to: 300, atMost: 1 },
  { name: '300–1000', from: 300, to: 1_000, atMost: 2 },
  { name: '1000–5000', from: 1_000, to: 5_000, atMost: 2 },
  { name: '> 5000', from: 5_000, to: Number.POSITIVE_INFINITY, atMost: 0 },
];

/** What reading costs in CPU time: the time to submit a prompt less the time to queue it, which reads nothing and writes the same. */
async function readingTime(askonce: AskOnce, prompt: string): Promise<number> {
  const queued = await cpuTime(() => askonce.jobs.queue(prompt));
  const submitted = await cpuTime(() => askonce.jobs.submit(prompt));
  return submitted.ms - queued.ms;
}

async function read(askonce: AskOnce, row: RealPrompt): Promise<Read> {
  const queued = await cpuTime(() => askonce.jobs.queue(row.text));
  try {
    const { value, ms } = await cpuTime(() => askonce.jobs.submit(row.text));
    const contradiction = value.job.conflict?.kind === 'contradiction';
    return { row, asked: value.clarification?.question ?? null, contradiction, fault: null, ms: ms - queued.ms };
  } catch (error) {
    return { row, asked: null, contradiction: false, fault: String(error), ms: 0 };
  }
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? 0;

/** Texts that cost a careless reader much: 20 kB each. */
function hostile(): string[] {
  const long = (piece: string) => piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);
  return [
    'a',
    ' .',
    '\n-',
    '((((',
    'hot cold ',
    'not ',
    'never always ',
    'a hot block, not a cold block. ',
    'if and only if it is and is not, ',
    'constructor __proto__ toString ',
    '熱くて冷たい',
    'ではない、しかし',
    '𠮷👨‍👩‍👧‍👦',
    '"\'`“”',
    '1,000.50 - ',
    'class Outer { class Inner { } } ',
    'the the of of and and ',
    'a-b-c-d_e_f.g.h/i/j ',
  ].map(long);
}

async function realFigures(askonce: AskOnce, file: string): Promise<Figure[]> {
  const rows = jsonl<RealPrompt>(file);
  const all: Read[] = [];
  for (const row of rows) all.push(await read(askonce, row));
  const isFalse = ({ row, asked, contradiction }: Read) => asked !== null && (row.carried || contradiction);
  const text = ({ row, asked, fault }: Read) => `${row.source} ${row.id} (${row.text.length}): ${fault ?? asked}`;
  const subject = 'prompts: real task texts';
  const times = all.filter(({ fault }) => fault === null).map(({ ms }) => ms);
  const attacks = [];
  for (const prompt of hostile()) {
    const runs = [];
    for (const _ of [1, 2, 3]) runs.push(await readingTime(askonce, prompt));
    attacks.push({ prompt: prompt.slice(0, 30), ms: quantile(runs, 0.5) });
  }
  const slow = attacks.filter(({ ms }) => ms > 25).map(({ prompt, ms }) => `${ms.toFixed(1)} ms: ${prompt}`);
  const worst = Math.max(...attacks.map(({ ms }) => ms));
  return [
    ...BANDS.map(({ name, from, to, atMost }) =>
      share(
        subject,
        `${name} characters: false asks`,
        all.filter(({ row }) => row.text.length >= from && row.text.length < to),
        isFalse,
        text,
        { atMost, unit: 'rows' },
      ),
    ),
    share(subject, 'faults', all, ({ fault }) => fault !== null, text, { atMost: 0, unit: 'rows' }),
    {
      subject,
      what: 'reading one, CPU, median',
      count: quantile(times, 0.5),
      of: times.length,
      unit: 'ms',
      against: [],
    },
    {
      subject,
      what: 'reading one, CPU, p95',
      count: quantile(times, 0.95),
      of: times.length,
      unit: 'ms',
      atMost: 1.5,
      against: [],
    },
    {
      subject,
      what: 'hostile 20 kB, CPU, slowest',
      count: worst,
      of: attacks.length,
      unit: 'ms',
      atMost: 25,
      against: slow,
    },
  ];
}

interface Opposites {
  readonly prompt: string;
  readonly language: 'en' | 'ja';
  readonly settle: readonly string[];
  readonly fail: readonly string[];
}

/** Whether an answer settles a job. One that the question does not take settles nothing: the question stays open. */
async function isSettledBy(askonce: AskOnce, job: string, answer: string): Promise<boolean> {
  try {
    return (await askonce.jobs.answer(job, answer)).settled;
  } catch (error) {
    if (error instanceof AskOnceError && error.code === 'answer_refused') return false;
    throw error;
  }
}

async function oppositeFigures(askonce: AskOnce): Promise<Figure[]> {
  const rows = jsonl<Opposites>(freshCases('opposites.jsonl'));
  const all = await inBatches(rows, async (row) => {
    const { clarification } = await askonce.jobs.submit(row.prompt);
    if (clarification === null) return { row, asked: false, answers: [] };
    const answers = [];
    for (const [answer, settles] of [
      ...row.settle.map((text) => [text, true] as const),
      ...row.fail.map((text) => [text, false] as const),
    ]) {
      const { job } = await askonce.jobs.submit(row.prompt);
      const settled = await isSettledBy(askonce, job.id, answer);
      answers.push({ text: `${row.prompt} ← ${answer}`, settles, settled });
    }
    return { row, asked: true, answers };
  });
  const subject = 'prompts: plain opposites in a row, fresh';
  const text = ({ row }: (typeof all)[number]) => row.prompt;
  const answers = all.flatMap((one) => one.answers);
  const answerText = (one: (typeof answers)[number]) => one.text;
  return [
    ...(['en', 'ja'] as const).map((language) =>
      share(
        subject,
        `${language}: asked`,
        all.filter(({ row }) => row.language === language),
        ({ asked }) => asked,
        text,
        {
          atLeast: 75,
        },
      ),
    ),
    share(
      subject,
      'answers that settle nothing: refused',
      answers.filter(({ settles }) => !settles),
      ({ settled }) => !settled,
      answerText,
      {
        atLeast: 100,
      },
    ),
    share(
      subject,
      'answers that settle: taken',
      answers.filter(({ settles }) => settles),
      ({ settled }) => settled,
      answerText,
      {
        atLeast: 90,
      },
    ),
  ];
}

export async function promptFigures(data: string): Promise<Figure[]> {
  return inPlace(async (place) => {
    const askonce = await place.open('prompts');
    await askonce.jobs.warmUp();
    return [...(await realFigures(askonce, join(data, 'real-prompts.jsonl'))), ...(await oppositeFigures(askonce))];
  });
}
