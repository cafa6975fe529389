/**
 * The path of a question up to the person, as one pure function: repeat guard, resolvers, cap, park.
 * First every question gets a step (`stepFor` is the path of the design, read from top to bottom); then the steps become rows.
 */
import { answerFits, checkAnswer } from './answer-check.ts';
import type { OnTimeout, Outcome, Question } from './clarification.ts';
import type { Effect, Verdict } from './effects.ts';
import { AskOnceError } from './errors.ts';
import { outcomeOf, repeatedOutcome } from './outcomes.ts';
import { CAP_FAILED_TEXT, capScope, FALLBACK_TEXT, type Policy, type ResolverName, samePolicy } from './policy.ts';
import type {
  AskRecord,
  ClarificationRecord,
  EventRecord,
  EventType,
  ItemRecord,
  JobRecord,
  SessionRecord,
} from './records.ts';
import type { Heard, Resolution, Resolver } from './resolution.ts';
import type { AskState, KnownQuestion, OwnItem } from './states.ts';

export interface AskCommand {
  readonly ask: string;
  readonly session: string;
  readonly job: string | null;
  readonly project: string;
  /** Given by the caller; must agree with what the job or session was made with. */
  readonly policy: Policy | null;
  readonly asker: string | null;
  readonly language: string | null;
  /** Used where the session does not exist yet and the caller says nothing. */
  readonly defaultPolicy: Policy;
  /** New words of the person's that came with the ask. */
  readonly heard: Heard | null;
  readonly questions: readonly PreparedQuestion[];
  readonly deadline: number | null;
  readonly onTimeout: OnTimeout | null;
  readonly fallback: string | null;
  readonly rejects: string | null;
  readonly because: string | null;
}

export interface PreparedQuestion extends Question {
  /** The id the clarification gets if this question becomes one. */
  readonly id: string;
  readonly checkedByAsker: boolean;
}

export interface AskVerdict {
  /** Null where every item was settled from what already stood, so that no new ask was kept. */
  readonly ask: string | null;
  readonly items: readonly Outcome[];
}

export type Resolvers = Readonly<Record<ResolverName, Resolver>>;

type Step =
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

/** Decides a whole ask. Called again, with a new state, whenever another process was quicker. */
export function decideAsk(
  state: AskState,
  command: AskCommand,
  resolvers: Resolvers,
  now: number,
): Verdict<AskVerdict> {
  const context = contextOf(state, command, now);
  const steps = stepsFor(state, command, context, resolvers);
  const effects: Effect[] = [...context.opening, ...rejection(state, command, context)];
  const spent = steps.some((step) => step.is === 'resolve' && step.resolution.spendsHeard);
  if (spent && context.heard) {
    effects.push({ do: 'hear', session: command.session, heard: { ...context.heard, spent: true } });
  }
  const replayed = steps.every((step) => step.is === 'replay') ? steps.map((step) => step.own) : null;
  if (replayed && new Set(replayed.map((own) => own.item.ask)).size === 1) {
    const items = replayed.map((own) => outcomeOf(own.item, own.clarification));
    return { effects, result: { ask: replayed[0]!.item.ask, items } };
  }
  if (steps.every(standsAlready)) {
    const items = steps.map((step) =>
      step.is === 'repeat' ? repeated(step.live, context, effects) : outcomeOf(step.own.item, step.own.clarification),
    );
    return { effects, result: { ask: null, items } };
  }
  return { effects, result: { ask: command.ask, items: keepAsk(steps, command, context, effects) } };
}

/** Settled by what is stored, so that nothing need be kept but the event. */
function standsAlready(step: Step): step is Extract<Step, { is: 'replay' | 'repeat' }> {
  return step.is === 'repeat' || (step.is === 'replay' && step.own.item.outcome !== 'parked');
}

interface Context {
  readonly now: number;
  readonly session: SessionRecord;
  readonly job: JobRecord | null;
  readonly policy: Policy;
  readonly asker: string;
  readonly scope: string | null;
  readonly capUsed: number;
  readonly heard: Heard | null;
  /** Effects that open the session or the job, where they are new. */
  readonly opening: readonly Effect[];
}

/** The session and job this ask belongs to, made where they are new; what was fixed when they were made must agree. */
function contextOf(state: AskState, command: AskCommand, now: number): Context {
  if (state.job && state.job.session !== command.session) {
    throw new AskOnceError(
      'job_elsewhere',
      `Job ${command.job} belongs to session ${state.job.session}, not to ${command.session}. Ask in that session, or use another job id.`,
      { job: command.job, session: state.job.session },
    );
  }
  const opening: Effect[] = [];
  const session: SessionRecord = state.session ?? {
    id: command.session,
    project: command.project,
    policy: command.policy ?? command.defaultPolicy,
    asker: command.asker ?? 'agent',
    language: command.language,
    heard: command.heard,
    createdAt: now,
  };
  if (!state.session) opening.push({ do: 'insert_session', session });
  else if (command.heard) opening.push({ do: 'hear', session: session.id, heard: command.heard });

  let job = state.job;
  if (!job && command.job !== null) {
    const policy = command.policy ?? session.policy;
    const asker = command.asker ?? session.asker;
    job = { id: command.job, session: session.id, state: 'RUNNING', policy, asker, createdAt: now, updatedAt: now };
    opening.push({ do: 'insert_job', job });
    opening.push(event('job.created', { now, session, job }, null, null, { policy: policy.name }));
  }
  const fixed = job ?? session;
  mustAgree(fixed, job ? `job ${job.id}` : `session ${session.id}`, command);
  return {
    now,
    session,
    job,
    policy: fixed.policy,
    asker: fixed.asker,
    scope: capScope(fixed.policy, session.id, job?.id ?? null, fixed.asker),
    capUsed: state.capUsed,
    heard: command.heard ?? session.heard,
    opening,
  };
}

