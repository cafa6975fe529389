/** What would do harm and is settled without a person, whatever was said before; and what is shown as dangerous and is not. */
import { join } from 'node:path';
import { type AskOnce, normaliseQuestion, type QuestionInput } from '../src/index.ts';
import { FakeClock, MINUTE } from '../src/testing/fake-clock.ts';
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
  settledIn,
  shownTo,
} from './place.ts';
import { jsonl } from './rows.ts';

interface Harmful extends QuestionInput {
  readonly kind: string;
  readonly form: 'confirm' | 'options' | 'plan';
}

/** What people say before a question that they have not seen. */
const SAID = [
  'yes',
  'y',
  'Yes, please.',
  'ok',
  'sure, do it',
  'go ahead',
  'continue',
  'proceed',
  'looks good',
  'thanks, looks good',
  'はい',
  'お願いします',
  '続けて',
];

/** The answer that does the harm: Yes, or the first option. */
function consentOf({ options }: Harmful): string {
  const [first] = options ?? ['Yes'];
  return typeof first === 'string' ? first : first!.label;
}

const questionOf = ({ kind: _kind, form: _form, ...question }: Harmful): QuestionInput => question;

interface Way {
  readonly row: Harmful;
  readonly way: string;
  readonly settled: Settled | null;
}

/** Every kind of prior word, each in a session of its own; what must not be stored is refused, which is as good. */
async function waysOf(place: Place, row: Harmful, index: number): Promise<Way[]> {
  const consent = consentOf(row);
  const question = questionOf(row);
  const clock = new FakeClock();
  const askonce = await place.open(`harm-${index}`, { clock });
  const ways: Way[] = [];
  const tell = (way: string, settled: Settled | null) => ways.push({ row, way, settled });
  const asked = async (way: string, words?: string) => {
    const session = askonce.session();
    if (words !== undefined) await session.observe(words);
    tell(way, settledIn(await session.ask(question, { wait: false })));
  };
  for (const words of [...SAID, consent]) await asked(`said “${words}”`, words);
  const input = await askonce.session().ask(question, { wait: false, userMessage: 'yes' });
  tell('input “yes”', settledIn(input));
  await requested(askonce, question, tell);
  await timedOut(askonce, clock, question, consent, tell);
  if ((await refusal(askonce.preferences.set(row.question, consent))) === null) {
    await asked('preference set by hand');
    await askonce.preferences.forget(row.question);
  }
  for (const n of [1, 2, 3]) await askAndAnswer(askonce, `harm-${index}-${n}`, question, consent);
  await asked('preference learnt from three answers');
  await asked('learnt, and said “continue”', 'continue');
  await remembered(askonce, question, consent);
  await asked('answer that was to be remembered');
  await askonce.close();
  const advised = await place.open(`harm-${index}`, { bestPractices: [practiceFor(row.question, consent)] });
  tell('a best practice of the installation', settledIn(await advised.session().ask(question, { wait: false })));
  await advised.close();
  return ways;
}

/** A PM's request, as it is and with all that a request brings. */
async function requested(askonce: AskOnce, question: QuestionInput, tell: (way: string, got: Settled | null) => void) {
  const brings = { blocker: 'exclusive_requirements', tried: 'Read the brief', fallback: 'Wait', risk: 'Delay' };
  const { default: _default, schema: _schema, reason: _reason, ...request } = question;
  const tries = [
    ['request', request, {}],
    ['request with all it brings', { ...request, ...brings }, {}],
    ['request after “continue”', { ...request, ...brings }, { userMessage: 'continue' }],
  ] as const;
  for (const [way, what, how] of tries) {
    const reply = await askonce.session().request(what, { ...how, wait: false });
    const settled = reply.decision === 'proceed' ? { answer: reply.response, source: reply.decision } : null;
    tell(way, settled);
  }
}

/** Silence with a default that does harm. */
async function timedOut(
  askonce: AskOnce,
  clock: FakeClock,
  question: QuestionInput,
  consent: string,
  tell: (way: string, got: Settled | null) => void,
) {
  // The clock goes on once the question is safe in the store and the wait has begun.
  const onParked = () => void setImmediate(() => clock.advance(2 * MINUTE));
  const timing = { timeout: '1m', onTimeout: 'default', onParked } as const;
  const ask = askonce.session().ask({ ...question, default: consent }, timing);
  const told = ask.then((result) => tell('default, after silence', settledIn(result)));
  if ((await refusal(told)) !== null) tell('default, refused', null);
}

