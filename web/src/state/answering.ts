/**
 * Sends answers. An answered question leaves the list at once; if another answer came first, or the server rejects it, a notice says so.
 * Answers that cannot be sent are kept and sent when the network is back.
 */
import { effect, signal } from '@preact/signals';
import { AskOnceClientError, type Clarification } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { api, connection, isUnreachable, messageOf } from './api.ts';
import { dropDraft } from './drafts.ts';
import { tell } from './notices.ts';
import { serverNow } from './now.ts';
import { togetherWith } from './together.ts';
import { answersJob } from './unresolved.ts';
import { putBack, takeAway } from './waiting.ts';

/** Why the server rejected an answer, by the id of the question, which is still open. */
export const refusals = signal<ReadonlyMap<string, string>>(new Map());
/** How many answers wait for the network. */
export const unsent = signal(0);

// Closing the page would lose them.
window.addEventListener('beforeunload', (event) => {
  if (unsent.peek() > 0) event.preventDefault();
});

export interface Given {
  readonly answer: string | readonly string[];
  readonly remember: boolean;
  /** Equal questions of other agents that get the same answer. */
  readonly also?: readonly Clarification[];
}

export async function giveAnswer(question: Clarification, { answer, remember, also = [] }: Given): Promise<void> {
  const isYesNo = question.type === 'CONFIRM' && (answer === 'yes' || answer === 'no');
  const shown = isYesNo ? texts[answer] : [answer].flat().join(', ');
  answersJob(question.job);
  const request = () =>
    togetherWith(also, (ids) => api().answer(question.id, answer, { ...(remember ? { remember } : {}), ...ids }));
  if (!(await settle(question, shown, request))) return;
  tell({
    tone: 'good',
    text: texts.answered(shown),
    detail: question.question,
    action: { label: texts.takeBack, run: () => void takeBack(question) },
  });
}

export async function decline(question: Clarification, because: string): Promise<void> {
  const how = because.trim() === '' ? undefined : because.trim();
  if (await settle(question, null, () => api().decline(question.id, how)))
    tell({ tone: 'good', text: texts.declined, detail: question.question });
}

/** Sends what closes a question, which leaves the list at once; returns whether it was accepted. */
export async function settle(
  question: Clarification,
  shown: string | null,
  request: () => Promise<unknown>,
): Promise<boolean> {
  const { id } = question;
  takeAway(id);
  refuse(id, null);
  try {
    await sendWhenPossible(request);
    dropDraft(id);
    return true;
  } catch (error) {
    const status = error instanceof AskOnceClientError ? error.status : 0;
    if (status === 409 || status === 410 || status === 404) {
      dropDraft(id);
      await tellWhoWasFirst(question, error, shown);
      return false;
    }
    refuse(id, messageOf(error));
    putBack(question);
    return false;
  }
}

/** Retries while the server is unreachable. Repeating the same answer has no further effect. */
async function sendWhenPossible(request: () => Promise<unknown>): Promise<void> {
  let waits = false;
  try {
    for (;;) {
      try {
        await request();
        return;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        if (!waits) unsent.value += 1;
        waits = true;
        await connected();
      }
    }
  } finally {
    if (waits) unsent.value -= 1;
  }
}

/** Resolves when the network is back. Also retries now and then, in case the server is reachable without its event stream. */
function connected(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, 5_000);
    let first = true;
    const stop = effect(() => {
      const is = connection.value;
      if (!first && is === 'connected') setTimeout(end);
      first = false;
    });
  });
}

interface Winner {
  readonly answer: string | null;
  readonly by: string | null;
  readonly surface: string | null;
}

async function tellWhoWasFirst(question: Clarification, error: unknown, mine: string | null): Promise<void> {
  const winner = (error as AskOnceClientError).problem?.winner as Winner | undefined;
  if (!winner) {
    tell({ tone: 'warn', text: messageOf(error), detail: question.question });
    return;
  }
  const now = await api()
    .clarification(question.id)
    .catch(() => null);
  const ago = now?.settledAt ? serverNow() - now.settledAt : null;
  tell({
    tone: 'warn',
    text: texts.answeredElsewhere(winner.surface, winner.by, ago),
    detail: texts.theirsCounts(question.question, winner.answer ?? '', mine),
  });
}

async function takeBack(question: Clarification): Promise<void> {
  try {
    await api().revoke(question.id);
    tell({ tone: 'good', text: texts.takenBack, detail: question.question });
  } catch (error) {
    tell({ tone: 'danger', text: messageOf(error), detail: question.question });
  }
}

function refuse(id: string, why: string | null): void {
  const map = new Map(refusals.value);
  if (why === null) map.delete(id);
  else map.set(id, why);
  refusals.value = map;
}
