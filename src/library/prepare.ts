/** From what a caller gives to a checked command. Everything that can be wrong with an ask is said here, before the store. */

import { type Caller, mustNotSpeakForPerson } from '../core/access.ts';
import { bareLabel, checkAnswer, clip, storable } from '../core/answer/check.ts';
import type { AskCommand, PreparedQuestion } from '../core/ask/command.ts';
import { isHarmful } from '../core/ask/path.ts';
import { keyOf } from '../core/ask/question-identity.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { POLICIES, type Policy, type PolicyName } from '../core/model/policy.ts';
import {
  CLARIFICATION_TYPES,
  type ClarificationType,
  isKnownReason,
  type OnTimeout,
  type Option,
  typeOfReason,
} from '../core/model/question.ts';
import type { Heard } from '../core/model/resolution.ts';
import type { Schema } from '../engine/answer-schemas.ts';
import { REQUEST_PARTS } from '../orchestrator/request.ts';
import type { Files } from '../ports.ts';
import { pathsMentioned } from '../resolve/semantic-resolver.ts';
import { isRiskyYes } from '../text/consent.ts';
import { questionHash } from '../text/question-key.ts';
import { isDangerous } from '../text/risk.ts';
import { subjectNamedIn, subjectOfJob } from '../text/subject.ts';
import { isYesNoWord } from '../text/yes-no.ts';
import { checkId, checkPrintable, checkText, flag, given, LIMITS, textId, wrong } from '../util/arguments.ts';
import { keyedId, newId } from '../util/ids.ts';

/** One question, as an agent writes it. The shape of AskUserQuestion fits unchanged. */
export interface QuestionInput {
  question: string;
  /** Default: what `reason` asks for, else SELECT_ONE where there are options, else FREE_TEXT. */
  type?: ClarificationType;
  /** Why it is asked: one of the seed's reasons (`target_file_exists` …) or a sentence for the person. */
  reason?: string;
  /** A few words to stand above the question. */
  header?: string;
  options?: readonly (string | Option)[];
  multiSelect?: boolean;
  /** The label of the option the agent would choose. Shown, never applied. */
  recommended?: string;
  /** Only the options are taken; otherwise the person may always type something else. */
  strictOptions?: boolean;
  /** Taken when the deadline passes and `onTimeout` is `default`; never for a destructive question, but for a plain "No". */
  default?: string;
  /** It would destroy, publish, pay or reveal. Also found by the words; `false` does not switch that off. */
  destructive?: boolean;
  /** What it is about (a file, a table), so that the same words about another thing are another question. */
  subject?: string;
  /** The words around the question. They may veto an automatic answer, never permit one. */
  context?: string;
  /** Shown below the context, and no part of what tells this question from another: what was tried, what comes without an answer. */
  aside?: string;
  /** Any Standard Schema; an answer it refuses leaves the question open. */
  schema?: Schema;
}

export interface AskOptions {
  /** The job that asks. Made where it is new; run again, it gets its earlier outcomes back. */
  job?: string;
  asker?: string;
  policy?: PolicyName | Policy;
  /** "10m" from now, or a moment. */
  deadline?: string | number | Date;
  onTimeout?: OnTimeout;
  /** The text to go on with when it falls back; the seed's by default. */
  fallback?: string;
  /**
   * A text of one's own for this ask. An ask that was made under it before is given back as it stands now, whatever is asked
   * this time: for callers who try again because they do not know whether they were heard.
   */
  key?: string;
  /** What the person just said: like `heard`, in the same step. */
  input?: string;
  /** The clarification whose answer was no use, and why; the question that follows costs no ask. */
  rejects?: string;
  because?: string;
  /**
   * Makes it a request of seed 002: what the asker has still to bring before a person may be asked, in a few words each. What needs
   * no person is settled all the same; else a job is sent back with this once, and then falls back. While the one question that
   * its policy allows waits, a request waits with it, where a plain ask falls back at once.
   */
  missing?: readonly string[];
}

export type AskWhat = string | QuestionInput | readonly QuestionInput[] | { questions: readonly QuestionInput[] };

export interface Frame {
  readonly session: string;
  readonly caller: Caller | null;
  readonly policy: Policy | null;
  readonly asker: string | null;
  readonly language: string | null;
  readonly defaultPolicy: Policy;
  readonly files: Files;
  readonly now: number;
}

export interface PreparedAsk {
  readonly command: AskCommand;
  readonly schemas: readonly (Schema | undefined)[];
  /** Its id is made of the caller's key, so that the same call again is the same ask. */
  readonly keyed: boolean;
}

