/**
 * Carries a correction to the other sessions that got the answer (policy `share`). They are looked for among the questions that came after
 * it, which no index finds; a session that is not reached, or not in time, gets the correction when it asks again (core/ask/path.ts).
 */
import { decideFollow } from '../core/answer/correct.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';
import { newId } from '../util/ids.ts';

/** How many pages of the store are looked through, each of 5,000 questions. */
const MAX_PAGES = 10;

/** @param from The id of the question whose answer was corrected. */
export async function carryCorrection(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  from: string,
  correction: ClarificationRecord,
): Promise<void> {
  const { project } = correction;
  let after: string | null = from;
  for (let pages = 0; after !== null && pages < MAX_PAGES; pages += 1) {
    const page = await store.list({ status: ['answered'], project, from, after, limit: 1_000 });
    for (const { id } of page.items) {
      const now = clock.now();
      const command = { from, correction, successor: newId('q', now) };
      await store.decide({ of: 'clarification', id }, (state) => decideFollow(state, command, now));
    }
    after = page.next;
  }
}
