/** The person's words: said before the question or in reply to it, the latest ones, and those that teach a preference. */
import { join } from 'node:path';
import type { AskOnce, QuestionInput, ResolverName } from '../src/index.ts';
import { practiceFor } from './danger.ts';
import { type Figure, share } from './figures.ts';
import {
  askAndAnswer,
  freshCases,
  inBatches,
  inPlace,
  type Place,
  policyWith,
  refusal,
  type Settled,
  sameAnswer,
  settledIn,
  shownTo,
} from './place.ts';
import { jsonl } from './rows.ts';

interface Scenario {
  readonly source: 'history' | 'input' | 'preference' | 'best_practice';
  readonly known: string;
  /** Of a preference. */
  readonly origin?: 'set' | 'learnt';
  /** Said first, where the source is input. */
  readonly earlier?: string;
  readonly said?: string;
  readonly ask: QuestionInput;
  readonly may?: readonly string[];
  readonly replays?: boolean;
}

/** With best practice a question of a history would never reach the person. */
const RESOLVERS: Record<Scenario['source'], ResolverName[]> = {
  history: ['input', 'preference'],
  input: ['input', 'preference', 'sentinel'],
  preference: ['input', 'preference', 'sentinel'],
  best_practice: ['input', 'preference', 'sentinel'],
};

interface Played {
  readonly row: Scenario;
  /** What the source answers while nothing is said against it: shows that there was something to overrule. */
  readonly before: Settled | null;
  readonly after: Settled | null;
  readonly offered: boolean;
}

async function play(place: Place, row: Scenario, index: number): Promise<Played> {
  const { source, known, ask } = row;
  const advice = sameAnswer(known, 'Yes') ? 'Yes' : known;
  const bestPractices = source === 'best_practice' ? [practiceFor(ask.question, advice)] : [];
  const askonce = await place.open(`latest-${index}`, { bestPractices });
  const { context: _context, ...bare } = ask;
  if (source === 'preference') await prefer(askonce, row, bare, index);
  const policy = policyWith(...RESOLVERS[source]);
  const control = askonce.session(`latest-${index}-before`, { policy });
  const session = askonce.session(`latest-${index}`, { policy });
  // Where the context speaks, it is new: the question with the same context is the same question.
  if (source === 'history') await askAndAnswer(askonce, session.id, row.said === undefined ? bare : ask, known, policy);
  if (row.earlier !== undefined) {
    await control.observe(row.earlier);
    await session.observe(row.earlier);
  }
  const before = settledIn(await (source === 'history' ? session : control).ask(bare, { wait: false }));
  if (row.said !== undefined) await session.observe(row.said);
  const result = await session.ask(ask, { wait: false });
  const listed = await shownTo(askonce, result);
  const offered = listed?.offered !== undefined && listed?.offered !== null && sameAnswer(listed.offered.answer, known);
  await askonce.close();
  return { row, before, after: settledIn(result), offered };
}

async function prefer(askonce: AskOnce, { origin, known }: Scenario, bare: QuestionInput, index: number) {
  if (origin === 'set') await askonce.preferences.set(bare.question, known);
  else for (const n of [1, 2, 3]) await askAndAnswer(askonce, `latest-${index}-${n}`, bare, known);
}

const isAllowed = ({ row, after }: Played): boolean =>
  after === null || (row.may ?? []).some((answer) => sameAnswer(answer, after.answer));

const shownPlayed = ({ row, after }: Played): string =>
  `${row.source}, ${row.known}: “${row.said ?? row.ask.context}” + ${row.ask.question} → ${after === null ? 'asked' : `${after.answer} (${after.source})`}`;

async function latestFigures(place: Place): Promise<Figure[]> {
  const rows = jsonl<Scenario>(freshCases('latest-words.jsonl'));
  const all = await inBatches(rows, (row, index) => play(place, row, index), 8);
  const against = all.filter(({ row }) => row.replays !== true);
  const replays = all.filter(({ row }) => row.replays === true);
  const subject = 'the person’s latest words';
  const applied = ({ row, before }: Played) => before !== null && sameAnswer(before.answer, row.known);
  const replayed = ({ row, after }: Played) => after !== null && sameAnswer(after.answer, row.known);
  const sources = ['history', 'input', 'preference', 'best_practice'] as const;
  return [
    ...sources.map((source) =>
      share(
        subject,
        `overruled by ${source}`,
        against.filter(({ row }) => row.source === source),
        (one) => !isAllowed(one),
        shownPlayed,
        { atMost: 0, unit: 'rows' },
      ),
    ),
    share(subject, 'a mere mention: the stored answer is given', replays, replayed, shownPlayed),
    share(
      subject,
      'a mere mention: the stored answer is given or offered',
      replays,
      (one) => replayed(one) || one.offered,
      shownPlayed,
      { atLeast: 100 },
    ),
    share(subject, 'with nothing said, the source answers (control)', all, applied, shownPlayed),
    share(
      subject,
      'asked, with the stored answer offered',
      against.filter(({ row, after }) => row.source === 'history' && after === null),
      ({ offered }) => offered,
      shownPlayed,
    ),
  ];
}

interface Before {
  readonly said: string;
  readonly ask: QuestionInput;
  /** `root` is the project's root. */
  readonly settles: string | null;
  readonly then?: QuestionInput;
}

