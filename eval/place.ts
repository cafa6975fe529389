/** A store in a temporary folder, and AskOnce on it as its users open it. Everything is measured through these names. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AskOnce,
  AskOnceError,
  type AskResult,
  type ListedClarification,
  type OpenOptions,
  openAskOnce,
  POLICIES,
  type Policy,
  type QuestionInput,
  type ResolverName,
} from '../src/index.ts';

/** Where there is one, a folder in memory: what is measured is what is decided, not the disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface Place {
  /** AskOnce in a project of this name: preferences and files are a project's own, the store is shared by all. */
  open(project: string, options?: OpenOptions): Promise<AskOnce>;
}

/** Calls back with a new store, and removes it afterwards. */
export async function inPlace<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(SCRATCH, 'askonce-eval-'));
  const opened: AskOnce[] = [];
  try {
    return await use({
      async open(project, options = {}) {
        const projectRoot = join(folder, project);
        mkdirSync(projectRoot, { recursive: true });
        const askonce = await openAskOnce({ db: join(folder, 'eval.db'), project: projectRoot, ...options });
        opened.push(askonce);
        return askonce;
      },
    });
  } finally {
    for (const askonce of opened) await askonce.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maps rows with so many under way at once, so that they share the store's commits. */
export async function inBatches<Row, Result>(
  rows: readonly Row[],
  measure: (row: Row, index: number) => Promise<Result>,
  width = 64,
): Promise<Result[]> {
  const results: Result[] = Array.from({ length: rows.length });
  let next = 0;
  const work = async () => {
    for (let index = next++; index < rows.length; index = next++) results[index] = await measure(rows[index]!, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, rows.length) }, work));
  return results;
}

/** The interactive policy with these resolvers alone: with none, only the repeat guard settles anything. */
export const policyWith = (...resolvers: ResolverName[]): Policy => ({
  ...POLICIES.interactive,
  name: `eval ${resolvers.join(' ')}`,
  resolvers,
});

export interface Settled {
  readonly answer: string;
  readonly source: string;
}

/** What a single question was settled with although nobody was asked; null where it waits for the person. */
export function settledIn(result: AskResult): Settled | null {
  const [item] = result.items;
  return item?.outcome === 'auto_resolved' ? { answer: item.answer, source: item.source } : null;
}

/** The question that waits, as the person sees it. */
export async function shownTo(askonce: AskOnce, result: AskResult): Promise<ListedClarification | null> {
  const [item] = result.items;
  return item?.outcome === 'parked' ? askonce.questions.get(item.id) : null;
}

/** Asks without waiting, and answers where the person is asked. Says whether they were. */
export async function askAndAnswer(
  askonce: AskOnce,
  session: string,
  ask: string | QuestionInput,
  answer: string,
  policy: Policy = policyWith(),
): Promise<boolean> {
  const result = await askonce.session(session, { policy }).ask(ask, { wait: false });
  const [item] = result.items;
  if (item.outcome !== 'parked') return false;
  await askonce.questions.answer(item.id, answer);
  return true;
}

/** The code that AskOnce refuses with; null where it does not. Every other fault is thrown on. */
export async function refusal(attempt: Promise<unknown>): Promise<string | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof AskOnceError) return error.code;
    throw error;
  }
}

/** An answer to a CONFIRM by its one name, in whatever language a case has it. */
export function sameAnswer(one: string, other: string): boolean {
  const plain = (text: string) => ({ はい: 'yes', いいえ: 'no' })[text] ?? text.toLowerCase();
  return plain(one) === plain(other);
}

let round = 'fresh';

/** Reads the fresh cases of another round: the name of a folder beside the first one. */
export function readRound(name: string): void {
  if (!existsSync(join(import.meta.dirname, 'cases', name, 'harmful.jsonl')))
    throw new Error(`eval/cases/${name} holds no fresh cases. Name a folder with them, such as fresh.`);
  round = name;
}

export const freshCases = (name: string): string => join(import.meta.dirname, 'cases', round, name);
