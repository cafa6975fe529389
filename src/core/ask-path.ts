/**
 * The path of a question up to the person: repeat guard, resolvers, cap, park. `stepFor` is the path of the design, read from
 * top to bottom.
 */
import { checkAnswer, serves, storable } from './answer-check.ts';
import type { AskCommand, Context, PreparedQuestion, Resolvers } from './ask-command.ts';
import { LIVE, type Question } from './clarification.ts';
import { isDestructive } from './destructive.ts';
import { saysAll } from './learning.ts';
import { goingOn, seeksPermission } from './permission.ts';
import type { Policy } from './policy.ts';
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
  | { readonly is: 'cap'; readonly code: CapCode }
  /** A person might be asked, had the asker brought what it must. */
  | { readonly is: 'send_back' }
  /** The same question stands earlier in this very ask. */
  | { readonly is: 'twin'; readonly of: number };

/** Why nobody is asked. */
export type CapCode = 'cap_reached' | 'answer_rejected' | 'request_incomplete';

/** Something must be found out before the path can be gone on. */
type Unknown =
  /** A resolver names a file, and somebody must look where it leads before it is taken. */
  | { readonly locate: string; readonly project: string }
  /** The question asks about what stands beside it; somebody may have set an answer for its words, whatever that is. */
  | { readonly usual: PreparedQuestion; readonly project: string }
  /** The rules know nothing, and there is a model that may. */
  | { readonly consult: PreparedQuestion; readonly language: string | null }
  /** Nobody may be asked; what to say to that depends on what else the scope has asked. */
  | { readonly stand: { readonly scope: string | null; readonly job: string | null } }
  | { readonly waitFor: ClarificationRecord };

export function stepsFor(
  state: AskState,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
): Step[] | Unknown {
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
    if (!('is' in step)) return step;
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
): Step | Unknown {
  const rejected = state.rejected && isRejectable(state.rejected.clarification) ? state.rejected : null;
  const stands = (one: ClarificationRecord | null) => one !== null && one.id !== rejected?.clarification.id;
  if (rejected && !mayReject(rejected, context.policy)) return { is: 'cap', code: 'answer_rejected' };

  // The person took back what this scope had paid for: it is asked anew, whatever was said at the cap since.
  const owed = known.revoked !== null && known.successor === null && known.revoked.capScope === context.scope;
  // An outcome at the cap names no options, so it is given back only where no answer of this job's fits the options.
  const own =
    known.own.find((mine) => stands(mine.clarification) && stillHolds(question, mine)) ??
    (owed ? undefined : known.own.find((mine) => mine.clarification === null && mine.item.code !== INCOMPLETE));
  if (own) return { is: 'replay', own };

  const standing = [known.live, liveStandIn(question, known, command)].find(stands) ?? null;
  if (standing?.status === 'pending') return { is: 'join', live: standing };
  if (standing && (standing.status === 'declined' || serves(question, standing.answer!, standing))) {
    return { is: 'repeat', live: standing };
  }

  // Another question's answer may serve this one, but only its own is superseded by it.
  const stale = standing?.key === question.key ? standing : null;
  const takenBack = rejected?.clarification ?? known.revoked;
  const resolution = takenBack
    ? null
    : (resolve(question, known, command, context, resolvers) ?? leaveToGoOn(question, command));
  if (resolution && !('answer' in resolution)) return resolution;
  if (resolution) return { is: 'resolve', resolution, stale };

  // What stands in for a question that this scope has paid for, and that was taken back, is paid for, once.
  const succeeds = takenBack && (rejected || known.successor === null) ? takenBack : null;
  const free = succeeds !== null && succeeds.capScope === context.scope;
  const { cap } = context.policy;
  // What the prompt meant was asked once; taken back or not, no builder asks it again.
  const isOfPrompt = takenBack !== null && takenBack.id === context.job?.clarificationId;
  const capped = cap !== null && (context.isSpent || isOfPrompt || (!free && context.capUsed >= cap));
  return unasked(capped, command, context) ?? { is: 'park', stale, succeeds, free };
}

/** Seed 002: a PM that asks for leave to go on needs no person, unless something destructive is near. */
function leaveToGoOn(question: Question, { missing }: AskCommand): Resolution | null {
  if (missing === null || question.destructive || !seeksPermission(question.question)) return null;
  const answer = question.type === 'CONFIRM' ? 'Yes' : goingOn(question.options.map(({ label }) => label));
  if (answer === null || question.multiSelect || question.type === 'TARGET_FILE') return null;
  const evidence = 'permission-seeking: nothing destructive is near';
  return { answer, source: 'best_practice', evidence, confidence: 0.8 };
}

