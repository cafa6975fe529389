/** The rows that the steps of an ask write to the store. */
import { clip } from '../answer/check.ts';
import { followCorrection } from '../answer/correct.ts';
import type { Effect } from '../effects.ts';
import { AskOnceError } from '../model/errors.ts';
import { outcomeFor, outcomeOf, repeatedOutcome } from '../model/outcome.ts';
import { CAP_FAILED_TEXT, FALLBACK_TEXT, FALLBACK_TEXTS } from '../model/policy.ts';
import type { Offered, Outcome } from '../model/question.ts';
import type { AskRecord, ClarificationRecord, ItemRecord } from '../model/records.ts';
import type { Facts } from '../needs.ts';
import { type AskCommand, askEvent, type Context, type PreparedQuestion } from './command.ts';
import type { CapCode, Step } from './path.ts';

/** Adds the event of a repeated question: the answer is applied, and logged as not given by the person this time. */
export function repeated(live: ClarificationRecord, context: Context, effects: Effect[]): Outcome {
  const outcome = repeatedOutcome(live);
  effects.push(
    outcome.outcome === 'auto_resolved'
      ? askEvent('clarification.auto_resolved', context, null, live.id, resolvedData(outcome))
      : askEvent('clarification.declined', context, null, live.id, { repeated: true }),
  );
  return outcome;
}

function resolvedData(outcome: Extract<Outcome, { outcome: 'auto_resolved' }>): Record<string, unknown> {
  const { question, answer, source, evidence, confidence } = outcome;
  return { question, answer, source, evidence, confidence };
}

/** Returns the row of the ask. */
export function askRecord(steps: readonly Step[], command: AskCommand, context: Context): AskRecord {
  const { now, session, policy, scope, job } = context;
  const costs = steps.some((step) => step.is === 'park' && !step.free);
  return {
    id: command.ask,
    token: command.caller?.token ?? null,
    session: session.id,
    job: job?.id ?? null,
    asker: context.asker,
    capScope: costs ? scope : null,
    askNumber: costs && scope !== null ? context.capUsed + 1 : null,
    cap: costs ? policy.cap : null,
    deadline: command.deadline,
    onTimeout: command.deadline === null ? 'wait' : (command.onTimeout ?? policy.onTimeout),
    fallback: command.fallback ?? FALLBACK_TEXTS.declined,
    createdAt: now,
  };
}

/** Writes the ask with all its items, and the effects of each step. */
export function keepAsk(
  ask: AskRecord,
  steps: readonly Step[],
  command: AskCommand,
  context: Context,
  facts: Facts,
  effects: Effect[],
): Outcome[] {
  const { now, job } = context;
  effects.push({ do: 'insert_ask', ask });
  const kept: { item: ItemRecord; clarification: ClarificationRecord | null; outcome: Outcome }[] = [];
  for (const [position, step] of steps.entries()) {
    const question = command.questions[position]!;
    const { clarification, settled } =
      step.is === 'twin'
        ? { clarification: kept[step.of]!.clarification, settled: kept[step.of]!.item }
        : keepStep(step, question, ask, command, context, facts, effects);
    const identity = itemIdentity(ask, position, question, clarification, command.ref);
    const item: ItemRecord = { ...BLANK_ITEM, ...settled, ...identity };
    effects.push({ do: 'insert_item', item });
    kept.push({ item, clarification, outcome: outcomeFor(question, outcomeOf(item, clarification), clarification) });
  }
  const waits = kept.some(({ item }) => item.outcome === 'parked');
  if (waits && job?.state === 'RUNNING') {
    effects.push({ do: 'move_job', id: job.id, from: 'RUNNING', to: 'AWAITING_RESPONSE', at: now });
    effects.push(askEvent('job.awaiting', context, ask.id, null, {}));
  }
  return kept.map(({ outcome }) => outcome);
}

