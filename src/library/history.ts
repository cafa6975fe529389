/** What a session has settled, in the terms of seed 000. */

import type { ClarificationType } from '../core/model/question.ts';
import { withNames } from '../core/model/scoped-id.ts';
import type { Clarification, ListedClarification } from '../core/model/views.ts';
import type { ClarificationRow, Page, Store } from '../ports.ts';
import { checkBoolean, omitNullish, pageOf } from '../util/arguments.ts';

/** One answer of a session, or how a question was closed without one, with its source. */
export interface ClarificationHistoryEntry
  extends Pick<Clarification, 'session' | 'project' | 'folder' | 'branch' | 'agent'> {
  readonly id: string;
  readonly questionHash: string;
  readonly clarificationType: ClarificationType;
  readonly question: string;
  /** If `source` is `default` or `fallback`, no one answered: this is what the asker continued with, and it settles nothing else. */
  readonly answer: string | null;
  /** When it was settled, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly status: Clarification['status'];
  readonly source: Clarification['source'];
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly by: string | null;
  readonly surface: string | null;
  /** Why it was declined, revoked or rejected, as stated at the time. */
  readonly because: string | null;
}

export interface HistoryQuery {
  /** The `next` value of the previous page. */
  after?: string;
  limit?: number;
  /** Also what was declined, revoked, superseded or withdrawn. */
  all?: boolean;
}

const SETTLED = ['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;

/** Returns a page of one session's history, or of all sessions' if none is named. */
export async function historyPage(
  store: Store,
  session: string | undefined,
  query: HistoryQuery,
): Promise<Page<ClarificationHistoryEntry>> {
  const { all, ...page } = omitNullish(query, 'query');
  const status = checkBoolean(all, 'all') ? SETTLED : (['answered'] as const);
  const of = session === undefined ? {} : { session };
  const { items, next } = await store.list({ ...of, ...pageOf(page, 100), status });
  return { items: items.map(entry), next };
}

/** Returns the answer of the question itself, else what its asker continued with. The status and the source tell which. */
export function cameTo(
  record: Pick<Clarification, 'answer' | 'source' | 'evidence' | 'confidence'> &
    Partial<Pick<ListedClarification, 'unanswered'>>,
): Pick<Clarification, 'answer' | 'source' | 'evidence' | 'confidence'> {
  return (record.evidence === null && 'unanswered' in record && record.unanswered) || record;
}

function entry(record: ClarificationRow): ClarificationHistoryEntry {
  const { id, questionHash, type, question, settledAt, createdAt, status, by, surface, because } = record;
  const { answer, source, evidence, confidence } = cameTo(record);
  const origin = { status, source, evidence, confidence, by, surface, because };
  const { session, project, folder, branch, agent } = withNames(record);
  const place = { ...(folder === undefined ? {} : { folder }), ...(branch === undefined ? {} : { branch }) };
  const whose = { session, project, ...place, agent };
  return {
    ...{ id, questionHash, clarificationType: type, question, answer, timestamp: settledAt ?? createdAt },
    ...origin,
    ...whose,
  };
}
