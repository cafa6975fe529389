/** The same cycles through a raw program and through AskOnce, in turns. */
import { type AskOnce, openAskOnce } from '../src/index.ts';
import type { Where } from './child.ts';
import { cycles, repeats } from './cycles.ts';
import { type Bench, median } from './report.ts';

/** A raw program: runs this many cycles, one at a time or 64 together, and returns cycles per second. */
export interface Raw {
  one(count: number): number | Promise<number>;
  many(count: number): number | Promise<number>;
}

export type Rates = Record<'raw1' | 'ours1' | 'raw64' | 'ours64' | 'repeat1' | 'repeat64', number[]>;

/** Rates by round. */
export async function sideBySide({ report, rounds }: Bench, raw: Raw, where: Where): Promise<Rates> {
  const askonce = await openAskOnce(where);
  const rates: Rates = { raw1: [], ours1: [], raw64: [], ours64: [], repeat1: [], repeat64: [] };
  // The first round of each warms up the code, and a server's plans, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await oneRound(raw, askonce, round);
    if (round === 0) continue;
    for (const [name, rate] of Object.entries(measured)) rates[name as keyof Rates].push(rate);
    report.progress(`cycles beside a raw program, round ${round} of ${rounds}`);
  }
  await askonce.close();
  return rates;
}

async function oneRound(raw: Raw, askonce: AskOnce, round: number): Promise<Record<keyof Rates, number>> {
  const from = round * 10_000;
  return {
    raw1: await raw.one(600),
    ours1: await cycles(askonce, 600, 1, from),
    repeat1: await repeats(askonce, 1000, 1),
    raw64: await raw.many(6400),
    ours64: await cycles(askonce, 6400, 64, from + 600),
    repeat64: await repeats(askonce, 6400, 64),
  };
}

/** The median ratio, round by round, since adjacent rounds see the same load on the machine. */
export function ratio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((rate, round) => rate / b[round]!));
}
