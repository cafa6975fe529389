/** `askonce history` and `askonce events`: what was decided and by whom or what, and the audit trail. */

import { clip } from '../../core/answer/check.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { ClarificationHistoryEntry } from '../../library/history.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { moment, oneLine } from '../terminal/text.ts';
import { whoseShort } from '../terminal/whose.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type PageFlags, pageQuery } from './inbox.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { readPage } from './with-store.ts';

export interface HistoryFlags extends PageFlags {
  all?: boolean;
}

export async function history(flags: HistoryFlags): Promise<number> {
  const location = await serviceLocation(flags);
  const query = { ...pageQuery(flags), ...(flags.all ? { all: true } : {}) };
  const page = await readPage(location, (askonce) => askonce.history(query));
  if (flags.json) {
    sayJson(page);
    return EXIT.ok;
  }
  if (page.items.length === 0) say('No answers yet.');
  // A part of the list would show other numbers than those that `revoke` takes.
  const isWhole = flags.after === undefined && flags.session === undefined && !flags.all;
  for (const [at, entry] of page.items.entries()) say(shown(entry, isWhole ? `  #${at + 1}` : '').join('\n'));
  if (page.next !== null) say(`More: ${location.command} history --after ${page.next}`);
  return EXIT.ok;
}

function shown(entry: ClarificationHistoryEntry, number: string): string[] {
  const { bold, dim } = colours;
  const width = columns();
  const outcome = entry.answer === null ? entry.status : `→ ${entry.answer}`;
  const taken = entry.status === 'answered' || entry.answer === null ? '' : ` (${entry.status})`;
  return [
    `${bold(entry.id)}${number}  ${dim(`${moment(entry.timestamp)}  ${entry.clarificationType}  ${whoseShort(entry)}`)}`,
    ...wrapped(entry.question, width - 2).map((line) => `  ${line}`),
    ...wrapped(outcome + taken, width - 2).map((line) => `  ${bold(line)}`),
    ...[origin(entry), why(entry)]
      .filter((text) => text !== '')
      .flatMap((text) => wrapped(text, width - 2).map((line) => `  ${dim(line)}`)),
    '',
  ];
}

/** Who answered; or, without an answer from a person, the evidence that settled the question. */
function origin({ source, by, surface, evidence }: ClarificationHistoryEntry): string {
  if (source === 'user') return `by ${by ?? 'someone'}${surface ? ` (${surface})` : ''}`;
  if (source === null) return evidence ?? '';
  if (source === 'default' || source === 'fallback') return `[not answered] ${source}: ${evidence}`;
  return `[auto-resolved] ${source.replace('_', ' ')}: ${evidence ?? ''}`;
}

/** Why an answer was revoked. The reason for declining is in the evidence. */
function why({ status, because }: ClarificationHistoryEntry): string {
  return status === 'revoked' && because !== null ? `revoked because: ${because}` : '';
}

export interface EventFlags extends GlobalOptions {
  after?: number;
  limit?: number;
}

export async function events({ after = 0, limit = 1000, ...flags }: EventFlags): Promise<number> {
  const location = await serviceLocation(flags);
  const { items } = await readPage<AuditEvent>(location, async (askonce) => ({
    items: await askonce.events.list({ after, limit }),
    next: null,
  }));
  const next = items.length === limit ? items.at(-1)!.seq : null;
  if (flags.json) {
    sayJson({ items, next });
    return EXIT.ok;
  }
  if (items.length === 0) say('No events.');
  for (const event of items) say(line(event));
  if (next !== null) say(`More: ${location.command} events --after ${next}`);
  return EXIT.ok;
}

function line({ seq, at, type, clarification, ask, session, job, data }: AuditEvent): string {
  const about = [clarification ?? ask, job === null ? session : `${session}/${job}`].filter((part) => part !== null);
  const { question, answer } = data as { question?: unknown; answer?: unknown };
  const words = [question, answer].filter((part) => typeof part === 'string').map((part) => clip(part));
  return oneLine(
    `${String(seq).padStart(5)}  ${moment(at)}  ${type}  ${about.join('  ')}  ${words.join(' → ')}`,
  ).trimEnd();
}
