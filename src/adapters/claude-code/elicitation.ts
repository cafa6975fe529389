/**
 * A form that an MCP server shows through Claude Code: its fields as questions, and the answers as the form's content. By position. A server
 * sends a form each time it needs a fresh reply, so an earlier form never answers a later one.
 */
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { isObject, type Json } from './payload.ts';

export interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

/** More than a person fills in from an inbox; Claude Code's own form is the place for it. */
const MAX_FIELDS = 12;

/** The fields of a form; null if it is no form, or one that cannot be asked. */
export function fieldsOf({ mode, requested_schema: schema }: Json): readonly Field[] | null {
  if (mode === 'url' || !isObject(schema) || !isObject(schema.properties)) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(schema.properties).map(([name, field]) =>
    isObject(field) ? { name, schema: field, required: required.includes(name) } : null,
  );
  const all = fields.filter((field) => field !== null);
  return all.length === 0 || all.length > MAX_FIELDS || all.length < fields.length ? null : all;
}

/**
 * @param form Names this form. As the subject, it keeps apart the same field of two forms.
 */
export function questionOf(
  { name, schema, required }: Field,
  { message, server, from, form }: FormNames,
): QuestionInput {
  const title = textOf(schema.title) ?? name;
  const choices = choicesOf(schema);
  const context = [
    `A form of ${from ?? `the MCP server “${server}”`}: ${message}`,
    textOf(schema.description),
    limitsOf(schema),
    required ? null : 'You may decline this one; the form is then sent without it.',
  ];
  return {
    question: `${title}?`,
    header: title.slice(0, 40),
    context: context.filter((part) => part !== null).join('\n'),
    subject: form,
    ...(schema.type === 'boolean' ? { type: 'CONFIRM', destructive: true } : {}),
    ...(choices.length === 0 ? {} : { options: choices.map(({ label }) => label), strictOptions: true }),
    ...(schema.type === 'array' ? { multiSelect: true } : {}),
    ...(schema.type === 'boolean' || choices.length > 0 ? {} : { schema: checkedBy(schema) }),
  };
}

/** An answer that the server would reject leaves the question open. */
function checkedBy(schema: Json): NonNullable<QuestionInput['schema']> {
  return {
    '~standard': {
      version: 1,
      vendor: 'askonce',
      validate: (answer: unknown) =>
        fits(schema, typedAnswer(schema, String(answer)))
          ? { value: answer }
          : { issues: [{ message: limitsOf(schema) ?? 'It takes another answer.' }] },
    },
  };
}

function fits({ minimum, maximum, minLength, maxLength }: Json, value: unknown): boolean {
  const size = typeof value === 'string' ? value.length : value;
  const [least, most] = typeof value === 'string' ? [minLength, maxLength] : [minimum, maximum];
  if (typeof size !== 'number') return value !== undefined;
  return !(typeof least === 'number' && size < least) && !(typeof most === 'number' && size > most);
}

export interface FormNames {
  readonly message: string;
  readonly server: string;
  /** In words, if it is not an MCP server that shows the form. */
  readonly from?: string;
  readonly form: string;
}

/** The form's content, `wait` while an answer is missing, or `decline` if the person declined what the form needs. */
export function contentOf(fields: readonly Field[], outcomes: readonly Outcome[]): Json | 'wait' | 'decline' {
  const content: Record<string, unknown> = Object.create(null);
  let waits = false;
  let declined = false;
  for (const [at, field] of fields.entries()) {
    const outcome = outcomes[at];
    if (outcome?.outcome === 'answered' || outcome?.outcome === 'auto_resolved') {
      const value = typedAnswer(field.schema, outcome.answer, outcome.selected);
      if (value === undefined) return 'wait';
      content[field.name] = value;
    } else if (outcome?.outcome !== 'declined') waits = true;
    else if (field.required || fields.length === 1) declined = true;
  }
  return declined ? 'decline' : waits ? 'wait' : { ...content };
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function choicesOf(schema: Json): readonly Choice[] {
  const of = schema.type === 'array' && isObject(schema.items) ? schema.items : schema;
  const titled = [of.oneOf, of.anyOf].find(Array.isArray);
  if (titled !== undefined)
    return titled.flatMap((one: unknown) =>
      isObject(one) && typeof one.const === 'string'
        ? [{ value: one.const, label: textOf(one.title) ?? one.const }]
        : [],
    );
  if (!Array.isArray(of.enum)) return [];
  const names = Array.isArray(of.enumNames) ? of.enumNames : [];
  return of.enum.flatMap((value: unknown, at) =>
    typeof value === 'string' ? [{ value, label: textOf(names[at]) ?? value }] : [],
  );
}

/** The answer as the field's type; undefined if it is none. */
function typedAnswer(schema: Json, answer: string, selected = answer.split(', ')): unknown {
  const choices = choicesOf(schema);
  const chosen = (label: string) => choices.find((one) => one.label === label || one.value === label)?.value;
  switch (schema.type) {
    case 'boolean':
      return answer === 'Yes' ? true : answer === 'No' ? false : undefined;
    case 'integer':
    case 'number': {
      const number = answer.trim() === '' ? Number.NaN : Number(answer);
      return Number.isFinite(number) && (schema.type === 'number' || Number.isInteger(number)) ? number : undefined;
    }
    case 'array': {
      const values = selected.map(chosen);
      return values.includes(undefined) ? undefined : values;
    }
    default:
      return choices.length === 0 ? answer : chosen(answer);
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What the server accepts, in words. */
function limitsOf({ type, format, minimum, maximum, minLength, maxLength }: Json): string | null {
  const kind = type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : textOf(format);
  const between = [
    ...(minimum === undefined ? [] : [`at least ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${String(maximum)}`]),
    ...(minLength === undefined ? [] : [`at least ${String(minLength)} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${String(maxLength)} characters`]),
  ];
  const parts = [...(kind === null ? [] : [kind]), ...between];
  return parts.length === 0 ? null : `It takes ${parts.join(', ')}.`;
}
