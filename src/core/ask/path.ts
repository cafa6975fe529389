/**
 * The path of a question to the person: repeat guard, resolvers, cap, park. `stepFor` implements the path of the design, from top to
 * bottom.
 */

import { isHarmlessPlan } from '../../text/consent.ts';
import { namesAnother, outweighs, touches, vetoes } from '../../text/latest-words.ts';
import { goingOn, seeksPermission } from '../../text/permission.ts';
import { mentionsHarm, optionPerforms } from '../../text/risk.ts';
import { checkAnswer, serves, servingAnswer, storable } from '../answer/check.ts';
import { ruleFor } from '../approvals/match.ts';
import type { Rule } from '../approvals/rule.ts';
import { type Call, toolCall } from '../model/call.ts';
import type { Policy, ResolverName } from '../model/policy.ts';
import { LIVE, type Offered, type Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Heard, Preference, Resolution, Resolver, ResolverView } from '../model/resolution.ts';
import { nameOf } from '../model/scoped-id.ts';
import type { Facts, Need } from '../needs.ts';
import { ENOUGH, learned } from '../preferences.ts';
import type { AskState, KnownPreference, KnownQuestion, OwnItem } from '../states.ts';
import type { AskCommand, Context, PreparedQuestion, Resolvers } from './command.ts';
import { judgedAnswer, mayBeJudged } from './judged.ts';
import { recentWords, saidOtherwise } from './said-since.ts';

export type Step =
  /** This job already has this outcome. */
  | { readonly is: 'replay'; readonly own: OwnItem }
  /** The session holds the answer, or a refusal to answer. */
  | { readonly is: 'repeat'; readonly live: ClarificationRecord }
  /** The question is already waiting; this ask waits with it. */
  | { readonly is: 'join'; readonly live: ClarificationRecord }
  /** The answer came from another question, whose answer the person has corrected since: this one is corrected too. */
  | {
      readonly is: 'correct';
      readonly live: ClarificationRecord;
      readonly answer: string;
      readonly correction: ClarificationRecord;
    }
  | { readonly is: 'resolve'; readonly resolution: Resolution; readonly stale: ClarificationRecord | null }
  | {
      readonly is: 'park';
      readonly stale: ClarificationRecord | null;
      readonly succeeds: ClarificationRecord | null;
      /** What would have answered it if the person's words had not touched it. */
      readonly offered: Offered | null;
      /** It replaces a question that already counted toward the cap, so it costs no ask. */
      readonly free: boolean;
    }
  | { readonly is: 'cap'; readonly code: CapCode }
  /** A person could be asked if the asker had provided what is required. */
  | { readonly is: 'send_back' }
  /** The same question occurs earlier in this ask. */
  | { readonly is: 'twin'; readonly of: number };

/** Why no person is asked. */
export type CapCode = 'cap_reached' | 'answer_rejected' | 'request_incomplete';

/** A fact that the path needs before it can continue. */
interface Unknown {
  readonly needs: Need;
}

export function stepsFor(
  state: AskState,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
  facts: Facts,
): Step[] | Unknown {
  const steps: Step[] = [];
  const seen = new Map<string, number>();
  let heard = context.heard;
  for (const [position, question] of command.questions.entries()) {
    const identity = `${question.key} ${question.subject}`;
    const twin = seen.get(identity);
    if (twin !== undefined) {
      const first = steps[twin]!;
      steps.push(first.is === 'replay' || first.is === 'repeat' ? first : { is: 'twin', of: twin });
      continue;
    }
    seen.set(identity, position);
    const step = stepFor(question, state.questions[position]!, state, command, { ...context, heard }, resolvers, facts);
    if ('needs' in step) return step;
    if (step.is === 'resolve' && step.resolution.spendsHeard && heard) heard = { ...heard, spent: true };
    steps.push(step);
  }
  return steps;
}

