/** The asker's schemas: code, and so known only in the process that asked. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { clip, storable } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { AutoResolved } from '../core/model/question.ts';
import { LIMITS } from '../util/arguments.ts';
import { BoundedMap } from '../util/bounded-map.ts';

/** Any Standard Schema. It is given the answer's text; one such as `z.coerce.number()` says that it takes anything. */
export type Schema = StandardSchemaV1<unknown, unknown>;

/** The item with what its schema makes of the answer. */
export async function withValue(item: AutoResolved, schema: Schema | undefined): Promise<AutoResolved> {
  const checked = schema ? await validate(schema, item.answer) : null;
  return checked && 'value' in checked ? { ...item, value: checked.value } : item;
}

/** Questions asked without waiting may never be answered here, so only the newest few thousand are remembered. */
export class Schemas extends BoundedMap<Schema> {}

/** What a schema says of an answer. One that throws refuses it. */
export async function validate(schema: Schema, answer: string): Promise<{ value: unknown } | { issue: string }> {
  let checked: StandardSchemaV1.Result<unknown>;
  try {
    checked = await schema['~standard'].validate(answer);
  } catch (error) {
    return { issue: issueOf(`The schema failed: ${error instanceof Error ? error.message : String(error)}`) };
  }
  if (!checked.issues) return { value: checked.value };
  return { issue: issueOf(checked.issues.map((issue) => issue.message).join('; ') || 'The answer does not fit') };
}

/** What a schema says is shown to the person as the reason for asking again. */
function issueOf(text: string): string {
  return storable(clip(text, LIMITS.text));
}

/** A default is taken when nobody is there to be asked again, so the asker's schema must take it now. */
export async function mustTakeDefaults(
  questions: readonly { readonly default?: string }[],
  schemas: readonly (Schema | undefined)[],
): Promise<void> {
  for (const [position, question] of questions.entries()) {
    const schema = schemas[position];
    if (!schema || question.default === undefined) continue;
    const checked = await validate(schema, question.default);
    if ('issue' in checked)
      throw new AskOnceError('default_invalid', `The schema refuses the default: ${checked.issue}.`);
  }
}