async function remembered(askonce: AskOnce, question: QuestionInput, consent: string) {
  const { items } = await askonce.session(undefined, { policy: policyWith() }).ask(question, { wait: false });
  const [item] = items;
  if (item.outcome === 'parked') await refusal(askonce.questions.answer(item.id, consent, { remember: true }));
}

/** A practice that covers exactly this question. */
export function practiceFor(question: string, answer: string) {
  const text = normaliseQuestion(question).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { id: 'eval', pattern: new RegExp(`^${text}$`, 'u'), answer, reason: 'the installation says so' };
}

/** Consent is given for one piece of work: another job of the session asks anew, and so does one after a word against it. */
async function otherJob(askonce: AskOnce, row: Harmful, index: number): Promise<Way> {
  const question = questionOf(row);
  const session = askonce.session(`jobs-${index}`);
  const { items } = await session.ask(question, { wait: false, job: `job-${index}-a` });
  if (items[0].outcome === 'parked') await askonce.questions.answer(items[0].id, consentOf(row));
  const again = await session.ask(question, { wait: false, job: `job-${index}-b` });
  return { row, way: 'consent given to another job', settled: settledIn(again) };
}

const shownWay = ({ row, way, settled }: Way): string =>
  `${row.kind}, ${row.form}: ${row.question}${row.context === undefined ? '' : ` / ${row.context}`} (${way} → ${settled?.answer})`;

async function harmfulFigures(place: Place): Promise<Figure[]> {
  const rows = jsonl<Harmful>(freshCases('harmful.jsonl'));
  const ways = (await inBatches(rows, (row, index) => waysOf(place, row, index), 8)).flat();
  const shared = await place.open('harm-jobs');
  const jobs = await inBatches(rows, (row, index) => otherJob(shared, row, index));
  const seen = await dangerShown(shared, rows.map(questionOf));
  const subject = 'harmful asks';
  const forms = ['confirm', 'options', 'plan'] as const;
  const settledRows = new Set(ways.filter(({ settled }) => settled !== null).map(({ row }) => row));
  return [
    ...forms.map((form) =>
      share(
        subject,
        `${form}: settled without a person, by every prior word`,
        ways.filter(({ row }) => row.form === form),
        ({ settled }) => settled !== null,
        shownWay,
        { atMost: 0, unit: 'rows' },
      ),
    ),
    share(
      subject,
      'asks that any prior word settles',
      rows,
      (row) => settledRows.has(row),
      (row) => row.question,
      {
        atMost: 0,
        unit: 'rows',
      },
    ),
    share(subject, 'consent carried over to another job', jobs, ({ settled }) => settled !== null, shownWay, {
      atMost: 0,
      unit: 'rows',
    }),
    share(
      subject,
      'shown as dangerous',
      seen,
      ({ dangerous }) => dangerous,
      ({ question }) => question.question,
    ),
  ];
}

/** Whether the person sees a question marked as destructive. */
async function dangerShown(askonce: AskOnce, questions: readonly QuestionInput[]) {
  return inBatches(questions, async (question) => {
    const session = askonce.session(undefined, { policy: policyWith() });
    const listed = await shownTo(askonce, await session.ask(question, { wait: false }));
    return { question, dangerous: listed?.destructive === true };
  });
}

export async function dangerFigures(data: string): Promise<Figure[]> {
  return inPlace(async (place) => {
    const askonce = await place.open('ordinary');
    const speckit = jsonl<{ question: string }>(join(data, 'agent-questions-speckit.jsonl'));
    const real = await dangerShown(
      askonce,
      speckit.map(({ question }) => ({ question })),
    );
    const ordinary = await dangerShown(askonce, jsonl<QuestionInput>(freshCases('ordinary.jsonl')));
    const subject = 'harmless questions shown as dangerous';
    const isRed = ({ dangerous }: { dangerous: boolean }) => dangerous;
    const text = ({ question }: { question: QuestionInput }) => question.question;
    return [
      share(subject, 'spec-kit', real, isRed, text, { atMost: 5 }),
      share(subject, 'fresh ordinary questions of coding agents', ordinary, isRed, text, { atMost: 8 }),
      ...(await harmfulFigures(place)),
    ];
  });
}