/** Decides the step of one question. */
function stepFor(
  question: PreparedQuestion,
  known: KnownQuestion,
  state: AskState,
  command: AskCommand,
  context: Context,
  resolvers: Resolvers,
  facts: Facts,
): Step | Unknown {
  if (question.call) return stepForCall(question, question.call, known, command, context, facts);
  const rejected = state.rejected && isRejectable(state.rejected.clarification) ? state.rejected : null;
  const stands = (one: ClarificationRecord | null) => one !== null && one.id !== rejected?.clarification.id;
  const ended = (one: ClarificationRecord | null) => one !== null && saidOtherwise(question, one, context.heard);
  // A job gets its own outcomes back whatever was said since, except permission to do something destructive.
  const endsForJob = (one: ClarificationRecord | null) => one?.destructive === true && ended(one);
  if (rejected && !mayReject(rejected, context.policy)) return { is: 'cap', code: 'answer_rejected' };

  const correction = correctionOf(known.live, facts);
  if (correction && 'needs' in correction) return correction;
  const isCorrected = (one: ClarificationRecord | null) => correction !== null && one?.id === known.live!.id;
  if (correction && stands(known.live) && !ended(known.live)) {
    const answer = sharedCorrection(question, correction);
    if (answer !== null) return { is: 'correct', live: known.live!, answer, correction };
  }

  // The person revoked an answer whose question this scope had paid for. It is asked again, even if the cap was reached since.
  const owed = known.revoked !== null && known.successor === null && known.revoked.capScope === context.scope;
  // An outcome at the cap names no options, so it is returned only if no answer of this job fits the options.
  const own =
    known.own.find(
      (mine) =>
        stands(mine.clarification) &&
        !endsForJob(mine.clarification) &&
        !isCorrected(mine.clarification) &&
        stillHolds(question, mine),
    ) ?? (owed ? undefined : known.own.find((mine) => mine.clarification === null && mine.item.code !== INCOMPLETE));
  if (own) return { is: 'replay', own };

  const standing = [known.live, liveStandIn(question, known, command)].find(stands) ?? null;
  if (standing?.status === 'pending') return { is: 'join', live: standing };
  const applies = (one: ClarificationRecord) => !ended(one) && !isCorrected(one) && serves(question, one.answer!, one);
  if (standing && (standing.status === 'declined' || applies(standing))) {
    return { is: 'repeat', live: standing };
  }

  // The answer to another question may serve this one, but this question supersedes only its own.
  const stale = standing?.id === known.live?.id ? standing : null;
  const takenBack = rejected?.clarification ?? known.revoked;
  const resolution =
    takenBack || correction
      ? null
      : (resolve(question, known, context, resolvers, facts) ?? leaveToGoOn(question, command));
  const held = resolution && 'held' in resolution ? resolution.held : null;
  if (resolution && 'needs' in resolution) return resolution;
  if (resolution && 'answer' in resolution) return { is: 'resolve', resolution, stale };

  // The replacement of a revoked question is free, once, if this scope paid for the original.
  const succeeds = takenBack && (rejected || known.successor === null) ? takenBack : null;
  // The same applies to a question that the person's later words have reopened.
  const reopened = stale !== null && stale.status === 'answered' && ended(stale) ? stale : null;
  const free = (succeeds ?? reopened)?.capScope === context.scope && context.scope !== null;
  const { cap } = context.policy;
  // The question about the prompt was asked once. Even if it was revoked, the builder does not ask it again.
  const isOfPrompt = takenBack !== null && takenBack.id === context.job?.clarificationId;
  const capped = cap !== null && (context.isSpent || isOfPrompt || (!free && context.capUsed >= cap));
  return unasked(capped, command, context, facts) ?? { is: 'park', stale, succeeds, offered: held, free };
}

/** The answer that a question gets from the correction of the one it shares; null if that does not fit, or may be harmful. */
export function sharedCorrection(question: Question, correction: ClarificationRecord): string | null {
  const answer = servingAnswer(question, correction.answer!, correction);
  return answer === null || isHarmful(question, answer) ? null : answer;
}

/** Returns how the person corrected the answer that this one comes from; null if they did not, or if it is an answer of its own. */
function correctionOf(live: ClarificationRecord | null, { corrections }: Facts): ClarificationRecord | Unknown | null {
  if (live?.status !== 'answered' || live.source !== 'history' || !live.offered?.id) return null;
  const { id } = live.offered;
  const found = corrections.get(id);
  return found === undefined ? { needs: { kind: 'correction', id } } : found;
}

/** Decides the step of an approval. Only its own earlier outcome and the rules can spare the person. */
function stepForCall(
  { destructive }: Question,
  call: Call,
  { live, own }: KnownQuestion,
  command: AskCommand,
  { policy, session }: Context,
  { rules }: Facts,
): Step | Unknown {
  const mine = own.find(({ clarification }) => clarification !== null && clarification.id === live?.id);
  if (mine) return { is: 'replay', own: mine };
  if (live) return { is: live.status === 'pending' ? 'join' : 'repeat', live };
  if (rules === null) return { needs: { kind: 'rules', project: session.project, session: session.id } };
  const found = ruleFor(toolCall(call), rules, command.place!);
  // A dangerous call is allowed by a person, each time.
  if (found && (found.effect === 'deny' || (found.effect === 'allow' && !destructive)))
    return { is: 'resolve', resolution: ruled(found.effect, found.rule, found.why), stale: null };
  if (policy.cap === 0) return { is: 'cap', code: 'cap_reached' };
  return { is: 'park', stale: null, succeeds: null, offered: null, free: true };
}

