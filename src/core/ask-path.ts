/**
 * The path of a question up to the person: repeat guard, resolvers, cap, park. `stepFor` is the path of the design, read from
 * top to bottom.
 */
import { answerFits, checkAnswer } from './answer-check.ts';
import type { AskCommand, Context, PreparedQuestion, Resolvers } from './ask-command.ts';
import type { Question } from './clarification.ts';
import type { ClarificationRecord } from './records.ts';
import type { Resolution } from './resolution.ts';
import type { AskState, KnownQuestion, OwnItem } from './states.ts';

export type Step =
  /** This job has had this outcome already. */
  | { readonly is: 'replay'; readonly own: OwnItem }
  /** The session holds the answer, or a refusal to answer. */
  | { readonly is: 'repeat'; readonly live: ClarificationRecord }
  /** The question waits already; this ask waits with it. */
  | { readonly is: 'join'; readonly live: ClarificationRecord }
  | { readonly is: 'resolve'; readonly resolution: Resolution; readonly stale: ClarificationRecord | null }
  | { readonly is: 'park'; readonly stale: ClarificationRecord | null; readonly succeeds: ClarificationRecord | null }
  | { readonly is: 'cap'; readonly code: 'cap_reached' | 'answer_rejected' }
  /** The same question stands earlier in this very ask. */
  | { readonly is: 'twin'; readonly of: number };

export function stepsFor(state: AskState, command: AskCommand, context: Context, resolvers: Resolvers): Step[] {
  const steps: Step[] = [];
  const seen = new Map<string, number>();
  let heard = context.heard;
  for (const [position, question] of command.questions.entries()) {
    const identity = `${question.type} ${question.key} ${question.subject}`;
    const twin = seen.get(identity);
    const step: Step =
      twin === undefined
        ? stepFor(question, state.questions[position]!, state, { ...context, heard }, resolvers)
        : { is: 'twin', of: twin };
    if (step.is === 'resolve' && step.resolution.spendsHeard && heard) heard = { ...heard, spent: true };
    if (twin === undefined) seen.set(identity, position);
    steps.push(step);
  }
  return steps;
}

/** The path of one question. */
function stepFor(
  question: PreparedQuestion,
  known: KnownQuestion,
  state: AskState,
  context: Context,
  resolvers: Resolvers,
): Step {
  const rejected = state.rejected && isRejectable(state.rejected.clarification) ? state.rejected : null;
  const gone = rejected?.clarification.id;
  if (rejected && rejected.depth >= context.policy.maxRejects) return { is: 'cap', code: 'answer_rejected' };

  const own = known.own.find((mine) => mine.clarification?.id !== gone && stillHolds(question, mine));
  if (own) return { is: 'replay', own };

  const standing = known.live?.id === gone ? null : (known.live ?? liveOnly(known.successor));
  if (standing?.status === 'pending') return { is: 'join', live: standing };
  if (standing && (standing.status === 'declined' || answerFits(question, standing.answer!, standing.options))) {
    return { is: 'repeat', live: standing };
  }

  const takenBack = rejected?.clarification ?? known.revoked;
  const resolution = takenBack ? null : resolve(question, known, context, resolvers);
  if (resolution) return { is: 'resolve', resolution, stale: standing };

  // A question whose answer was taken back has been paid for, once: what stands in for it costs no ask.
  const succeeds = takenBack && (takenBack.id === gone || known.successor === null) ? takenBack : null;
  if (!succeeds && context.policy.cap !== null && context.capUsed >= context.policy.cap) {
    return { is: 'cap', code: 'cap_reached' };
  }
  return { is: 'park', stale: standing, succeeds };
}

export function isRejectable(clarification: ClarificationRecord): boolean {
  return clarification.status === 'answered';
}

/** Whether a job's own earlier outcome may be given back: not once its answer was taken back, or no longer fits. */
function stillHolds(question: Question, { clarification }: OwnItem): boolean {
  if (!clarification) return true;
  if (clarification.status === 'revoked') return false;
  return clarification.answer === null || answerFits(question, clarification.answer, clarification.options);
}

function liveOnly(clarification: ClarificationRecord | null): ClarificationRecord | null {
  const live = clarification && ['pending', 'answered', 'declined'].includes(clarification.status);
  return live ? clarification : null;
}

/** The first resolver of the policy that knows an answer which the question would accept. Never for a destructive question. */
function resolve(
  question: PreparedQuestion,
  known: KnownQuestion,
  context: Context,
  resolvers: Resolvers,
): Resolution | null {
  if (question.destructive) return null;
  const { heard, session } = context;
  const view = { question, heard, preference: known.preference, language: session.language };
  for (const name of context.policy.resolvers) {
    const resolution = resolvers[name](view);
    if (!resolution) continue;
    const checked = checkAnswer(question, resolution.answer, session.language);
    if ('accepted' in checked) return { ...resolution, answer: checked.accepted };
    if ('needsPath' in checked && staysInside(resolution.answer)) return resolution;
  }
  return null;
}

/** Said of a path without looking at the disk; paths the person named were looked up when they were heard. */
function staysInside(path: string): boolean {
  return !/^([/\\\\]|[a-z]:)/i.test(path) && !path.split(/[/\\\\]/).includes('..');
}
