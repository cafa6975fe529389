/** Beginnings of evidence texts that other code recognises. */

export const CORRECTED = 'the person corrected';

/** Whether an answer replaced another one that the person corrected. */
export function isCorrected(evidence: string | null): evidence is string {
  return evidence?.startsWith(`${CORRECTED} “`) ?? false;
}