function ruled(effect: 'allow' | 'deny', rule: Rule | null, why: string): Resolution {
  const decision = { scope: 'once', ...(rule?.id ? { decidedBy: rule.id } : {}) } as const;
  return { answer: effect === 'allow' ? 'Yes' : 'No', source: 'rule', evidence: why, confidence: 1, decision };
}

/** Seed 002: a PM that asks for permission to continue needs no person, if all that it would continue with is known to be harmless. */
function leaveToGoOn(question: Question, { missing }: AskCommand): Resolution | null {
  if (missing === null || question.destructive || !seeksPermission(question.question)) return null;
  const { header = '', context = '' } = question;
  const told = context.split('\n').filter((line) => !TOLD.test(line) || mentionsHarm(line));
  if (![header, ...told].every((text) => text.trim() === '' || isHarmlessPlan(text))) return null;
  const answer = question.type === 'CONFIRM' ? 'Yes' : goingOn(question.options.map(({ label }) => label));
  if (answer === null || question.multiSelect || question.type === 'TARGET_FILE') return null;
  const evidence = 'only asks for permission to continue, and what it continues with is known to be harmless';
  return { answer, source: 'best_practice', evidence, confidence: 0.8 };
}

/** What a request says that it has done, or would do without an answer: no part of what it continues with. */
const TOLD = /^(?:Tried|Without an answer): /;

/** The code of a request that was sent back. It does not answer the same question once that is asked with everything required. */
const INCOMPLETE = 'request_incomplete';

/** Returns the step of a question that may not reach a person, or null if it may. */
function unasked(capped: boolean, command: AskCommand, context: Context, facts: Facts): Step | Unknown | null {
  const { missing, deadline, onTimeout } = command;
  const lacks = missing !== null && missing.length > 0;
  if (!capped && !lacks) return null;
  const { policy, session, scope, job } = context;
  const { scope: standing } = facts;
  if (!standing) return { needs: { kind: 'scope', session: session.id, scope, job: job?.id ?? null } };
  if (missing === null || (capped && policy.onCap === 'fail')) return { is: 'cap', code: 'cap_reached' };
  if (capped && standing.waits) {
    const until = onTimeout === 'wait' ? null : deadline;
    return { needs: { kind: 'pending', clarification: standing.waits, until } };
  }
  if (capped) return { is: 'cap', code: 'cap_reached' };
  return standing.sentBack ? { is: 'cap', code: INCOMPLETE } : { is: 'send_back' };
}

/**
 * The policy limits how often people's answers may be rejected. Automatic answers may always be rejected, because no person's effort is
 * lost.
 */
function mayReject({ clarification, depth }: NonNullable<AskState['rejected']>, policy: Policy): boolean {
  return clarification.source !== 'user' || depth < policy.maxRejects;
}

export function isRejectable(clarification: ClarificationRecord): boolean {
  return clarification.status === 'answered';
}

/** Whether a job's own earlier outcome may be returned again: not if its answer was revoked or no longer fits. */
function stillHolds(question: Question, { item, clarification }: OwnItem): boolean {
  if (!clarification || clarification.status === 'revoked') return false;
  // A default belongs to the item. A fallback text is not an answer, so it fits any options.
  const answer = item.outcome === 'auto_resolved' ? (item.answer ?? clarification.answer) : clarification.answer;
  return answer === null || serves(question, answer, clarification);
}

/**
 * Returns the question that was asked in place of this one after its answer was revoked, if it is pending or settled. A reworded question
 * replaces the original only for the job that reworded it; a destructive question is never replaced by a reworded one.
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

/** A label is a name, so only plainly destructive words in it count. In free text, every destructive word counts. */
export function isHarmful({ options }: Question, answer: string): boolean {
  const offered = options.find(({ label }) => label === answer);
  return offered ? optionPerforms(offered) : mentionsHarm(answer);
}

/** The person's words touch the question but do not settle it, so nothing else may answer in their place. */
interface Held {
  readonly held: Offered | null;
}

/**
 * Returns the answer of the policy's first resolver that has one which the question accepts. For a destructive question, only the person's
 * own No is accepted.
 */
