/** What the fault tests share: a store of their own, and how to see an error's code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type AskOnce, AskOnceError, type ErrorCode, type OpenOptions, openAskOnce } from '../../src/index.ts';
import { violationsIn } from '../support/invariants.ts';
import type { StoreKind } from '../support/stores.ts';

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'askonce-faults-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** AskOnce on a new store, closed and looked over when the test ends. */
export async function openNew(kind: StoreKind, options: OpenOptions = {}): Promise<AskOnce> {
  const { askonce, close } = await openIn(folder(), kind, options);
  onTestFinished(close);
  return askonce;
}

/** AskOnce on one store for all tests of a suite, of which none leaves anything in it. */
export function openShared(kind: StoreKind): () => AskOnce {
  const root = mkdtempSync(join(tmpdir(), 'askonce-faults-'));
  let opened: { askonce: AskOnce; close: () => Promise<void> };
  beforeAll(async () => {
    opened = await openIn(root, kind, {});
  });
  afterAll(async () => {
    await opened.close();
    rmSync(root, { recursive: true, force: true });
  });
  return () => opened.askonce;
}

async function openIn(root: string, kind: StoreKind, options: OpenOptions) {
  const made = await kind.makeEmpty(root);
  const askonce = await openAskOnce({ ...made.where, project: root, ...options });
  const close = async () => {
    await askonce.close();
    const violations = await violationsIn(made.where.db!);
    await made.close();
    expect(violations).toEqual([]);
  };
  return { askonce, close };
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
