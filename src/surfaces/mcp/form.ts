/** Builds a form from questions, and reads the person's answers from it. Pure. */

import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@modelcontextprotocol/server';
import type { RawAnswer } from '../../core/answer/check.ts';
import type { Clarification } from '../../core/model/views.ts';
import { isAboutSecret } from './reach.ts';

const YES_NO = [{ label: 'Yes' }, { label: 'No' }];

/**
 * One form for all questions of an ask. Nothing is filled in: a form submitted unread must not answer.
 * @param faults Why the previous reply was rejected.
 */
export function formOf(
  questions: readonly Clarification[],
  { titled, faults = [] }: { titled: boolean; faults?: readonly string[] },
): ElicitRequestFormParams {
  const properties: Record<string, PrimitiveSchemaDefinition> = {};
  const required: string[] = [];
  for (const [at, question] of questions.entries()) {
    properties[answerField(at)] = fieldOf(question, titled);
    if (takesOther(question))
      properties[otherField(at)] = { type: 'string', title: `${titleOf(question)}: something else` };
    else required.push(answerField(at));
  }
  const texts = questions.map((question, at) =>
    questions.length > 1 ? `${at + 1}. ${textOf(question)}` : textOf(question),
  );
  return {
    mode: 'form',
    message: [...faults, ...texts].join('\n\n'),
    requestedSchema: { type: 'object', properties, required },
  };
}

/** The answers in a client's reply, by the ids of their questions. An empty field is no answer. */
export function answersIn(
  content: Readonly<Record<string, unknown>>,
  questions: readonly Clarification[],
): ReadonlyMap<string, RawAnswer> {
  const answers = new Map<string, RawAnswer>();
  for (const [at, question] of questions.entries()) {
    const [chosen, other] = [textsIn(content[answerField(at)]), textsIn(content[otherField(at)])];
    // Text in the field for another answer replaces the choice; with multiple selection it is added to the choices.
    const said = question.multiSelect ? [...chosen, ...other] : other.length > 0 ? other : chosen;
    // Several answers to a single-choice question are not cut to one here; the engine rejects them.
    const [only] = said.length === 1 ? said : [];
    if (said.length > 0) answers.set(question.id, question.multiSelect || only === undefined ? said : only);
  }
  return answers;
}

const answerField = (at: number): string => `answer${at + 1}`;
const otherField = (at: number): string => `other${at + 1}`;

function textsIn(value: unknown): readonly string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .map((part) => (typeof part === 'boolean' ? (part ? 'Yes' : 'No') : part))
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '');
}

/** Whether the form has a field for another answer: only beside options, and not if they are strict or a secret might be typed. */
function takesOther(question: Clarification): boolean {
  const { type, options, strictOptions } = question;
  return type !== 'CONFIRM' && options.length > 0 && !strictOptions && !isAboutSecret(question);
}

function fieldOf(question: Clarification, titled: boolean): PrimitiveSchemaDefinition {
  const { options, multiSelect, type, recommended } = question;
  const title = titleOf(question);
  const choices = (type === 'CONFIRM' && options.length === 0 ? YES_NO : options).toSorted(
    (a, b) => Number(b.label === recommended) - Number(a.label === recommended),
  );
  const labels = choices.map(({ label }) => label);
  if (choices.length === 0) return { type: 'string', title, description: question.question };
  if (!titled) {
    if (multiSelect)
      return { type: 'string', title, description: `Choose one or more, separated by commas: ${labels.join(', ')}` };
    return { type: 'string', title, enum: labels, enumNames: choices.map((one) => shown(one, recommended)) };
  }
  const named = choices.map((one) => ({ const: one.label, title: shown(one, recommended) }));
  return multiSelect ? { type: 'array', title, items: { anyOf: named } } : { type: 'string', title, oneOf: named };
}

function shown(option: { label: string; description?: string }, recommended: string | undefined): string {
  const mark = option.label === recommended ? ' (recommended)' : '';
  return option.description ? `${option.label}${mark}: ${option.description}` : `${option.label}${mark}`;
}

function titleOf({ header, type }: Clarification): string {
  return header ?? (type === 'TARGET_FILE' ? 'File' : 'Your answer');
}

/** Everything that a person should read before answering. */
function textOf({ question, context, reason, destructive, subject, offered }: Clarification): string {
  const about = subject === '' ? '' : ` It is about ${subject}.`;
  return [
    question,
    ...(destructive ? [`Careful: this may be hard to undo or affect others.${about}`] : []),
    ...(reason ? [`Why: ${reason}`] : []),
    ...(context ? [context] : []),
    ...(offered ? [`Earlier answer to “${offered.question}”: ${offered.answer}`] : []),
  ].join('\n');
}