function resolve(
  question: PreparedQuestion,
  known: KnownQuestion,
  context: Context,
  resolvers: Resolvers,
  facts: Facts,
): Resolution | Held | Unknown | null {
  const { heard, session, policy } = context;
  const usual = policy.resolvers.includes('preference') ? known.preference : null;
  const preference = usual && learned(usual);
  const view = { question, heard, preference, language: session.language };
  for (const name of pathOf(policy)) {
    if (question.destructive && name !== 'input') return null;
    let resolution: Resolution | null;
    if (name === 'same') {
      if (facts.same === null || !mayBeJudged(question) || isHeld(name, question, '', heard)) continue;
      const earlier = facts.same.get(question.id);
      const { id, language } = session;
      if (earlier === undefined) return { needs: { kind: 'same', question, session: id, language } };
      resolution = earlier && judgedAnswer(question, earlier, heard);
    } else if (name === 'shared') {
      resolution = sharedAnswer(question, known.preference, resolvers.preference, view);
    } else resolution = resolvers[name](view);
    if (!resolution && name === 'sentinel' && facts.advice && !isHeld(name, question, '', heard)) {
      const advice = facts.advice.get(question.id);
      if (advice === undefined) return { needs: { kind: 'model', question, language: session.language } };
      resolution = advice;
    }
    if (!resolution || (question.destructive && resolution.answer !== 'No')) continue;
    if (isHeld(name, question, resolution.answer, heard)) return { held: offerOf(resolution, preference) };
    // The answer to a harmless question may still be harmful: "Delete them all" is never said on the person's behalf.
    if (isHarmful(question, resolution.answer)) continue;
    let checked = checkAnswer(question, resolution.answer, session.language);
    if ('needsPath' in checked) {
      const fact = facts.paths.get(checked.needsPath);
      if (!fact) return { needs: { kind: 'path', path: checked.needsPath, folder: context.folder ?? session.project } };
      checked = checkAnswer(question, resolution.answer, session.language, fact);
    }
    // A quotation may be cut in the middle of a character.
    if ('accepted' in checked)
      return { ...resolution, answer: checked.accepted, evidence: storable(resolution.evidence) };
  }
  return null;
}

/** `shared`: what was answered elsewhere in the project; `same`: what was answered in this session, if a model says that it serves. */
type SourceName = ResolverName | 'shared' | 'same';

/**
 * The resolvers of a policy in their order. What was answered elsewhere in the project comes after the person's words in this session. A
 * model may be asked where the policy has a sentinel; the person's own answers come before best practice.
 */
function pathOf({ resolvers, share }: Policy): readonly SourceName[] {
  const names = resolvers.flatMap((name): SourceName[] => (name === 'sentinel' ? ['same', name] : [name]));
  if (share !== 'project') return names;
  const others = names.filter((name) => name !== 'input');
  return [...resolvers.filter((name) => name === 'input'), 'shared', ...others];
}

/**
 * Returns what a person last answered to the question in another session of the project. It applies under the same conditions as what they
 * usually answer: only to what is harmless, about the same thing, and only if it fits.
 */
function sharedAnswer(
  question: Question,
  known: KnownPreference | null,
  fitted: Resolver,
  view: ResolverView,
): Resolution | null {
  const lesson = known?.lessons.find(({ revoked }) => !revoked);
  if (!known || !lesson || question.destructive) return null;
  const { id, session, at, revoked: _revoked, ...answered } = lesson;
  const { project, key, subject } = known;
  const preference: Preference = { project, key, subject, ...answered, times: ENOUGH, origin: 'learnt', updatedAt: at };
  const resolution = fitted({ ...view, preference });
  if (!resolution) return null;
  const evidence = `the person answered “${lesson.answer}” to “${lesson.question}” in session ${nameOf(session)} of this project`;
  const from = { id, question: lesson.question, answer: lesson.answer };
  return { ...resolution, source: 'history', evidence, confidence: 1, from };
}

/** Whether the text beside the question contradicts an answer, or the person's recent words hold it back. */
function isHeld(name: SourceName, question: Question, answer: string, heard: Heard | null): boolean {
  const { header, context, options } = question;
  const beside = [header, context, ...options.map(({ description }) => description)].filter(
    (text) => text !== undefined,
  );
  const contradicts = name === 'input' ? namesAnother : vetoes;
  if (beside.length > 0 && answer !== '' && contradicts(beside.join('.\n'), question, answer)) return true;
  // Best practice is right only where nothing is known of the case.
  if (name === 'sentinel' && answer !== '' && context !== undefined && outweighs(context, question, answer))
    return true;
  const words = name === 'input' ? '' : wordsIn(heard);
  return words !== '' && (name === 'sentinel' ? outweighs : touches)(words, question, answer);
}

const wordsIn = (heard: Heard | null): string => recentWords(heard) || heard?.text || '';

function offerOf({ answer, source }: Resolution, preference: Preference | null): Offered | null {
  return source === 'preference' && preference ? { id: null, question: preference.question, answer } : null;
}
