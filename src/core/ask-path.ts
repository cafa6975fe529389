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
  | {
      readonly is: 'park';
      readonly stale: ClarificationRecord | null;
      readonly succeeds: ClarificationRecord | null;
      /** It stands in for a question that was paid for, so it costs no ask. */
      readonly free: boolean;
    }
  | { readonly is: 'cap'; readonly code: 'cap_reached' | 'answer_rejected' }
  /** The same question stands earlier in this very ask. */
  | { readonly is: 'twin'; readonly of: number };

/** A resolver names a file, and somebody must look where it leads before it is taken. */
interface Unlocated {
  readonly locate: string;
}

export function stepsFor(
  state: AskState,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
): Step[] | Unlocated {
  const steps: Step[] = [];
  const seen = new Map<string, number>();
  let heard = context.heard;
  for (const [position, question] of command.questions.entries()) {
    const identity = `${question.type} ${question.key} ${question.subject}`;
    const twin = seen.get(identity);
    if (twin !== undefined) {
      const first = steps[twin]!;
      steps.push(first.is === 'replay' || first.is === 'repeat' ? first : { is: 'twin', of: twin });
      continue;
    }
    seen.set(identity, position);
    const step = stepFor(question, state.questions[position]!, state, command, { ...context, heard }, resolvers);
    if ('locate' in step) return step;
    if (step.is === 'resolve' && step.resolution.spendsHeard && heard) heard = { ...heard, spent: true };
    steps.push(step);
  }
  return steps;
}

/** The path of one question. */
function stepFor(
  question: PreparedQuestion,
  known: KnownQuestion,
  state: AskState,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
): Step | Unlocated {
  const rejected = state.rejected && isRejectable(state.rejected.clarification) ? state.rejected : null;
  const stands = (one: ClarificationRecord | null) => one !== null && one.id !== rejected?.clarification.id;
  if (rejected && rejected.depth >= context.policy.maxRejects) return { is: 'cap', code: 'answer_rejected' };

  // An outcome at the cap names no options, so it is given back only where no answer of this job's fits the options.
  const own =
    known.own.find((mine) => stands(mine.clarification) && stillHolds(question, mine.clarification!)) ??
    known.own.find((mine) => mine.clarification === null);
  if (own) return { is: 'replay', own };

  const standing = [known.live, liveStandIn(question, known)].find(stands) ?? null;
  if (standing?.status === 'pending') return { is: 'join', live: standing };
  if (standing && (standing.status === 'declined' || answerFits(question, standing.answer!, standing.options))) {
    return { is: 'repeat', live: standing };
  }

  const takenBack = rejected?.clarification ?? known.revoked;
  const resolution = takenBack ? null : resolve(question, known, command, context, resolvers);
  if (resolution && 'locate' in resolution) return resolution;
  if (resolution) return { is: 'resolve', resolution, stale: standing };

  // What stands in for a question that was put to the person and taken back is paid for, once. An automatic answer was not.
  const succeeds = takenBack && (rejected || known.successor === null) ? takenBack : null;
  const free = succeeds !== null && (succeeds.source === null || succeeds.source === 'user');
  if (!free && context.policy.cap !== null && context.capUsed >= context.policy.cap) {
    return { is: 'cap', code: 'cap_reached' };
  }
  return { is: 'park', stale: standing, succeeds, free };
}

export function isRejectable(clarification: ClarificationRecord): boolean {
  return clarification.status === 'answered';
}

/** Whether a job's own earlier outcome may be given back: not once its answer was taken back, or no longer fits. */
function stillHolds(question: Question, clarification: ClarificationRecord): boolean {
  if (clarification.status === 'revoked') return false;
  return clarification.answer === null || answerFits(question, clarification.answer, clarification.options);
}

/** What was asked in place of this question after its answer was taken back, where it waits or was settled. */
function liveStandIn(question: Question, { successor }: KnownQuestion): ClarificationRecord | null {
  if (!successor || successor.type !== question.type || successor.subject !== question.subject) return null;
  if ((question.destructive || successor.destructive) && successor.key !== question.key) return null;
  return ['pending', 'answered', 'declined'].includes(successor.status) ? successor : null;
}

/** The first resolver of the policy that knows an answer which the question would accept. Never for a destructive question. */
function resolve(
  question: PreparedQuestion,
  known: KnownQuestion,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
): Resolution | Unlocated | null {
  if (question.destructive) return null;
  const { heard, session } = context;
  const view = { question, heard, preference: known.preference, language: session.language };
  for (const name of context.policy.resolvers) {
    const resolution = resolvers[name](view);
    if (!resolution) continue;
    const checked = checkAnswer(question, resolution.answer, session.language, command.located.get(resolution.answer));
    if ('needsPath' in checked) return { locate: checked.needsPath };
    if ('accepted' in checked) return { ...resolution, answer: checked.accepted };
  }
  return null;
}
