/** What callers share, and what that costs: a session, a question, a project. Real teams share all three. */
import { type AskOnce, openAskOnce } from '../src/index.ts';
import { Child, serve, type Where } from './child.ts';
import { cycles, sameQuestion, wholeCycles } from './cycles.ts';
import { type Bench, median } from './report.ts';
import { type Raw, ratio } from './side-by-side.ts';

const IN_FLIGHT = 64;
const COUNT = 3_200;

/** Targets: of the rate of callers that share nothing, and of a raw program with the fewest rows. */
export interface ContentionTargets {
  readonly shared: number;
  readonly whole1: number;
  readonly whole64: number;
}

/** Callers that share a session or a question, beside callers that share nothing; then the whole cycle beside a raw program. */
export async function contention(bench: Bench, where: Where, raw: Raw, targets: ContentionTargets): Promise<void> {
  const { report, rounds } = bench;
  const askonce = await openAskOnce(where);
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    report.progress(`callers that share, round ${round} of ${rounds}`);
    const from = round * 100_000;
    const measured = {
      apart: await cycles(askonce, COUNT, IN_FLIGHT, from),
      session: await cycles(askonce, COUNT, IN_FLIGHT, from + COUNT, () => 'shared'),
      question: await sameQuestion(askonce, COUNT, IN_FLIGHT, from),
      raw1: await raw.one(600),
      whole1: await wholeCycles(askonce, 600, 1, from),
      raw64: await raw.many(COUNT),
      whole64: await wholeCycles(askonce, COUNT, IN_FLIGHT, from + 1_000),
    };
    // The first round warms up the code, and a server's plans.
    if (round === 0) continue;
    for (const [name, rate] of Object.entries(measured)) rates.set(name, [...(rates.get(name) ?? []), rate]);
  }
  await askonce.close();
  const { apart, session, question, raw1, whole1, raw64, whole64 } = Object.fromEntries(rates);
  report.rate('64 callers that share nothing', median(apart!));
  report.rate('64 callers in one session', median(session!));
  report.atLeast('  of those that share nothing', ratio(session!, apart!), targets.shared);
  report.rate('64 callers with one question, in many sessions', median(question!));
  report.atLeast('  of those that share nothing', ratio(question!, apart!), targets.shared);
  report.rate('whole cycle, raw with the fewest rows', median(raw1!));
  report.rate('whole cycle with job and replay, one at a time', median(whole1!));
  report.atLeast('  ours / raw', ratio(whole1!, raw1!), targets.whole1);
  report.rate('whole cycle, raw, 64 together', median(raw64!));
  report.rate('whole cycle with job and replay, 64 in flight', median(whole64!));
  report.atLeast('  ours / raw', ratio(whole64!, raw64!), targets.whole64);
}

interface Task {
  readonly from: number;
  readonly count: number;
  readonly inFlight: number;
}

/** Four processes on one session, beside one process with as many callers. Returns cycles per second of both, by round. */
export async function fourProcesses(
  { report, rounds }: Bench,
  where: Where,
): Promise<{ one: number[]; four: number[] }> {
  const children = Array.from({ length: 4 }, () => Child.start<Task>(import.meta.url, where));
  const rates = { one: [] as number[], four: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    report.progress(`four processes on one session, round ${round} of ${rounds}`);
    const from = round * 100_000;
    const alone = await timed(children.slice(0, 1), from, IN_FLIGHT);
    const together = await timed(children, from + COUNT, IN_FLIGHT / 4);
    if (round === 0) continue;
    rates.one.push(alone);
    rates.four.push(together);
  }
  for (const child of children) await child.stop();
  return rates;
}

async function timed(children: readonly Child<Task>[], from: number, inFlight: number): Promise<number> {
  const count = COUNT / children.length;
  const start = performance.now();
  await Promise.all(children.map((child, at) => child.tell({ from: from + at * count, count, inFlight })));
  return COUNT / ((performance.now() - start) / 1000);
}

// Each process answers what it asked itself: an event of another process does not start an answer here.
serve<Task>(import.meta.url, async (askonce: AskOnce, { from, count, inFlight }) => {
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const asked = await askonce
        .session('shared-by-four')
        .ask(
          { question: `Which of the formats should report ${next++} use?`, options: ['YAML', 'JSON'] },
          { wait: false },
        );
      await askonce.questions.answer(asked.items[0]!.id!, 'YAML', { surface: 'bench' });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return null;
});
