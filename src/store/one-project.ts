/**
 * A store of which only one project is visible, for callers that may see no other: whatever reads or listens through it finds nothing of
 * other projects, so no surface has to remember to filter. It stands on the store as that project sees it (scoped-store.ts): there, ids of
 * its own sessions are plain names, and those of others contain a space.
 */
import { AskOnceError } from '../core/model/errors.ts';
import type { AuditEvent, ClarificationRecord } from '../core/model/records.ts';
import type { AskItemsState, AskState, ClarificationState } from '../core/states.ts';
import type { ClarificationRow, Look, Store } from '../ports.ts';

/** @param store As the project sees it. Closing the returned store does not close this one. */
export function oneProject(store: Store, project: string): Store {
  const isOwn = ({ session }: { readonly session: string | null }) => session !== null && !session.includes(' ');
  const own = <Row extends { readonly session: string | null }>(row: Row | null) => (row && isOwn(row) ? row : null);
  const ownRow = <Row extends ClarificationRecord>(row: Row | null) => (row?.project === project ? row : null);
  // A preference belongs to no session.
  const isOwnEvent = (event: AuditEvent) => isOwn(event) || event.data.project === project;
  const events = ownEvents(store, isOwnEvent);

  const seen = (of: Look['of'], state: unknown): unknown => {
    switch (of) {
      case 'ask': {
        const found = state as AskState;
        return found.rejected && !ownRow(found.rejected.clarification) ? { ...found, rejected: null } : found;
      }
      case 'clarification': {
        const found = state as ClarificationState;
        return ownRow(found.clarification)
          ? found
          : { ...found, clarification: null, waiting: [], successor: null, preference: null };
      }
      case 'ask_items': {
        const found = state as AskItemsState;
        return own(found.ask) ? found : { ask: null, items: [] };
      }
      default:
        return state;
    }
  };

  const { runs } = store;
  return {
    runs: {
      list: (query) => runs.list({ ...query, project }),
      claimable: (claim) => runs.claimable(claim),
      // The names of jobs belong to the project already.
      look: (jobs) => runs.look(jobs),
      beat: (worker) => runs.beat(worker),
      workers: (now) => runs.workers(now),
      dismiss: (worker) => runs.dismiss(worker),
      keep: (job, key, value, at) => runs.keep(job, key, value, at),
      kept: (job, key) => runs.kept(job, key),
      append: (job, lines) => runs.append(job, lines),
      log: (job, query) => runs.log(job, query),
    },
    access: store.access,
    keys: store.keys,
    pruning: store.pruning,
    claim: (claim) => store.claim(claim),
    decide: (look, decide, committed) =>
      store.decide(look, (state) => decide(seen(look.of, state) as never), committed),
    list: (query) => store.list({ ...query, project }),
    clarification: async (id) => ownRow<ClarificationRow>(await store.clarification(id)),
    pendingCount: (most) => store.pendingCount(most, project),
    items: async (ask) => (await store.items(ask)).filter(({ item }) => isOwn(item)),
    answers: async (sessions, limit) => (await store.answers(sessions, limit)).filter(isOwn),
    rules: (_project, session) => store.rules(project, session),
    sessionRules: (_project, limit) => store.sessionRules(project, limit),
    asked: (session) => store.asked(session),
    sentBack: (job) => store.sentBack(job),
    assumptions: (session, query) => store.assumptions(session, query),
    job: (id) => store.job(id),
    lastSeq: () => store.lastSeq(),
    overdue: (now, limit) => store.overdue(now, limit),
    ready: () => store.ready(),
    assumption: async (id) => own(await store.assumption(id)),
    preferences: (_project, query) => store.preferences(project, query),
    async insight(query) {
      const all = await store.projects.list();
      if (all.every((one) => one === project)) return store.insight(query);
      const text = 'Statistics are about all projects of the store, and this token may see only one.';
      throw new AskOnceError('role_too_low', text);
    },
    events,
    watch: (listener, failed) =>
      store.watch((all) => {
        const visible = all.filter(isOwnEvent);
        if (visible.length > 0) listener(visible);
      }, failed),
    projects: {
      numberOf: (name, folder) => store.projects.numberOf(name, folder),
      list: async () => [project],
    },
    close: async () => {},
  };
}

/** How many events of other projects are read at once. */
const PAGE = 1_000;

/**
 * Reads on past the events of other projects, until there are enough or the trail ends. What was found to hold nothing is not read again:
 * a stream looks again every few seconds.
 */
function ownEvents(store: Store, isOwn: (event: AuditEvent) => boolean): Store['events'] {
  let empty = { after: 0, upTo: 0 };
  return async (after, limit) => {
    const found: AuditEvent[] = [];
    let from = after >= empty.after && after < empty.upTo ? empty.upTo : after;
    for (;;) {
      const page = await store.events(from, Math.max(limit, PAGE));
      for (const event of page) if (isOwn(event) && found.length < limit) found.push(event);
      if (page.length === 0 || found.length >= limit) return found;
      from = page.at(-1)!.seq;
      if (found.length === 0) empty = { after, upTo: from };
      if (page.length < Math.max(limit, PAGE)) return found;
    }
  };
}
