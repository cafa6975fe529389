/** The askers' schemas. A schema is code, so it is known only in the process that asked. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { clip, storable } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { AutoResolved } from '../core/model/question.ts';
import { LIMITS } from '../util/arguments.ts';
import { BoundedMap } from '../util/bounded-map.ts';

/** Any Standard Schema. Its input is the answer's text; a schema such as `z.coerce.number()` declares that it takes any input. */
export type Schema = StandardSchemaV1<unknown, unknown>;

/** Returns the item with the value that its schema makes of the answer. */
export async function withValue(item: AutoResolved, schema: Schema | undefined): Promise<AutoResolved> {
  const checked = schema ? await validate(schema, item.answer) : null;
  return checked && 'value' in checked ? { ...item, value: checked.value } : item;
}

/** Questions asked without waiting may never be answered here, so only the newest few thousand schemas are kept. */
export class Schemas extends BoundedMap<Schema> {}

/** Validates an answer against a schema. A schema that throws rejects the answer. */
export async function validate(schema: Schema, answer: string): Promise<{ value: unknown } | { issue: string }> {
  let checked: StandardSchemaV1.Result<unknown>;
  try {
    checked = await schema['~standard'].validate(answer);
  } catch (error) {
    return { issue: issueOf(`The schema failed: ${error instanceof Error ? error.message : String(error)}`) };
  }
  if (!checked.issues) return { value: checked.value };
  return {
    issue: issueOf(checked.issues.map((issue) => issue.message).join('; ') || 'The answer does not match the schema'),
  };
}

/** The schema's message is shown to the person as the reason for asking again. */
function issueOf(text: string): string {
  return storable(clip(text, LIMITS.text));
}

/** A default is applied when no one can be asked again, so the asker's schema must accept it in advance. */
export async function mustTakeDefaults(
  questions: readonly { readonly default?: string }[],
  schemas: readonly (Schema | undefined)[],
): Promise<void> {
  for (const [position, question] of questions.entries()) {
    const schema = schemas[position];
    if (!schema || question.default === undefined) continue;
    const checked = await validate(schema, question.default);
    if ('issue' in checked)
      throw new AskOnceError('default_invalid', `The schema rejects the default: ${checked.issue}.`);
  }
}