export function prepareAsk(what: AskWhat, how: AskOptions, frame: Frame): PreparedAsk {
  const inputs = questionsOf(what);
  const options = given(how, 'options');
  const { now, files } = frame;
  if (options.rejects !== undefined && inputs.length !== 1) {
    throw new AskOnceError('questions_count', 'An ask that rejects an answer takes exactly one question.');
  }
  if (options.input !== undefined) mustNotSpeakForPerson(frame.caller);
  const job = options.job === undefined ? null : checkId(options.job, 'job');
  const timing = timingOf(options, now);
  const questions = inputs.map((input) => prepareQuestion(input, job, timing.onTimeout, files, now));
  const command: AskCommand = {
    caller: frame.caller,
    ask: options.key === undefined ? newId('a', now) : keyedId('a', checkText(options.key, 'key')),
    session: frame.session,
    job,
    project: files.root,
    policy: options.policy === undefined ? frame.policy : policyOf(options.policy),
    asker: options.asker === undefined ? frame.asker : checkId(options.asker, 'asker'),
    language: frame.language,
    defaultPolicy: frame.defaultPolicy,
    heard: options.input === undefined ? null : hear(options.input, files, now),
    questions,
    ...timing,
    fallback: options.fallback === undefined ? null : checkText(options.fallback, 'fallback'),
    located: new Map(),
    advice: null,
    rejects: options.rejects === undefined ? null : textId(options.rejects, 'rejected clarification'),
    because: options.because === undefined ? null : checkText(options.because, 'because'),
    missing: missingOf(options.missing),
    standing: null,
  };
  return {
    command,
    schemas: inputs.map((input) => checkSchema(input.schema)),
    keyed: options.key !== undefined,
  };
}

function missingOf(missing: unknown): readonly string[] | null {
  if (missing === undefined) return null;
  if (!Array.isArray(missing)) throw wrong('missing', 'a list of texts');
  return missing.map((what) => checkText(what, 'missing', LIMITS.label));
}

function checkSchema(schema: QuestionInput['schema']): QuestionInput['schema'] {
  if (schema === undefined || typeof schema['~standard']?.validate === 'function') return schema;
  const text =
    'The schema has no “~standard”.validate. Give one of Zod, Valibot, ArkType or any other Standard Schema.';
  throw new AskOnceError('schema_invalid', text);
}

/** The person's words with the project files they name, looked up now so that resolvers need no disk. */
export function hear(text: string, files: Files, now: number): Heard {
  if (typeof text !== 'string') throw wrong('what the person said', 'a text');
  if (text.length > LIMITS.heard) {
    throw new AskOnceError('text_too_long', `What the person said may have ${LIMITS.heard} characters.`);
  }
  return { text: storable(text), at: now, paths: files.existing(pathsMentioned(text)), spent: false };
}

export function policyOf(policy: PolicyName | Policy): Policy {
  if (typeof policy === 'string') {
    if (Object.hasOwn(POLICIES, policy)) return POLICIES[policy];
    const names = Object.keys(POLICIES).join(', ');
    throw new AskOnceError(
      'policy_unknown',
      `There is no policy “${clip(policy)}”. Known: ${names}; or give one as an object.`,
    );
  }
  const { name, cap, scope, onCap, onTimeout, resolvers, maxRejects, requires } = policy;
  const wrong = Object.entries({
    name: typeof name === 'string' && name !== '',
    cap: cap === null || (Number.isInteger(cap) && cap >= 0 && cap <= MOST_ASKS),
    scope: ['job', 'session', 'asker'].includes(scope),
    onCap: ['fail', 'fallback'].includes(onCap),
    onTimeout: ON_TIMEOUT.includes(onTimeout),
    resolvers:
      Array.isArray(resolvers) && resolvers.every((name) => ['input', 'preference', 'sentinel'].includes(name)),
    maxRejects: Number.isInteger(maxRejects) && maxRejects >= 0,
    requires:
      requires === undefined || (Array.isArray(requires) && requires.every((part) => REQUEST_PARTS.includes(part))),
  }).find(([, right]) => !right);
  if (wrong)
    throw new AskOnceError('policy_invalid', `The policy's “${wrong[0]}” is missing or not allowed.`, {
      field: wrong[0],
    });
  const wanted = requires === undefined ? {} : { requires };
  return { name: storable(name), cap, scope, onCap, onTimeout, resolvers, maxRejects, ...wanted };
}

/** More asks than any person answers. Whoever means "as many as there are" says null. */
const MOST_ASKS = 1_000_000_000;

const ON_TIMEOUT: readonly OnTimeout[] = ['wait', 'default', 'fallback', 'fail'];

