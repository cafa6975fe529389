/** The answers that one press of a button may give. */
import type { ClarificationRecord } from '../model/records.ts';

/**
 * Returns the choices of a harmless question, in order. A dangerous question and an approval have none: they are decided where the person
 * sees the whole of it and is signed in. Neither has a question to which several options may be the answer.
 */
export function buttonChoices({
  type,
  options,
  multiSelect,
  destructive,
  call,
}: Pick<ClarificationRecord, 'type' | 'options' | 'multiSelect' | 'destructive' | 'call'>): readonly string[] {
  if (destructive || call || multiSelect) return [];
  return type === 'CONFIRM' ? ['Yes', 'No'] : options.map(({ label }) => label);
}