/** The code of what was sent back. It is no answer to the same question once that is asked in due form. */
const INCOMPLETE = 'request_incomplete';

/** What comes of a question that no person may be asked; null where one may. */
function unasked(capped: boolean, { missing, standing }: AskCommand, context: Context): Step | Unknown | null {
  const lacks = missing !== null && missing.length > 0;
  if (!capped && !lacks) return null;
  const { policy, scope, job } = context;
  if (capped && policy.onCap === 'fail') return { is: 'cap', code: 'cap_reached' };
  if (!standing) return { stand: { scope, job: job?.id ?? null } };
  if (missing === null) return { is: 'cap', code: 'cap_reached' };
  if (capped) return standing.waits ? { waitFor: standing.waits } : { is: 'cap', code: 'cap_reached' };
  return standing.sentBack ? { is: 'cap', code: INCOMPLETE } : { is: 'send_back' };
}

/** The policy bounds how often people's answers are rejected. An automatic one may always be: it asks nobody for nothing. */
function mayReject({ clarification, depth }: NonNullable<AskState['rejected']>, policy: Policy): boolean {
  return clarification.source !== 'user' || depth < policy.maxRejects;
}

export function isRejectable(clarification: ClarificationRecord): boolean {
  return clarification.status === 'answered';
}

/** Whether a job's own earlier outcome may be given back: not once its answer was taken back, or no longer fits. */
function stillHolds(question: Question, { item, clarification }: OwnItem): boolean {
  if (!clarification || clarification.status === 'revoked') return false;
  // A default is the item's own; the text of a fallback is no answer, and fits whatever is offered.
  const answer = item.outcome === 'auto_resolved' ? (item.answer ?? clarification.answer) : clarification.answer;
  return answer === null || serves(question, answer, clarification);
}

/**
 * What was asked in place of this question after its answer was taken back, where it waits or was settled. In other words it
 * stands in only for the job that reworded it; a destructive question only for itself.
 */
function liveStandIn(
  question: Question,
  { successor }: KnownQuestion,
  { job }: AskCommand,
): ClarificationRecord | null {
  if (!successor || successor.type !== question.type || successor.subject !== question.subject) return null;
  const reworded = successor.key !== question.key;
  if (reworded && (job === null || successor.job !== job)) return null;
  if (reworded && (question.destructive || successor.destructive)) return null;
  return LIVE.includes(successor.status) ? successor : null;
}

/** A label is a name, of which only plain words of harm count; of an answer in words of its own, all do. */
export function isHarmful({ question, options }: Question, answer: string): boolean {
  const offered = options.some(({ label }) => label === answer);
  return offered ? isDestructive(question, [answer]) : isDestructive(answer);
}

/** The first resolver of the policy that knows an answer which the question would accept. Never for a destructive question. */
function resolve(
  question: PreparedQuestion,
  known: KnownQuestion,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
): Resolution | Unknown | null {
  if (question.destructive) return null;
  const { heard, session } = context;
  const view = { question, heard, language: session.language };
  for (const name of context.policy.resolvers) {
    let { preference } = known;
    if (name === 'preference' && preference === null && command.usual && !saysAll(question)) {
      const usual = command.usual.get(question.id);
      if (usual === undefined) return { usual: question, project: session.project };
      preference = usual;
    }
    let resolution = resolvers[name]({ ...view, preference });
    if (!resolution && name === 'sentinel' && command.advice) {
      const advice = command.advice.get(question.id);
      if (advice === undefined) return { consult: question, language: session.language };
      resolution = advice;
    }
    // What nobody asked about may still be what somebody would be sorry for: "Delete them all" is never said for the person.
    if (!resolution || isHarmful(question, resolution.answer)) continue;
    let checked = checkAnswer(question, resolution.answer, session.language);
    if ('needsPath' in checked) {
      const fact = command.located.get(checked.needsPath);
      if (!fact) return { locate: checked.needsPath, project: session.project };
      checked = checkAnswer(question, resolution.answer, session.language, fact);
    }
    // A quotation may end in the middle of a character.
    if ('accepted' in checked)
      return { ...resolution, answer: checked.accepted, evidence: storable(resolution.evidence) };
  }
  return null;
}