/** When silence ends a wait, and what it means then; null where nothing is said. */
export function timingOf(
  options: Pick<AskOptions, 'deadline' | 'onTimeout'>,
  now: number,
): Pick<AskCommand, 'deadline' | 'onTimeout'> {
  const onTimeout = checkTimeout(options);
  return { deadline: options.deadline === undefined ? null : deadlineOf(options.deadline, now), onTimeout };
}

function checkTimeout({ onTimeout, deadline }: AskOptions): OnTimeout | null {
  if (onTimeout === undefined) return null;
  if (!ON_TIMEOUT.includes(onTimeout)) {
    const text = `onTimeout is one of ${ON_TIMEOUT.join(', ')}, not “${clip(String(onTimeout))}”.`;
    throw new AskOnceError('timeout_invalid', text);
  }
  if (onTimeout !== 'wait' && deadline === undefined) {
    throw new AskOnceError('deadline_invalid', 'onTimeout says what happens at the deadline: give one, such as "10m".');
  }
  return onTimeout;
}

const DAY_MS = 86_400_000;

/** A moment that a slip of the unit would not give: not long past, and not beyond ten years. */
function deadlineOf(deadline: string | number | Date, now: number): number {
  if (typeof deadline === 'string') return now + durationMs(deadline);
  const at =
    typeof deadline === 'number' ? Math.round(deadline) : deadline instanceof Date ? deadline.getTime() : Number.NaN;
  if (at >= now - DAY_MS && at <= now + 3653 * DAY_MS) return at;
  const text = 'A deadline is a duration from now such as "10m", a Date, or milliseconds since 1970.';
  throw new AskOnceError('deadline_invalid', text);
}

function questionsOf(what: AskWhat): readonly QuestionInput[] {
  if (typeof what === 'string') return [{ question: what }];
  if (typeof what !== 'object' || what === null) {
    throw new AskOnceError('question_empty', 'A question is a text, or an object with the text as “question”.');
  }
  const inputs = Array.isArray(what) ? what : 'questions' in what ? what.questions : [what];
  if (!Array.isArray(inputs) || inputs.length < 1 || inputs.length > 4) {
    const text = 'An ask takes one to four questions. Ask the others once these are answered.';
    throw new AskOnceError('questions_count', text);
  }
  return inputs.map((input: string | QuestionInput) =>
    typeof input === 'string' ? { question: input } : given(input, 'question'),
  );
}

/** One checked question, complete with its keys. */
export function prepareQuestion(
  input: QuestionInput,
  job: string | null,
  onTimeout: OnTimeout | null,
  files: Files,
  now: number,
): PreparedQuestion {
  const question = checkQuestionText(input.question);
  if (input.options !== undefined && !Array.isArray(input.options)) {
    throw new AskOnceError('option_invalid', 'The options are a list of labels, or of objects with a label.');
  }
  const options = (input.options ?? []).map(checkOption);
  checkOptions(input, options);
  const type = typeOf(input, options);
  if (type === 'CONFIRM') checkYesNo(options);
  const shownText = (name: 'header' | 'reason' | 'context') =>
    input[name] === undefined ? undefined : checkText(input[name], name);
  const shown = { header: shownText('header'), reason: shownText('reason'), context: shownText('context') };
  const subject =
    input.subject === undefined ? undefined : checkText(input.subject, 'subject', LIMITS.label).trim() || undefined;
  const { header, reason, context } = shown;
  // The person reads the reason and the subject as part of the question.
  const destructive =
    flag(input.destructive, 'destructive') ||
    isDangerous({ question, options, header, context }) ||
    [isKnownReason(reason ?? '') ? undefined : reason, subject].some(
      (text) => text !== undefined && isDangerous({ question: text }),
    );
  const named = destructive ? (subjectNamedIn(question) ?? subjectOfJob(job) ?? '') : '';
  const prepared: PreparedQuestion = {
    id: newId('q', now),
    question,
    type,
    questionHash: questionHash(question),
    key: keyOf({ question, options, ...shown, destructive }, job),
    subject: subject ?? storable(named),
    destructive,
    ...(shown.header === undefined ? {} : { header: shown.header }),
    ...(shown.reason === undefined ? {} : { reason: shown.reason }),
    ...contextWith(shown.context, input.aside),
    options,
    ...(input.recommended === undefined ? {} : { recommended: checkRecommended(input.recommended, options) }),
    multiSelect: flag(input.multiSelect, 'multiSelect'),
    strictOptions: flag(input.strictOptions, 'strictOptions'),
    checkedByAsker: input.schema !== undefined,
  };
  if (input.default === undefined) {
    if (onTimeout !== 'default') return prepared;
    throw new AskOnceError('default_missing', `onTimeout “default” needs a default for “${clip(question)}”.`);
  }
  return { ...prepared, default: checkDefault(prepared, input.default, files) };
}

