/**
 * A process that meets a store it cannot use, and says what came of it as one line of JSON.
 *
 *   store-child.ts asks <file>              opens the store and asks once
 *   store-child.ts fills <file> [ballast]   asks until the store takes no more; then removes the ballast, if any, and asks again
 *
 * As root it first becomes nobody: no permission binds root.
 */
import { rmSync } from 'node:fs';
import { AskOnceError, openAskOnce } from '../../../src/index.ts';

export interface ChildReport {
  /** The questions that were acknowledged. */
  readonly acknowledged: readonly string[];
  /** The code of the error that ended it, or null. */
  readonly code: string | null;
  /** Whether the same process could ask again once there was room. */
  readonly recovered: boolean;
  /** What it said of being ready once it took no more, and once there was room: a code, or null where it was. */
  readonly ready: readonly (string | null)[];
}

const NOBODY = 65534;
const [role, file, ballast] = process.argv.slice(2) as ['asks' | 'fills', string, string | undefined];
if (role === 'asks' && process.getuid?.() === 0) {
  process.setgid!(NOBODY);
  process.setuid!(NOBODY);
}

const acknowledged: string[] = [];
let code: string | null = null;
let recovered = false;
const ready: (string | null)[] = [];
const known = (error: unknown) => {
  if (error instanceof AskOnceError) return error.code;
  throw error;
};

try {
  const askonce = await openAskOnce({ db: file, project: '/' });
  const session = askonce.session('full');
  const ask = async (n: number) => {
    const { items } = await session.ask(
      { question: `What is number ${n}?`, context: 'x'.repeat(4000) },
      { wait: false },
    );
    const [item] = items;
    if (item?.outcome === 'parked') acknowledged.push(item.id);
  };
  try {
    for (let n = 0; n < (role === 'asks' ? 1 : 5000); n += 1) await ask(n);
  } catch (error) {
    code = known(error);
  }
  const look = () => askonce.ready().then(() => null, known);
  if (ballast !== undefined) {
    ready.push(await look());
    rmSync(ballast);
    await ask(5001);
    ready.push(await look());
    recovered = true;
  }
} catch (error) {
  code = known(error);
}
const report: ChildReport = { acknowledged, code, recovered, ready };
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
