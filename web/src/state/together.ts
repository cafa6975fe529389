/** Answers equal questions of other agents with one request, and says what became of them. */
import type { AnswerReply, Clarification } from '../../../src/surfaces/client/index.ts';
import { tell } from './notices.ts';
import { putBack, takeAway } from './waiting.ts';

/** @param send Sends the answer; `also` is left out where there is nothing else to answer. */
export async function togetherWith(
  others: readonly Clarification[],
  send: (also: { also?: readonly string[] }) => Promise<AnswerReply>,
): Promise<void> {
  if (others.length === 0) {
    await send({});
    return;
  }
  for (const { id } of others) takeAway(id);
  const putAllBack = () => {
    for (const question of others) putBack(question);
  };
  const { also = [] } = await send({ also: others.map(({ id }) => id) }).catch((error: unknown) => {
    putAllBack();
    throw error;
  });
  for (const one of also) {
    if (one.status !== 'refused') continue;
    const question = others.find(({ id }) => id === one.id);
    // What was answered or closed meanwhile is gone; the rest still waits.
    if (question && !['already_answered', 'clarification_closed', 'clarification_unknown'].includes(one.code))
      putBack(question);
    tell({ tone: 'warn', text: one.message, detail: question?.question ?? '' });
  }
}
