/**
 * Tells a waiting caller where its question can be answered, while `ask` is still waiting for that answer.
 *
 * The engine says what became of an ask only at its end, so the question is looked up in the inbox by what it is known by:
 * its type, key and subject, of which a session has at most one that waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskOnce } from '../askonce.ts';
import { POLICIES } from '../core/policy.ts';
import { projectFiles } from '../files.ts';
import type { ListedClarification } from '../ports.ts';
import { type AskOptions, prepareAsk, type QuestionInput } from '../prepare.ts';

const LOOK_EVERY_MS = 10;

/** The id of the question once it is parked; null where the ask has ended without that. */
export async function whenParked(
  askonce: AskOnce,
  session: string,
  question: QuestionInput,
  options: AskOptions,
  project: string,
  asked: Promise<unknown>,
): Promise<string | null> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  asked.then(end, end);
  const frame = { session, policy: null, asker: null, language: null, defaultPolicy: POLICIES.interactive };
  const { command } = prepareAsk(question, options, { ...frame, files: projectFiles(project), now: Date.now() });
  const { type, key, subject } = command.questions[0]!;
  const isIt = (waiting: ListedClarification) =>
    waiting.type === type && waiting.key === key && waiting.subject === subject;
  while (!ended) {
    const found = await findPending(askonce, session, isIt);
    if (found) return found.id;
    // Committing takes a few milliseconds; this loop ends with it, not with the answer.
    await Promise.race([asked.then(end, end), sleep(LOOK_EVERY_MS)]);
  }
  return null;
}

async function findPending(askonce: AskOnce, session: string, isIt: (waiting: ListedClarification) => boolean) {
  let after: string | undefined;
  for (;;) {
    const page = await askonce.pending({ session, limit: 500, ...(after === undefined ? {} : { after }) });
    const found = page.items.find(isIt);
    if (found || page.next === null) return found;
    after = page.next;
  }
}
