/** Turns a question given by a caller into a checked one with its keys. */

import { bareLabel, checkAnswer, clip, storable } from '../core/answer/check.ts';
import type { PreparedQuestion } from '../core/ask/command.ts';
import { isHarmful } from '../core/ask/path.ts';
import { keyOf } from '../core/ask/question-identity.ts';
import { AskOnceError } from '../core/model/errors.ts';
import {
  CLARIFICATION_TYPES,
  type ClarificationType,
  isKnownReason,
  type OnTimeout,
  type Option,
  typeOfReason,
} from '../core/model/question.ts';
import type { Files } from '../ports.ts';
import { isRiskyYes } from '../text/consent.ts';
import { questionHash } from '../text/question-key.ts';
import { asksForThing, isDangerous } from '../text/risk.ts';
import { subjectNamedIn, subjectOfJob } from '../text/subject.ts';
import { isYesNoWord } from '../text/yes-no.ts';
import { checkBoolean, checkPrintable, checkText, LIMITS, omitNullish } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';

import type { QuestionInput } from './ask-input.ts';

/** Returns a checked question, complete with its keys. */
export function prepareQuestion(
  input: QuestionInput,
  job: string | null,
  onTimeout: OnTimeout | null,
  files: Files,
  now: number,
): PreparedQuestion {
  const question = checkQuestionText(input.question);
  if (input.options !== undefined && !Array.isArray(input.options)) {
    throw new AskOnceError('option_invalid', 'Options must be a list of labels, or of objects with a label.');
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
  // The person reads the reason and the subject as part of the question. "Who may approve?" has a thing as its subject, such as purchase
  // orders, and no act.
  const isPart = subject !== undefined && !asksForThing(question);
  const beside = [isKnownReason(reason ?? '') ? undefined : reason, isPart ? subject : undefined];
  const destructive =
    checkBoolean(input.destructive, 'destructive') ||
    isDangerous({ question, options, header, context }) ||
    beside.some((text) => text !== undefined && isDangerous({ question: text }));
  const named = destructive ? (subjectNamedIn(question) ?? subjectOfJob(job) ?? '') : '';
  const prepared: PreparedQuestion = {
    id: newId('q', now),
    question,
    type,
    questionHash: questionHash(question),
    key: keyOf({ question, type, options, ...shown, destructive }, job),
    subject: subject ?? storable(named),
    destructive,
    ...(shown.header === undefined ? {} : { header: shown.header }),
    ...(shown.reason === undefined ? {} : { reason: shown.reason }),
    ...contextWith(shown.context, input.aside),
    options,
    ...(input.recommended === undefined ? {} : { recommended: checkRecommended(input.recommended, options) }),
    multiSelect: checkBoolean(input.multiSelect, 'multiSelect'),
    strictOptions: checkBoolean(input.strictOptions, 'strictOptions'),
    checkedByAsker: input.schema !== undefined,
  };
  if (input.default === undefined) {
    if (onTimeout !== 'default') return prepared;
    throw new AskOnceError('default_missing', `onTimeout “default” needs a default for “${clip(question)}”.`);
  }
  return { ...prepared, default: checkDefault(prepared, input.default, files) };
}

/** Returns everything that is shown around a question. The aside does not affect the question's identity. */
function contextWith(context: string | undefined, aside: unknown): { context?: string } {
  const parts = [context, aside === undefined ? undefined : checkText(aside, 'aside')].filter((part) => part);
  return parts.length === 0 ? {} : { context: parts.join('\n') };
}

function checkQuestionText(text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new AskOnceError('question_empty', 'The question is empty. Put what the person should decide in “question”.');
  }
  const question = text.toWellFormed().trim();
  if (question.length > LIMITS.question) {
    const length = `${question.length} characters; the limit is ${LIMITS.question}`;
    throw new AskOnceError('question_too_long', `The question has ${length}. Put the background in “context”.`);
  }
  checkPrintable(question, 'question');
  return question;
}

function checkOption(option: string | Option): Option {
  const { label, description } = typeof option === 'string' ? { label: option } : omitNullish(option, 'option');
  if (typeof label !== 'string' || label.trim() === '' || label.length > LIMITS.label) {
    const text = `An option must be a string, or { label, description } with a label of 1 to ${LIMITS.label} characters.`;
    throw new AskOnceError('option_invalid', text);
  }
  checkPrintable(label, 'option');
  const shown = label.toWellFormed().trim();
  if (description === undefined) return { label: shown };
  return { label: shown, description: checkText(description, 'description') };
}

function checkOptions(input: QuestionInput, options: readonly Option[]): void {
  if (options.length > LIMITS.options) {
    throw new AskOnceError('options_too_many', `Too many options: ${options.length}. The limit is ${LIMITS.options}.`);
  }
  const seen = new Set<string>();
  for (const { label } of options) {
    const lower = label.toLowerCase();
    if (seen.has(lower)) throw new AskOnceError('option_duplicate', `Duplicate option “${clip(label)}”.`);
    seen.add(lower);
  }
  if (checkBoolean(input.strictOptions, 'strictOptions') && options.length === 0 && input.type !== 'CONFIRM') {
    throw new AskOnceError('options_missing', 'strictOptions needs options. Add some, or leave strictOptions out.');
  }
}

/** The person answers yes or no; other options would be offered and then rejected. */
function checkYesNo(options: readonly Option[]): void {
  if (options.every(({ label }) => isYesNoWord(bareLabel(label)))) return;
  throw new AskOnceError(
    'option_invalid',
    'A CONFIRM question is answered yes or no. To offer your own options, use SELECT_ONE.',
  );
}

function typeOf(input: QuestionInput, options: readonly Option[]): ClarificationType {
  if (input.type !== undefined) {
    if (CLARIFICATION_TYPES.includes(input.type)) return input.type;
    const known = CLARIFICATION_TYPES.join(', ');
    throw new AskOnceError('type_unknown', `Unknown type “${clip(String(input.type))}”. Use one of ${known}.`);
  }
  if (input.reason !== undefined && isKnownReason(input.reason)) return typeOfReason(input.reason);
  return options.length > 0 ? 'SELECT_ONE' : 'FREE_TEXT';
}

function checkRecommended(recommended: string, options: readonly Option[]): string {
  const option = options.find(({ label }) => label === recommended);
  if (option) return option.label;
  throw new AskOnceError('option_invalid', `The recommended “${clip(String(recommended))}” is not one of the options.`);
}

/** No person gives a default, so it must be an answer the question accepts, and must not be destructive. */
function checkDefault(question: PreparedQuestion, text: string, files: Files): string {
  if (typeof text !== 'string') throw new AskOnceError('default_invalid', 'A default must be a string.');
  let checked = checkAnswer(question, text, null);
  if ('needsPath' in checked) checked = checkAnswer(question, text, null, files.locate(checked.needsPath));
  if (!('accepted' in checked)) {
    throw new AskOnceError(
      'default_invalid',
      `The default is not a valid answer: ${'refused' in checked ? checked.refused : text}`,
    );
  }
  if (question.destructive && !(question.type === 'CONFIRM' && checked.accepted === 'No')) {
    throw new AskOnceError(
      'default_destructive',
      `“${clip(question.question)}” is destructive, so a person must answer it. Only a CONFIRM question may have a default, and only No.`,
    );
  }
  if (isRiskyYes(question, checked.accepted) || isHarmful(question, checked.accepted)) {
    throw new AskOnceError(
      'default_destructive',
      `The default must not be yes for “${clip(question.question)}”, which may not be harmless. Leave the default out, make it No, or set onTimeout to wait or fail.`,
    );
  }
  return checked.accepted;
}