function mustAgree(fixed: { policy: Policy; asker: string }, where: string, command: AskCommand): void {
  if (command.policy && !samePolicy(command.policy, fixed.policy)) {
    throw new AskOnceError(
      'policy_mismatch',
      `The policy of ${where} is “${fixed.policy.name}” and stays so; it cannot ask under “${command.policy.name}”.`,
      { policy: fixed.policy.name },
    );
  }
  if (command.asker !== null && command.asker !== fixed.asker) {
    throw new AskOnceError(
      'asker_mismatch',
      `The asker of ${where} is “${fixed.asker}” and stays so; “${command.asker}” needs a job of its own.`,
      { asker: fixed.asker },
    );
  }
}

function stepsFor(state: AskState, command: AskCommand, context: Context, resolvers: Resolvers): Step[] {
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

function isRejectable(clarification: ClarificationRecord): boolean {
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

function rejection(state: AskState, command: AskCommand, context: Context): Effect[] {
  if (!command.rejects) return [];
  const found = state.rejected?.clarification;
  if (!found || found.session !== command.session) {
    throw new AskOnceError(
      'clarification_unknown',
      `There is no clarification ${command.rejects} in this session to reject.`,
    );
  }
  if (!isRejectable(found) || state.rejected!.depth >= context.policy.maxRejects) return [];
  const { now } = context;
  return [
    { do: 'settle_clarification', id: found.id, from: 'answered', to: 'revoked', at: now, because: command.because },
    event('clarification.revoked', context, null, found.id, { rejected: true, because: command.because }),
  ];
}

/** The event of a repeated question: the answer is applied, and logged as not given by the person this time. */
function repeated(live: ClarificationRecord, context: Context, effects: Effect[]): Outcome {
  const outcome = repeatedOutcome(live);
  effects.push(
    outcome.outcome === 'auto_resolved'
      ? event('clarification.auto_resolved', context, null, live.id, resolvedData(outcome))
      : event('clarification.declined', context, null, live.id, { repeated: true }),
  );
  return outcome;
}

function resolvedData(outcome: Extract<Outcome, { outcome: 'auto_resolved' }>): Record<string, unknown> {
  const { question, answer, source, evidence, confidence } = outcome;
  return { question, answer, source, evidence, confidence };
}

/** Writes the ask with all its items, and whatever each step brings about. */
function keepAsk(steps: readonly Step[], command: AskCommand, context: Context, effects: Effect[]): Outcome[] {
  const { now, session, policy, scope, job } = context;
  const costs = steps.some((step) => step.is === 'park' && step.succeeds === null);
  const ask: AskRecord = {
    id: command.ask,
    session: session.id,
    job: job?.id ?? null,
    asker: context.asker,
    capScope: costs ? scope : null,
    askNumber: costs && scope !== null ? context.capUsed + 1 : null,
    cap: costs ? policy.cap : null,
    deadline: command.deadline,
    onTimeout: command.deadline === null ? 'wait' : (command.onTimeout ?? policy.onTimeout),
    fallback: command.fallback ?? FALLBACK_TEXT,
    createdAt: now,
  };
  effects.push({ do: 'insert_ask', ask });
  const kept: { item: ItemRecord; clarification: ClarificationRecord | null; outcome: Outcome }[] = [];
  for (const [position, step] of steps.entries()) {
    const question = command.questions[position]!;
    const { clarification, settled } =
      step.is === 'twin'
        ? { clarification: kept[step.of]!.clarification, settled: kept[step.of]!.item }
        : keepStep(step, question, ask, context, effects);
    const item: ItemRecord = { ...BLANK_ITEM, ...settled, ...itemIdentity(ask, position, question, clarification) };
    effects.push({ do: 'insert_item', item });
    kept.push({ item, clarification, outcome: outcomeOf(item, clarification) });
  }
  const waits = kept.some(({ item }) => item.outcome === 'parked');
  if (waits && job?.state === 'RUNNING') {
    effects.push({ do: 'move_job', id: job.id, from: 'RUNNING', to: 'AWAITING_RESPONSE', at: now });
    effects.push(event('job.awaiting', context, ask.id, null, {}));
  }
  return kept.map(({ outcome }) => outcome);
}

const BLANK_ITEM = { answer: null, source: null, evidence: null, confidence: null, code: null } as const;

function itemIdentity(
  ask: AskRecord,
  position: number,
  question: PreparedQuestion,
  clarification: ClarificationRecord | null,
) {
  const { session, job, id } = ask;
  const { type, key, subject } = question;
  const text = question.question;
  const fallsTo = question.default ?? null;
  return {
    ask: id,
    position,
    session,
    job,
    clarification: clarification?.id ?? null,
    question: text,
    type,
    key,
    subject,
    default: fallsTo,
  };
}

type SettledItem = Pick<ItemRecord, 'outcome'> & Partial<Pick<ItemRecord, keyof typeof BLANK_ITEM>>;

function keepStep(
  step: Exclude<Step, { is: 'twin' }>,
  question: PreparedQuestion,
  ask: AskRecord,
  context: Context,
  effects: Effect[],
): { clarification: ClarificationRecord | null; settled: SettledItem } {
  switch (step.is) {
    case 'replay': {
      const { outcome, answer, source, evidence, confidence, code } = step.own.item;
      return {
        clarification: step.own.clarification,
        settled: { outcome, answer, source, evidence, confidence, code },
      };
    }
    case 'repeat': {
      const outcome = repeated(step.live, context, effects);
      if (outcome.outcome !== 'auto_resolved')
        return { clarification: step.live, settled: { outcome: outcome.outcome } };
      const { source, evidence, confidence } = outcome;
      return { clarification: step.live, settled: { outcome: 'auto_resolved', source, evidence, confidence } };
    }
    case 'join':
      effects.push(event('clarification.joined', context, ask.id, step.live.id, {}));
      return { clarification: step.live, settled: { outcome: 'parked' } };
    case 'resolve': {
      const { answer, source, evidence, confidence } = step.resolution;
      const settlement = { status: 'answered', answer, source, evidence, confidence, settledAt: context.now } as const;
      const clarification = { ...newClarification(question, context, step.stale, null), ...settlement };
      supersede(step.stale, clarification.id, context, effects);
      effects.push({ do: 'insert_clarification', clarification });
      const data = { question: question.question, answer, source, evidence, confidence };
      effects.push(event('clarification.auto_resolved', context, ask.id, clarification.id, data));
      return { clarification, settled: { outcome: 'auto_resolved', source, evidence, confidence } };
    }
    case 'park': {
      const clarification = newClarification(question, context, step.stale, step.succeeds);
      supersede(step.stale, clarification.id, context, effects);
      effects.push({ do: 'insert_clarification', clarification });
      const data = { question: question.question, type: question.type };
      effects.push(event('clarification.requested', context, ask.id, clarification.id, data));
      return { clarification, settled: { outcome: 'parked' } };
    }
    case 'cap':
      return { clarification: null, settled: beyondCap(step.code, question, ask, context, effects) };
  }
}

function beyondCap(
  code: 'cap_reached' | 'answer_rejected',
  question: PreparedQuestion,
  ask: AskRecord,
  context: Context,
  effects: Effect[],
): SettledItem {
  const { policy } = context;
  const evidence =
    code === 'cap_reached'
      ? `policy “${policy.name}” allows ${policy.cap} ${policy.cap === 1 ? 'ask' : 'asks'} for each ${policy.scope}`
      : `policy “${policy.name}” lets an answer be rejected ${policy.maxRejects} times`;
  if (policy.onCap === 'fallback') {
    effects.push(event('ask.fallback', context, ask.id, null, { question: question.question, evidence }));
    return { outcome: 'fallback', answer: ask.fallback, source: 'fallback', evidence, confidence: 0 };
  }
  effects.push(event('ask.failed', context, ask.id, null, { question: question.question, evidence, code }));
  return { outcome: 'failed', answer: CAP_FAILED_TEXT, evidence, confidence: 1, code };
}

/** The earlier answer no longer fits the options: its row leaves the index, and is offered first on the new one. */
function supersede(stale: ClarificationRecord | null, by: string, context: Context, effects: Effect[]): void {
  if (!stale) return;
  effects.push({ do: 'settle_clarification', id: stale.id, from: 'answered', to: 'superseded', at: context.now });
  effects.push(event('clarification.superseded', context, null, stale.id, { by }));
}

function newClarification(
  question: PreparedQuestion,
  { session, now }: Context,
  earlier: ClarificationRecord | null,
  succeeds: ClarificationRecord | null,
): ClarificationRecord {
  const offered = earlier?.answer ? { id: earlier.id, question: earlier.question, answer: earlier.answer } : null;
  return {
    ...question,
    session: session.id,
    project: session.project,
    status: 'pending',
    offered,
    succeeds: succeeds?.id ?? null,
    answer: null,
    source: null,
    evidence: null,
    confidence: null,
    by: null,
    surface: null,
    because: null,
    createdAt: now,
    settledAt: null,
  };
}

function event(
  type: EventType,
  context: { now: number; session: SessionRecord; job: JobRecord | null },
  ask: string | null,
  clarification: string | null,
  data: EventRecord['data'],
): Effect {
  const { now, session, job } = context;
  return { do: 'event', event: { type, at: now, session: session.id, job: job?.id ?? null, ask, clarification, data } };
}