async function saidBefore(askonce: AskOnce): Promise<Figure[]> {
  const rows = jsonl<Before>(freshCases('said-before.jsonl'));
  const all = await inBatches(rows, async (row) => {
    const session = askonce.session(undefined, { policy: policyWith('input') });
    await session.observe(row.said);
    const first = settledIn(await session.ask(row.ask, { wait: false }));
    const then = row.then === undefined ? null : settledIn(await session.ask(row.then, { wait: false }));
    return { row, first, then };
  });
  type One = (typeof all)[number];
  const roots = ['root', '.', './', askonce.project];
  const right = ({ row, first }: One) =>
    first !== null && (row.settles === 'root' ? roots.includes(first.answer) : sameAnswer(first.answer, row.settles!));
  const text = ({ row, first, then }: One) =>
    `“${row.said}” + ${row.ask.question} → ${first?.answer ?? 'asked'}${then === null ? '' : `, then ${then.answer}`}`;
  const subject = 'said before the question';
  const settling = all.filter(({ row }) => row.settles !== null);
  const isPlace = ({ row }: One) => row.ask.type !== 'CONFIRM';
  const chat = all.filter(({ row }) => row.settles === null);
  const spent = all.filter(({ row }) => row.then !== undefined);
  return [
    share(
      subject,
      'the seed’s yes and no: settled',
      settling.filter((one) => !isPlace(one)),
      right,
      text,
      { atLeast: 100 },
    ),
    share(subject, 'root words for a place: settled', settling.filter(isPlace), right, text, { atLeast: 100 }),
    share(subject, 'praise, blame, chat, harm: settled', chat, ({ first }) => first !== null, text, {
      atMost: 0,
      unit: 'rows',
    }),
    share(subject, 'spent words used a second time', spent, ({ then }) => then !== null, text, {
      atMost: 0,
      unit: 'rows',
    }),
  ];
}

interface Teaching extends QuestionInput {
  readonly answer: string;
  readonly teaches: boolean;
}

async function teaching(place: Place): Promise<Figure[]> {
  const rows = jsonl<Teaching>(freshCases('teaches.jsonl'));
  const all = await inBatches(
    rows,
    async ({ answer, teaches, ...question }, index) => {
      const askonce = await place.open(`teaches-${index}`);
      // A question may refuse an answer that is none, which teaches nothing.
      for (const n of [1, 2, 3]) await refusal(askAndAnswer(askonce, `teaches-${index}-${n}`, question, answer));
      const asked = () =>
        askonce.session(undefined, { policy: policyWith('preference') }).ask(question, { wait: false });
      const learnt = settledIn(await asked());
      for (const _ of [1, 2, 3]) {
        const [item] = (await asked()).items;
        if (item.outcome === 'auto_resolved') await askonce.questions.revoke(item.id, 'not this');
      }
      const after = settledIn(await asked());
      await askonce.close();
      return { teaches, text: `${question.question} ← ${answer}`, learnt: learnt !== null, after: after !== null };
    },
    8,
  );
  const subject = 'answers that teach a preference';
  const text = (one: (typeof all)[number]) => one.text;
  const learning = all.filter(({ teaches }) => teaches);
  return [
    share(subject, 'answers: learnt after three', learning, ({ learnt }) => learnt, text, { atLeast: 100 }),
    share(
      subject,
      'deferrals: learnt',
      all.filter(({ teaches }) => !teaches),
      ({ learnt }) => learnt,
      text,
      {
        atMost: 0,
        unit: 'rows',
      },
    ),
    share(subject, 'applied again after three revocations', learning, ({ after }) => after, text, {
      atMost: 0,
      unit: 'rows',
    }),
  ];
}

interface In3 {
  readonly question: string;
  readonly options: readonly string[];
  readonly human_importance: string;
}

/** Questions that people found important, and those of real specs: nobody but a person answers them. */
async function unprompted(askonce: AskOnce, data: string): Promise<Figure[]> {
  const ask = async ({ question, options }: Pick<In3, 'question' | 'options'>) => {
    const forms: QuestionInput[] = [{ question }, { question, type: 'CONFIRM' }];
    if (options.length > 1) forms.push({ question, options: [...new Set(options)] });
    const answers = [];
    for (const form of forms) answers.push(settledIn(await askonce.session().ask(form, { wait: false })));
    return { question, settled: answers.some((answer) => answer !== null) };
  };
  const rows = jsonl<In3>(join(data, 'sentinel-in3.jsonl')).filter(({ question }) => question.trim() !== '');
  const important = rows.filter((row) => Number(row.human_importance) >= 2);
  const speckit = jsonl<{ question: string }>(join(data, 'agent-questions-speckit.jsonl'));
  const subject = 'settled though nothing was said';
  const text = ({ question }: { question: string }) => question;
  const isSettled = ({ settled }: { settled: boolean }) => settled;
  return [
    share(subject, 'IN3: important to people', await inBatches(important, ask), isSettled, text, { atMost: 0 }),
    share(subject, 'spec-kit', await inBatches(speckit, (row) => ask({ ...row, options: [] })), isSettled, text),
  ];
}

export async function wordFigures(data: string): Promise<Figure[]> {
  return inPlace(async (place) => {
    const askonce = await place.open('words');
    return [
      ...(await latestFigures(place)),
      ...(await saidBefore(askonce)),
      ...(await teaching(place)),
      ...(await unprompted(askonce, data)),
    ];
  });
}

/** What a reply to a CONFIRM that is shown is taken for; null where it is refused and the question stays open. */
export async function readReply(askonce: AskOnce, question: string, reply: string, language?: string) {
  const options = { policy: policyWith(), ...(language === undefined ? {} : { language }) };
  const { items } = await askonce.session(undefined, options).ask({ question, type: 'CONFIRM' }, { wait: false });
  const [item] = items;
  if (item.outcome !== 'parked') throw new Error(`“${question}” was not asked.`);
  if ((await refusal(askonce.questions.answer(item.id, reply))) !== null) return null;
  const answer = (await askonce.questions.get(item.id))?.answer;
  return answer === 'Yes' || answer === 'No' ? answer : null;
}
