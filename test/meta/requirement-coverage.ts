/** Which requirements the tests show, and what is wrong with the books. Pure: files come in as text, faults go out as data. */
import type { Later, Requirement } from '../requirements.ts';

/** One test file, as read. */
export interface TestSource {
  readonly path: string;
  readonly text: string;
}

/** One id on one `// shows:` line. */
export interface Citation {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

type FaultKind =
  | 'uncited'
  | 'later though cited'
  | 'unknown citation'
  | 'unknown later'
  | 'duplicate id'
  | 'undated later';

export interface Fault {
  readonly kind: FaultKind;
  readonly id: string;
  /** Where to look, or what to do about it. */
  readonly hint: string;
}

const SHOWS = /^\s*\/\/ ?shows:(.*)$/i;
const COMMENT_OR_BLANK = /^\s*(\/\/|$)/;
/** A test that does not run shows nothing, whatever stands above it. */
const NOT_RUN = /^\s*(it|test|describe)(\.\w+)*\.(skip|todo)\b/;

export function citationsIn(sources: readonly TestSource[]): Citation[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split(/\r?\n/);
    return lines.flatMap((line, index) => {
      const ids = SHOWS.exec(line)?.[1];
      if (ids === undefined) return [];
      const code = lines.slice(index + 1).find((next) => !COMMENT_OR_BLANK.test(next));
      if (code !== undefined && NOT_RUN.test(code)) return [];
      return ids.split(',').map((id) => ({ id: id.trim(), path, line: index + 1 }));
    });
  });
}

export function coverageFaults(
  requirements: readonly Requirement[],
  later: Readonly<Record<string, Later>>,
  citations: readonly Citation[],
): Fault[] {
  const known = new Set(requirements.map(({ id }) => id));
  const cited = new Map(citations.map((citation) => [citation.id, citation]));
  const faults: Fault[] = [];

  const seen = new Set<string>();
  for (const { id, source } of requirements) {
    if (seen.has(id)) faults.push({ kind: 'duplicate id', id, hint: source });
    seen.add(id);
  }
  for (const { id, text } of new Map(requirements.map((requirement) => [requirement.id, requirement])).values()) {
    if (!cited.has(id) && !Object.hasOwn(later, id)) faults.push({ kind: 'uncited', id, hint: text });
  }
  for (const { id, path, line } of citations) {
    if (!known.has(id)) faults.push({ kind: 'unknown citation', id, hint: `${path}:${line}` });
  }
  for (const [id, { until, since }] of Object.entries(later)) {
    const citation = cited.get(id);
    if (!known.has(id)) faults.push({ kind: 'unknown later', id, hint: until });
    if (citation !== undefined) {
      faults.push({ kind: 'later though cited', id, hint: `${citation.path}:${citation.line}; take it off LATER` });
    }
    if (!isIsoDay(since)) faults.push({ kind: 'undated later', id, hint: `since: '${since}'` });
  }
  return faults;
}

/** A day that exists: 2026-02-30 has the form, and is none. */
function isIsoDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
