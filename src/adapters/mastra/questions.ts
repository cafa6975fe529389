/** A question of Mastra: the conversation that it belongs to, and what its suspended run keeps to ask it again. */
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { type Asking, askQuestions, takenId } from '../asking.ts';

/** Where Mastra runs what asks. */
export interface MastraPlace {
  readonly runId?: string | undefined;
  /** The thread of the agent's memory, if it has one. */
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
}

export interface MastraOptions {
  /** The conversation: what it has settled is not asked again. A function if each thread or run is one. */
  session: string | ((place: MastraPlace) => string);
  /** The program that asks, for people to see; `Mastra` by default. */
  agent?: string;
}

/** What a suspended run keeps about its question. */
export interface Kept {
  readonly session: string;
  readonly callId: string;
  readonly question: QuestionInput;
}

export interface Suspended {
  readonly id: string;
  readonly askonce: Kept;
}

/** The `ref` of a question begins with it. */
export const REF = 'mastra:';

export const labelOf = ({ callId }: Kept, id: string): string => `${callId} ${id}`;

export function sessionOf(session: MastraOptions['session'], { runId, threadId, resourceId }: MastraPlace): string {
  return typeof session === 'string' ? session : takenId(session({ runId, threadId, resourceId }));
}

export async function outcomeOf(asking: Asking, { session, callId, question }: Kept): Promise<Outcome> {
  const waiting = { session, job: null, callId, waitMs: 0, ref: REF + callId };
  return (await askQuestions(asking, [question], waiting)).outcomes[0]!;
}
