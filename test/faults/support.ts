/** What the fault tests share: a store of their own, and how to see an error's code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type AskOnce, AskOnceError, type ErrorCode, type OpenOptions, openAskOnce } from '../../src/index.ts';
import { violationsIn } from '../crash/invariants.ts';

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'askonce-faults-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** AskOnce on a new store, closed and looked over when the test ends. */
export async function openNew(options: OpenOptions = {}): Promise<AskOnce> {
  const root = folder();
  const db = join(root, 'askonce.db');
  const askonce = await openAskOnce({ db, projectRoot: root, ...options });
  onTestFinished(async () => {
    await askonce.close();
    expect(violationsIn(db)).toEqual([]);
  });
  return askonce;
}

/** Parks one question and returns its id. */
export async function park(askonce: AskOnce, question = 'What shall I do?', session = 's'): Promise<string> {
  const { items } = await askonce.session(session).ask(question, { wait: false });
  const [item] = items;
  if (item?.outcome !== 'parked') throw new Error(`“${question}” is ${item?.outcome}`);
  return item.id;
}

/** The code of the error that a call ends with. Anything that is no AskOnceError fails the test, with its own stack. */
export async function codeOf(call: () => Promise<unknown>): Promise<ErrorCode | 'no error'> {
  try {
    await call();
    return 'no error';
  } catch (error) {
    if (error instanceof AskOnceError) return error.code;
    throw error;
  }
}
