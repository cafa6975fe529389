/** Stores that are wrong in one way each: wrappers around the embedded store, to see whether the suite catches them. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Access } from '../../../../src/core/access.ts';
import type { Effect } from '../../../../src/core/effects.ts';
import { type Claim, decideClaim } from '../../../../src/core/jobs/claim.ts';
import type { JobRecord } from '../../../../src/core/model/records.ts';
import type { Look, Runs, Store } from '../../../../src/ports.ts';
import { CLAIM_ORDER, claimable } from '../../../../src/store/look-limits.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/store.ts';

export interface Broken {
  /** What is wrong, as a sentence about the store. */
  readonly name: string;
  readonly open: (folder: string) => Promise<Store>;
}

/** The store itself, as an object whose methods can be replaced one by one. */
function like(inner: Store): Store {
  return {
    decide: (look, decide, committed) => inner.decide(look, decide, committed),
    claim: (claim) => inner.claim(claim),
    list: (query) => inner.list(query),
    clarification: (id) => inner.clarification(id),
    pendingCount: (most, project) => inner.pendingCount(most, project),
    items: (ask) => inner.items(ask),
    rules: (project, session) => inner.rules(project, session),
    sessionRules: (project, limit) => inner.sessionRules(project, limit),
    asked: (session) => inner.asked(session),
    sentBack: (job) => inner.sentBack(job),
    assumptions: (session, query) => inner.assumptions(session, query),
    assumption: (id) => inner.assumption(id),
    answers: (sessions, limit) => inner.answers(sessions, limit),
    job: (id) => inner.job(id),
    preferences: (project, query) => inner.preferences(project, query),
    insight: (query) => inner.insight(query),
    events: (after, limit) => inner.events(after, limit),
    lastSeq: () => inner.lastSeq(),
    overdue: (now, limit) => inner.overdue(now, limit),
    watch: (listener, failed) => inner.watch(listener, failed),
    runs: inner.runs,
    access: inner.access,
    keys: inner.keys,
    projects: inner.projects,
    pruning: inner.pruning,
    ready: () => inner.ready(),
    close: () => inner.close(),
  };
}

/** A store that differs from the embedded one in what `breaking` gives. */
export function broken(name: string, breaking: (inner: Store, folder: string) => Partial<Store>): Broken {
  const open = async (folder: string) => {
    const inner = await openSqliteStore(join(folder, 'askonce.db'));
    const change = breaking(inner, folder);
    const store = { ...like(inner), ...change };
    // What goes wrong with decisions goes wrong with claims.
    return change.decide && !change.claim ? { ...store, claim: claiming(store, join(folder, 'askonce.db')) } : store;
  };
  return { name, open };
}

const find = (where: string) => `SELECT id FROM jobs j WHERE ${where} ORDER BY ${CLAIM_ORDER} LIMIT ?`;
export const CLAIMABLE = find(claimable('?', '?', '?', '?', { anyone: '?', token: '?' }));

/** What the statement is given. */
export function claimValues({ project, folder = null, agent, token, now, limit }: Claim): unknown[] {
  return [project, folder, agent, token === undefined ? 1 : 0, token ?? null, now, limit];
}

/**
 * Claims by the store's own `decide`, one job after the other.
 * @param sql What finds the jobs, with these parameters; as the embedded store finds them by default.
 */
export function claiming(
  { decide }: Pick<Store, 'decide'>,
  file: string,
  sql = CLAIMABLE,
  values = claimValues,
): Store['claim'] {
  return async (claim) => {
    const db = new Database(file);
    const found = db
      .prepare(sql)
      .pluck()
      .all(...values(claim)) as string[];
    db.close();
    const { only } = claim;
    const jobs: JobRecord[] = [];
    for (const id of only === null ? found : only.filter((name) => found.includes(name))) {
      jobs.push(
        ...(await decide({ of: 'job', id, session: '' }, ({ job }) => decideClaim({ jobs: job ? [job] : [] }, claim))),
      );
    }
    return jobs;
  };
}

/** Decides as the store does, but on other states, or with other effects, than it should. */
export function deciding(
  inner: Store,
  change: {
    readonly state?: (state: never, look: Look) => unknown;
    readonly effects?: (effects: readonly Effect[]) => readonly Effect[];
  },
): Pick<Store, 'decide'> {
  const { state: changeState = (state) => state, effects: changeEffects = (effects) => effects } = change;
  return {
    decide: (look, decide, committed) =>
      inner.decide(
        look,
        (state) => {
          const { effects, result } = decide(changeState(state as never, look) as typeof state);
          return { effects: changeEffects(effects), result };
        },
        committed,
      ),
  };
}

/** Runs as the store does, but for what `change` gives. */
export function running(change: (runs: Runs, inner: Store) => Partial<Runs>): (inner: Store) => Partial<Store> {
  return (inner) => ({ runs: { ...inner.runs, ...change(inner.runs, inner) } });
}

/** Tokens, secrets and webhooks as the store has them, but for what `change` gives. */
export function accessing(change: (access: Access) => Partial<Access>): (inner: Store) => Partial<Store> {
  return (inner) => ({ access: { ...inner.access, ...change(inner.access) } });
}

/** Changes every effect of one kind. */
export function changing<Kind extends Effect['do']>(
  kind: Kind,
  change: (effect: Extract<Effect, { do: Kind }>) => Effect | null,
): (inner: Store) => Partial<Store> {
  return (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.flatMap((effect) => {
          const changed = effect.do === kind ? change(effect as Extract<Effect, { do: Kind }>) : effect;
          return changed ? [changed] : [];
        }),
    });
}

/** The embedded store with another schema. */
export function changed(name: string, sql: string): Broken {
  const open = async (folder: string) => {
    const file = join(folder, 'askonce.db');
    const store = await openSqliteStore(file);
    const db = new Database(file);
    db.exec(sql);
    db.close();
    return store;
  };
  return { name, open };
}

/** The same value with every text, number or null in it changed, keys and all else left alone. */
export function deeply<T>(value: T, change: (leaf: unknown) => unknown): T {
  if (Array.isArray(value)) return value.map((part) => deeply(part, change)) as T;
  if (value === null || typeof value !== 'object') return change(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deeply(part, change)])) as T;
}
