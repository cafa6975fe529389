/** Passes the person's reply to a form on to the engine. */

import { clip } from '../../core/answer/check.ts';
import { type NotShown, notShown } from '../../core/answer/not-shown.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Clarification } from '../../core/model/views.ts';
import { answersIn } from './form.ts';
import type { McpContext } from './mcp-context.ts';

export interface Reply {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

export interface Shown {
  readonly questions: readonly Clarification[];
  /** A form of the client, or a page of ours that the client opened. */
  readonly as: 'form' | 'page';
  readonly client: string;
  /** How long the client had it. */
  readonly afterMs: number;
  /** A reply repeated under one key is the same reply, even if its content differs. */
  readonly key: string;
}

export interface Taken {
  /** Why parts of it were rejected, in words for the person. */
  readonly faults: readonly string[];
  /** Why the reply says nothing about the person: they were not shown the questions. Null if it does. */
  readonly unseen: NotShown | null;
}

export async function takeReply({ action, content }: Reply, shown: Shown, mcpContext: McpContext): Promise<Taken> {
  const { askonce, caller } = mcpContext;
  const unseen = notShown(action, shown.afterMs);
  if (unseen !== null) {
    for (const { id } of shown.questions) await askonce.questions.notShown(id, shown.client, unseen.because);
    return { faults: [], unseen };
  }
  const who = { ...(mcpContext.by === undefined ? {} : { by: mcpContext.by }), surface: 'mcp', caller };
  const faults: string[] = [];
  if (action === 'decline') {
    for (const { id } of shown.questions) await unlessClosed(askonce.questions.decline(id, undefined, who));
    // Opening a page is no answer yet.
  } else if (shown.as === 'form') {
    const answers = answersIn(content ?? {}, shown.questions);
    for (const { id, question } of shown.questions) {
      const answer = answers.get(id);
      if (answer === undefined) faults.push(`“${clip(question)}” was not answered.`);
      else
        faults.push(
          ...(await unlessClosed(askonce.questions.answer(id, answer, { ...who, idempotencyKey: shown.key }))),
        );
    }
  }
  return { faults, unseen: null };
}

/** Cancels asks; skips those that have already ended. */
export async function leave({ askonce, caller }: McpContext, asks: Iterable<string>, because: string): Promise<void> {
  for (const ask of asks) await askonce.questions.cancel({ ask }, { because, caller });
}

/** Why an answer was rejected. If another answer came first that is no fault: the asker gets that answer. */
async function unlessClosed(given: Promise<unknown>): Promise<readonly string[]> {
  try {
    await given;
    return [];
  } catch (error) {
    if (!(error instanceof AskOnceError)) throw error;
    if (error.code === 'already_answered' || error.code === 'clarification_closed') return [];
    if (!['answer_refused', 'answer_empty', 'answer_too_long'].includes(error.code)) throw error;
    return [error.message];
  }
}
