/** Which of the waiting questions are shown: of a project, of an agent, of a session, of a kind, of an age. Pure, but for the choice itself. */
import { signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';

export interface Filter {
  readonly project: string;
  readonly agent: string;
  readonly session: string;
  readonly kind: '' | 'question' | 'approval';
  /** Asked at least this many milliseconds ago; 0 for any. */
  readonly olderMs: number;
}

export const NO_FILTER: Filter = { project: '', agent: '', session: '', kind: '', olderMs: 0 };
export const filter = signal<Filter>(NO_FILTER);

export const HOUR_MS = 3_600_000;
export const AGES = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS] as const;

export function isShown({ project, agent, session, kind, olderMs }: Filter, one: Clarification, now: number): boolean {
  return (
    (project === '' || one.project === project) &&
    (agent === '' || one.agent === agent) &&
    (session === '' || one.sessionId === session) &&
    (kind === '' || kind === (one.approval ? 'approval' : 'question')) &&
    (olderMs === 0 || now - one.createdAt >= olderMs)
  );
}

interface Choices {
  readonly projects: string[];
  readonly agents: string[];
  readonly sessions: string[];
  readonly kinds: number;
}

/** What there is to choose from. */
export function choicesIn(pending: Iterable<Clarification>): Choices {
  const [projects, agents, sessions] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const kinds = new Set<boolean>();
  for (const { project, agent, sessionId, approval } of pending) {
    projects.add(project);
    if (agent !== null) agents.add(agent);
    sessions.add(sessionId);
    kinds.add(approval !== null);
  }
  const sorted = (names: Set<string>) => [...names].sort();
  return { projects: sorted(projects), agents: sorted(agents), sessions: sorted(sessions), kinds: kinds.size };
}

/** The last part of a path, by which people know a project or a folder. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