/** Returns an error if a waiting question has no default but its policy requires one. The caller's own `onTimeout` was checked before. */
export function missingDefault(ask: AskRecord, steps: readonly Step[], command: AskCommand): AskOnceError | null {
  if (ask.onTimeout !== 'default') return null;
  const waits = (step: Step) =>
    step.is === 'replay' ? step.own.item.outcome === 'parked' : ['park', 'join', 'twin'].includes(step.is);
  const lacking = command.questions.find(
    (question, position) => waits(steps[position]!) && question.default === undefined,
  );
  if (!lacking) return null;
  const text = `The policy uses the default when the timeout passes, but “${clip(lacking.question)}” has no default. Give it one, or choose another onTimeout.`;
  return new AskOnceError('default_missing', text);
}

const BLANK_ITEM = { answer: null, source: null, evidence: null, confidence: null, code: null } as const;

function itemIdentity(
  ask: AskRecord,
  position: number,
  question: PreparedQuestion,
  clarification: ClarificationRecord | null,
  ref: string | null,
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
    expiresAt: ask.onTimeout === 'wait' ? null : ask.deadline,
    ref,
  };
}

type SettledItem = Pick<ItemRecord, 'outcome'> & Partial<Pick<ItemRecord, keyof typeof BLANK_ITEM>>;

function keepStep(
  step: Exclude<Step, { is: 'twin' }>,
  question: PreparedQuestion,
  ask: AskRecord,
  command: AskCommand,
  context: Context,
  facts: Facts,
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
    case 'correct': {
      const { corrected, effects: changes } = followCorrection(step.live, step, question.id, context.now);
      effects.push(...changes);
      return keepStep({ is: 'repeat', live: corrected }, question, ask, command, context, facts, effects);
    }
    case 'join':
      effects.push(askEvent('clarification.joined', context, ask.id, step.live.id, {}));
      return { clarification: step.live, settled: { outcome: 'parked' } };
    case 'resolve': {
      const { answer, source, evidence, confidence, from: origin, decision = null } = step.resolution;
      // Only the person answers a destructive question. A No that they said before it was asked is their own.
      const from = question.destructive && source !== 'rule' ? 'user' : source;
      const settlement = {
        status: 'answered',
        answer,
        source: from,
        evidence,
        confidence,
        decision,
        settledAt: context.now,
        ...(origin ? { offered: origin } : {}),
      } as const;
      const clarification = { ...newClarification(question, ask, context, step.stale, null), ...settlement };
      supersede(step.stale, clarification.id, context, effects);
      effects.push({ do: 'insert_clarification', clarification });
      const data = { question: question.question, answer, source, evidence, confidence };
      effects.push(askEvent('clarification.auto_resolved', context, ask.id, clarification.id, data));
      return { clarification, settled: { outcome: 'auto_resolved', source, evidence, confidence } };
    }
    case 'park': {
      const clarification = {
        ...newClarification(question, ask, context, step.stale, step.succeeds, step.offered),
        // An approval is no question that a policy counts.
        capScope: question.call ? null : context.scope,
      };
      supersede(step.stale, clarification.id, context, effects);
      effects.push({ do: 'insert_clarification', clarification });
      const data = { question: question.question, type: question.type };
      effects.push(askEvent('clarification.requested', context, ask.id, clarification.id, data));
      return { clarification, settled: { outcome: 'parked' } };
    }
    case 'cap':
      return { clarification: null, settled: beyondCap(step.code, question, ask, command, context, facts, effects) };
    case 'send_back':
      return { clarification: null, settled: sentBack(question, ask, command, context, effects) };
  }
}

/** The asker learns what is missing and may ask again; this has cost it nothing. */
function sentBack(
  question: PreparedQuestion,
  ask: AskRecord,
  { missing }: AskCommand,
  context: Context,
  effects: Effect[],
): SettledItem {
  const code = 'request_incomplete';
  const evidence = `the request is missing ${missing!.join('; ')}`;
  effects.push(askEvent('ask.failed', context, ask.id, null, { question: question.question, evidence, code }));
  const answer = `Not asked: ${evidence}. Add that and ask again, or continue without asking.`;
  return { outcome: 'failed', answer, evidence, confidence: 1, code };
}

