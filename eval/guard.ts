/** The repeat guard: which questions are taken for one, rightly and wrongly, and which earlier answers are offered. */
import { join } from 'node:path';
import type { AskOnce, QuestionInput } from '../src/index.ts';
import { type Figure, share } from './figures.ts';
import {
  askAndAnswer,
  freshCases,
  inBatches,
  inPlace,
  type Place,
  policyWith,
  sameAnswer,
  settledIn,
  shownTo,
} from './place.ts';
import { jsonl, tsv } from './rows.ts';

interface Pair {
  /** Whether the answer to one is the answer to the other. */
  readonly same: boolean;
  readonly group: string;
  readonly first: QuestionInput;
  readonly answer: string;
  readonly second: QuestionInput;
}

interface Measured {
  readonly pair: Pair;
  /** The second was settled with the answer to the first. */
  readonly joined: boolean;
  /** It was asked, with the answer to the first beside it. */
  readonly offered: boolean;
}

const GUARD = policyWith();
const about = ({ question, header, context }: QuestionInput): string =>
  [question, header, context].filter((part) => part !== undefined).join(' / ');
const shown = ({ pair }: Measured): string => `${pair.group}: ${about(pair.first)} | ${about(pair.second)}`;

/** A session a pair: the first is asked and answered, then the second is asked. */
async function afterAnswer(askonce: AskOnce, pairs: readonly Pair[]): Promise<Measured[]> {
  return inBatches(pairs, async (pair) => {
    const session = askonce.session(undefined, { policy: GUARD });
    await askAndAnswer(askonce, session.id, pair.first, pair.answer, GUARD);
    const result = await session.ask(pair.second, { wait: false });
    const joined = settledIn(result) !== null;
    const beside = (await shownTo(askonce, result))?.offered;
    const offered = beside ? sameAnswer(beside.answer, pair.answer) : false;
    return { pair, joined, offered };
  });
}

/** The same while the first still waits: a second that gets the same question shares its answer. */
async function whileWaiting(askonce: AskOnce, pairs: readonly Pair[]): Promise<Measured[]> {
  return inBatches(pairs, async (pair) => {
    const session = askonce.session(undefined, { policy: GUARD });
    const one = await session.ask(pair.first, { wait: false });
    const other = await session.ask(pair.second, { wait: false });
    return { pair, joined: one.items[0].id === other.items[0].id, offered: false };
  });
}

/** In a project of its own the first is answered in three sessions; the second is asked in a fourth. */
async function whereLearnt(place: Place, pairs: readonly Pair[]): Promise<Measured[]> {
  return inBatches(
    pairs,
    async (pair, index) => {
      const askonce = await place.open(`learnt-${index}`);
      for (const n of [1, 2, 3]) await askAndAnswer(askonce, `learnt-${index}-${n}`, pair.first, pair.answer);
      const session = askonce.session(`learnt-${index}-4`, { policy: policyWith('preference') });
      const joined = settledIn(await session.ask(pair.second, { wait: false })) !== null;
      await askonce.close();
      return { pair, joined, offered: false };
    },
    8,
  );
}

const textPair = (same: boolean, group: string, q1: string, q2: string): Pair => ({
  same,
  group,
  first: { question: q1 },
  answer: 'the blue one',
  second: { question: q2 },
});

const wrong = (subject: string, what: string, rows: readonly Measured[]): Figure =>
  share(
    subject,
    what,
    rows.filter(({ pair }) => !pair.same),
    ({ joined }) => joined,
    shown,
    { atMost: 0 },
  );

function found(subject: string, name: string, rows: readonly Measured[], bars: { found?: number; offered?: number }) {
  const same = rows.filter(({ pair }) => pair.same);
  const bar = (atLeast: number | undefined) => (atLeast === undefined ? {} : { atLeast });
  const offered = ({ joined, offered: beside }: Measured) => joined || beside;
  const different = rows.filter(({ pair }) => !pair.same);
  return [
    share(subject, `${name}: the same, found`, same, ({ joined }) => joined, shown, bar(bars.found)),
    share(subject, `${name}: the same, found or offered`, same, offered, shown, bar(bars.offered)),
    share(subject, `${name}: different, offered`, different, (row) => row.offered, shown),
  ];
}

export async function guardFigures(data: string): Promise<Figure[]> {
  const checklist = tsv(join(data, 'repeat-checklist.tsv'), 'label', 'test', 'q1', 'q2').map(
    ({ label, test, q1, q2 }) => textPair(label === '1', test, q1, q2),
  );
  const agents = tsv(join(data, 'repeat-agent-pairs.tsv'), 'source', 'q1', 'q2').map(({ source, q1, q2 }) =>
    textPair(false, source, q1, q2),
  );
  const speckit = jsonl<{ question: string }>(join(data, 'agent-questions-speckit.jsonl'));
  const texts = new Set([...agents, ...checklist].map(({ first }) => first.question));
  const identical = [...new Set([...speckit.map(({ question }) => question), ...texts])].map((text) =>
    textPair(true, 'identical', text, text),
  );
  return inPlace(async (place) => {
    const askonce = await place.open('guard');
    const subject = 'repeat guard: questions without context';
    const list = await afterAnswer(askonce, checklist);
    const turns = await afterAnswer(askonce, agents);
    const repeated = await afterAnswer(askonce, identical);
    return [
      wrong(subject, 'CheckList: different, joined', list),
      wrong(subject, 'agents’ pairs: different, joined', turns),
      share(subject, 'identical text: found', repeated, ({ joined }) => joined, shown, { atLeast: 100 }),
      ...found(subject, 'CheckList', list, { found: 22 }),
      ...(await freshPairs(place, askonce)),
      ...(await ownPairs(askonce)),
    ];
  });
}

async function freshPairs(place: Place, askonce: AskOnce): Promise<Figure[]> {
  const pairs = jsonl<Omit<Pair, 'group'>>(freshCases('same-words-other-thing.jsonl')).map((pair) => ({
    ...pair,
    group: pair.same ? 'same' : 'different',
  }));
  const subject = 'repeat guard: same words, told anew or about another thing';
  const answered = await afterAnswer(askonce, pairs);
  const different = pairs.filter(({ same }) => !same);
  return [
    wrong(subject, 'fresh pairs: different, joined after the answer', answered),
    wrong(subject, 'fresh pairs: different, joined while it waits', await whileWaiting(askonce, different)),
    wrong(subject, 'fresh pairs: different, settled by what was learnt', await whereLearnt(place, different)),
    ...found(subject, 'fresh pairs', answered, { found: 35, offered: 100 }),
  ];
}

/** The older pairs of this project: text alone, in several languages. */
async function ownPairs(askonce: AskOnce): Promise<Figure[]> {
  const subject = 'repeat guard: own pairs, text alone';
  const figures: Figure[] = [];
  for (const folder of ['cases', 'held-out']) {
    const rows = tsv(join(import.meta.dirname, folder, 'repeat-pairs.tsv'), 'label', 'lang', 'q1', 'q2');
    const pairs = rows.map(({ label, lang, q1, q2 }) => textPair(label === '1', lang, q1, q2));
    const measured = await afterAnswer(askonce, pairs);
    figures.push(wrong(subject, `${folder}: different, joined`, measured), ...found(subject, folder, measured, {}));
  }
  return figures;
}