/** All that is shown around a question; of it the aside has no say in what the question is. */
function contextWith(context: string | undefined, aside: unknown): { context?: string } {
  const parts = [context, aside === undefined ? undefined : checkText(aside, 'aside')].filter((part) => part);
  return parts.length === 0 ? {} : { context: parts.join('\n') };
}

function checkQuestionText(text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new AskOnceError(
      'question_empty',
      'The question has no text. Put what the person should decide into “question”.',
    );
  }
  const question = text.toWellFormed().trim();
  if (question.length > LIMITS.question) {
    const length = `${question.length} characters; a question may have ${LIMITS.question}`;
    throw new AskOnceError('question_too_long', `The question has ${length}. Put the background into “context”.`);
  }
  checkPrintable(question, 'question');
  return question;
}

function checkOption(option: string | Option): Option {
  const { label, description } = typeof option === 'string' ? { label: option } : given(option, 'option');
  if (typeof label !== 'string' || label.trim() === '' || label.length > LIMITS.label) {
    const text = `An option is a text, or { label, description } with a label of 1 to ${LIMITS.label} characters.`;
    throw new AskOnceError('option_invalid', text);
  }
  checkPrintable(label, 'option');
  const shown = label.toWellFormed().trim();
  if (description === undefined) return { label: shown };
  return { label: shown, description: checkText(description, 'description') };
}

function checkOptions(input: QuestionInput, options: readonly Option[]): void {
  if (options.length > LIMITS.options) {
    throw new AskOnceError(
      'options_too_many',
      `${options.length} options are too many to choose from; ${LIMITS.options} is the limit.`,
    );
  }
  const seen = new Set<string>();
  for (const { label } of options) {
    const lower = label.toLowerCase();
    if (seen.has(lower)) throw new AskOnceError('option_duplicate', `The option “${clip(label)}” stands there twice.`);
    seen.add(lower);
  }
  if (flag(input.strictOptions, 'strictOptions') && options.length === 0 && input.type !== 'CONFIRM') {
    throw new AskOnceError('options_missing', 'strictOptions needs options to choose from.');
  }
}

/** The person says yes or no; other words would be offered and then refused. */
function checkYesNo(options: readonly Option[]): void {
  if (options.every(({ label }) => isYesNoWord(bareLabel(label)))) return;
  throw new AskOnceError(
    'option_invalid',
    'A CONFIRM question takes yes or no. Ask as SELECT_ONE to offer options of your own.',
  );
}

function typeOf(input: QuestionInput, options: readonly Option[]): ClarificationType {
  if (input.type !== undefined) {
    if (CLARIFICATION_TYPES.includes(input.type)) return input.type;
    const known = CLARIFICATION_TYPES.join(', ');
    throw new AskOnceError('type_unknown', `There is no type “${clip(String(input.type))}”. Known: ${known}.`);
  }
  if (input.reason !== undefined && isKnownReason(input.reason)) return typeOfReason(input.reason);
  return options.length > 0 ? 'SELECT_ONE' : 'FREE_TEXT';
}

function checkRecommended(recommended: string, options: readonly Option[]): string {
  const option = options.find(({ label }) => label === recommended);
  if (option) return option.label;
  throw new AskOnceError('option_invalid', `The recommended “${clip(String(recommended))}” is none of the options.`);
}

/** A default is an answer nobody gave: it must be one the question would take, and may not do harm. */
function checkDefault(question: PreparedQuestion, text: string, files: Files): string {
  if (typeof text !== 'string') throw new AskOnceError('default_invalid', 'A default is a text.');
  let checked = checkAnswer(question, text, null);
  if ('needsPath' in checked) checked = checkAnswer(question, text, null, files.locate(checked.needsPath));
  if (!('accepted' in checked)) {
    throw new AskOnceError(
      'default_invalid',
      `The default would be refused: ${'refused' in checked ? checked.refused : text}`,
    );
  }
  if (question.destructive && !(question.type === 'CONFIRM' && checked.accepted === 'No')) {
    throw new AskOnceError(
      'default_destructive',
      `“${clip(question.question)}” may not be settled by silence. Only a CONFIRM may default, and only to No.`,
    );
  }
  if (isRiskyYes(question, checked.accepted) || isHarmful(question, checked.accepted)) {
    throw new AskOnceError(
      'default_destructive',
      `Silence may not say yes to “${clip(question.question)}”: what it proposes is not known to be harmless. Leave the default out, make it No, or let onTimeout wait or fail.`,
    );
  }
  return checked.accepted;
}