const INCOMPLETE_AGAIN = 'the request was incomplete, and had already been sent back once';

function beyondCap(
  code: CapCode,
  question: PreparedQuestion,
  ask: AskRecord,
  command: AskCommand,
  context: Context,
  facts: Facts,
  effects: Effect[],
): SettledItem {
  const { policy } = context;
  const evidence = context.isSpent
    ? 'this job could only ask when it was created'
    : code === 'request_incomplete'
      ? INCOMPLETE_AGAIN
      : code === 'cap_reached'
        ? `policy “${policy.name}” allows ${policy.cap} ${policy.cap === 1 ? 'ask' : 'asks'} per ${policy.scope}`
        : `policy “${policy.name}” allows an answer to be rejected ${policy.maxRejects} times`;
  if (policy.onCap === 'fallback') {
    effects.push(askEvent('ask.fallback', context, ask.id, null, { question: question.question, evidence }));
    const why = code === 'request_incomplete' ? { code } : {};
    const answer = command.fallback ?? fallbackText(code, facts);
    return { outcome: 'fallback', answer, source: 'fallback', evidence, confidence: 0, ...why };
  }
  effects.push(askEvent('ask.failed', context, ask.id, null, { question: question.question, evidence, code }));
  return { outcome: 'failed', answer: failedText(code, question, facts, context), evidence, confidence: 1, code };
}

/** The seed's sentence says that an answer did not help, so it is used only if one was given. */
function failedText(
  code: CapCode,
  { question }: PreparedQuestion,
  { scope: standing }: Facts,
  { policy: { name, cap, scope }, isSpent }: Context,
): string {
  if (isSpent) {
    return (
      `“${question}” was not asked: under the policy “${name}” a job can only ask about its prompt, before it runs. ` +
      'Put the answer in the prompt, or create the job with the policy “interactive”, which lets the agent ask.'
    );
  }
  if (code !== 'cap_reached' || standing?.answered) return CAP_FAILED_TEXT;
  return (
    `“${question}” was not asked: the policy “${name}” allows ${cap} ${cap === 1 ? 'ask' : 'asks'} per ${scope}, and ` +
    'that limit is reached. Continue with what is known, or use a policy that allows more, such as “interactive”.'
  );
}

/** The seed's text says that an answer was given, so it is used only if one was. */
function fallbackText(code: CapCode, { scope }: Facts): string {
  if (code === 'request_incomplete') return FALLBACK_TEXTS.incomplete;
  return code === 'answer_rejected' || scope?.answered ? FALLBACK_TEXT : FALLBACK_TEXTS.unanswered;
}

/** The earlier answer no longer fits the options. Its row leaves the index, and the new question offers it first. */
function supersede(stale: ClarificationRecord | null, by: string, context: Context, effects: Effect[]): void {
  if (!stale) return;
  effects.push({ do: 'retire_clarification', id: stale.id, from: 'answered', to: 'superseded', at: context.now });
  effects.push(askEvent('clarification.superseded', context, null, stale.id, { by }));
}

function newClarification(
  question: PreparedQuestion,
  ask: AskRecord,
  { session, folder, branch, agent, now }: Context,
  earlier: ClarificationRecord | null,
  succeeds: ClarificationRecord | null,
  known: Offered | null = null,
): ClarificationRecord {
  const offered = earlier?.answer ? { id: earlier.id, question: earlier.question, answer: earlier.answer } : known;
  return {
    ...question,
    session: session.id,
    project: session.project,
    ...(folder === null ? {} : { folder }),
    agent,
    ...(branch === null ? {} : { branch }),
    ask: ask.id,
    job: ask.job,
    token: ask.token,
    status: 'pending',
    offered,
    succeeds: succeeds?.id ?? null,
    answer: null,
    source: null,
    evidence: null,
    confidence: null,
    by: null,
    surface: null,
    answerKey: null,
    decision: null,
    because: null,
    capScope: null,
    rejected: false,
    createdAt: now,
    settledAt: null,
    snoozedUntil: null,
  };
}
