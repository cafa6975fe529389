/**
 * A store as one of its projects sees it: ids of sessions and jobs are translated on the way in and out (core/model/scoped-id.ts), so that
 * neither the engine nor the store knows about projects in ids.
 */
import type { AskCommand } from '../core/ask/command.ts';
import type { Effect } from '../core/effects.ts';
import type { AskRecord, ClarificationRecord, ItemRecord, JobRecord, SessionRecord } from '../core/model/records.ts';
import { localId, storedId } from '../core/model/scoped-id.ts';
import type { Keyed } from '../core/rekeying.ts';
import type {
  AskItemsState,
  AskState,
  ClarificationState,
  KnownQuestion,
  LeavingItem,
  OwnItem,
  RunState,
  SessionState,
} from '../core/states.ts';
import type { Keys, Look, Page, Runs, Store } from '../ports.ts';

/** Returns the store as the project with this number sees it. Project 0 sees it as it is. */
export function scopedStore(store: Store, project: number): Store {
  if (project === 0) return store;
  const into = new Translation((id) => storedId(id, project));
  const out = new Translation((id) => localId(id, project));
  return {
    projects: store.projects,
    // Takes out sessions of all projects, by their stored ids.
    pruning: store.pruning,
    access: store.access,
    runs: scopedRuns(store.runs, into, out),
    keys: scopedKeys(store.keys, into, out),
    decide: (look, decide, committed) =>
      store.decide(
        into.look(look),
        (state) => {
          const { effects, result } = decide(out.state(look.of, state as never) as never);
          return { effects: effects.map((effect) => into.effect(effect)), result };
        },
        committed,
      ),
    claim: async (claim) =>
      (await store.claim({ ...claim, only: claim.only?.map(into.id) ?? null })).map((job) => out.job(job)),
    list: async (query) => out.page(await store.list(into.query(query)), (row) => out.clarification(row)),
    clarification: async (id) => out.known(await store.clarification(id), (row) => out.clarification(row)),
    pendingCount: (most, project) => store.pendingCount(most, project),
    items: async (ask) => (await store.items(ask)).map((stored) => out.own(stored)),
    answers: async (sessions, limit) =>
      (await store.answers(sessions.map(into.id), limit)).map((row) => out.clarification(row)),
    rules: async (project, session) =>
      (await store.rules(project, session === null ? null : into.id(session))).map((row) => out.clarification(row)),
    sessionRules: async (project, limit) =>
      (await store.sessionRules(project, limit)).map((row) => out.clarification(row)),
    asked: async (session) =>
      (await store.asked(into.id(session))).map((asked) => ({
        ...asked,
        item: out.item(asked.item),
        clarification: out.clarification(asked.clarification),
      })),
    sentBack: (job) => store.sentBack(into.id(job)),
    assumptions: async (session, query) =>
      out.page(await store.assumptions(into.id(session), query), (row) => out.member(row)),
    assumption: async (id) => out.known(await store.assumption(id), (row) => out.member(row)),
    job: async (id) => out.known(await store.job(into.id(id)), (row) => out.job(row)),
    preferences: (name, query) => store.preferences(name, query),
    insight: (query) => store.insight(query),
    events: async (after, limit) => (await store.events(after, limit)).map((event) => out.member(event)),
    lastSeq: () => store.lastSeq(),
    overdue: (now, limit) => store.overdue(now, limit),
    watch: (listener, failed) => store.watch((events) => listener(events.map((event) => out.member(event))), failed),
    ready: () => store.ready(),
    close: () => store.close(),
  };
}

function scopedRuns(runs: Runs, into: Translation, out: Translation): Runs {
  return {
    list: async (query) => out.page(await runs.list(into.query(query)), (job) => out.job(job)),
    claimable: async (claim) => (await runs.claimable(claim)).map((job) => out.job(job)),
    look: async (jobs) => (await runs.look(jobs.map(into.id))).map((state) => out.run(state)),
    beat: async (worker) => (await runs.beat(worker)).map(out.id),
    workers: (now) => runs.workers(now),
    dismiss: (worker) => runs.dismiss(worker),
    keep: (job, key, value, at) => runs.keep(into.id(job), key, value, at),
    kept: (job, key) => runs.kept(into.id(job), key),
    append: (job, lines) => runs.append(into.id(job), lines),
    log: (job, query) => runs.log(into.id(job), query),
  };
}

/** A key may be made of the name of a job, so rows go out with names here too. */
function scopedKeys(keys: Keys, into: Translation, out: Translation): Keys {
  const row = <Of extends Keyed>(keyed: Of): Of => ({ ...keyed, row: out.keyed(keyed.row) });
  return {
    version: () => keys.version(),
    reached: (version) => keys.reached(version),
    stale: async (of, query) => out.page(await keys.stale(of, query), row),
    holding: async (of, places) => {
      const within = of === 'clarifications' ? into.id : (project: string) => project;
      return (
        await keys.holding(
          of,
          places.map((place) => ({ ...place, within: within(place.within) })),
        )
      ).map(row);
    },
    put: (of, version, changes) =>
      keys.put(
        of,
        version,
        changes.map((change) => ({ ...change, session: into.maybe(change.session) })),
      ),
  };
}

type OfSession = { readonly session: string | null; readonly job: string | null };

/** Translates every id of a session or a job in a value, in one direction. */
class Translation {
  readonly id: (id: string) => string;

  constructor(id: (id: string) => string) {
    this.id = id;
  }

  readonly maybe = <Id extends string | null>(id: Id): Id => (id === null ? id : (this.id(id) as Id));

  known<Row>(row: Row | null, translate: (row: Row) => Row): Row | null {
    return row === null ? null : translate(row);
  }

  page<Row>({ items, next }: Page<Row>, translate: (row: Row) => Row): Page<Row> {
    return { items: items.map(translate), next };
  }

  query<Query extends { readonly session?: string }>(query: Query): Query {
    return query.session === undefined ? query : { ...query, session: this.id(query.session) };
  }

  /** A row that names its session and its job, and nothing else that is translated. */
  member<Row extends OfSession>(row: Row): Row {
    return { ...row, session: this.maybe(row.session), job: this.maybe(row.job) };
  }

  session(session: SessionRecord): SessionRecord {
    return { ...session, id: this.id(session.id) };
  }

  job(job: JobRecord): JobRecord {
    return { ...job, id: this.id(job.id), session: this.id(job.session) };
  }

  item(item: ItemRecord): ItemRecord {
    return this.member(item);
  }

  clarification<Row extends ClarificationRecord>(row: Row): Row {
    return { ...this.member(row), capScope: this.capScope(row.capScope) };
  }

  ask(ask: AskRecord): AskRecord {
    return { ...this.member(ask), capScope: this.capScope(ask.capScope) };
  }

  /** The list that `capScope` in core/model/policy.ts makes: its second element is the id of a session or a job. */
  private capScope(scope: string | null): string | null {
    if (scope === null) return null;
    const [kind, id, ...rest] = JSON.parse(scope) as [string, string, ...string[]];
    return JSON.stringify([kind, this.id(id), ...rest]);
  }

  own<Own extends OwnItem>(own: Own): Own {
    return {
      ...own,
      item: this.item(own.item),
      clarification: this.known(own.clarification, (row) => this.clarification(row)),
    };
  }

  keyed<Row>(row: Row): Row;
  keyed(row: Keyed['row']): Keyed['row'] {
    if ('item' in row) return this.own(row);
    return 'status' in row ? this.clarification(row) : row;
  }

  look<L extends Look>(look: L): L;
  look(look: Look): Look {
    switch (look.of) {
      case 'ask':
        return { ...look, command: this.command(look.command) };
      case 'session':
        return { ...look, id: this.id(look.id) };
      case 'job':
        return { ...look, id: this.id(look.id), session: look.session === '' ? '' : this.id(look.session) };
      case 'clarification':
      case 'ask_items':
      case 'preference':
        return look;
    }
  }

  private command(command: AskCommand): AskCommand {
    return { ...command, session: this.id(command.session), job: this.maybe(command.job) };
  }

  state(of: Look['of'], state: never): unknown {
    switch (of) {
      case 'ask':
        return this.askState(state);
      case 'clarification':
        return this.clarificationState(state);
      case 'ask_items':
        return this.askItems(state);
      case 'session':
        return this.sessionState(state);
      case 'job':
        return this.run(state);
      case 'preference':
        return state;
    }
  }

  private askState(state: AskState): AskState {
    const { rejected } = state;
    return {
      ...state,
      session: this.known(state.session, (row) => this.session(row)),
      job: this.known(state.job, (row) => this.job(row)),
      questions: state.questions.map((known) => this.question(known)),
      rejected: rejected && { ...rejected, clarification: this.clarification(rejected.clarification) },
    };
  }

  private question(known: KnownQuestion): KnownQuestion {
    const row = (one: ClarificationRecord | null) => this.known(one, (found) => this.clarification(found));
    return {
      ...known,
      live: row(known.live),
      own: known.own.map((own) => this.own(own)),
      revoked: row(known.revoked),
      successor: row(known.successor),
      alike: known.alike.map((one) => this.clarification(one)),
    };
  }

  private clarificationState(state: ClarificationState): ClarificationState {
    return {
      ...state,
      clarification: this.known(state.clarification, (row) => this.clarification(row)),
      waiting: state.waiting.map((waiting) => ({
        ...waiting,
        item: this.item(waiting.item),
        ask: this.known(waiting.ask, (row) => this.ask(row)),
        asked: this.known(waiting.asked, (row) => this.job(row)),
      })),
      successor: this.known(state.successor, (row) => this.clarification(row)),
    };
  }

  private askItems(state: AskItemsState): AskItemsState {
    return {
      ...state,
      ask: this.known(state.ask, (row) => this.ask(row)),
      items: state.items.map((one) => this.leaving(one)),
    };
  }

  private leaving(one: LeavingItem): LeavingItem {
    return { ...this.own(one), asked: this.known(one.asked, (row) => this.job(row)) };
  }

  private sessionState(state: SessionState): SessionState {
    return { ...state, session: this.known(state.session, (row) => this.session(row)) };
  }

  run(state: RunState): RunState {
    return {
      ...state,
      job: this.known(state.job, (row) => this.job(row)),
      session: this.known(state.session, (row) => this.session(row)),
      waiting: state.waiting.map((one) => this.leaving(one)),
    };
  }

  effect(effect: Effect): Effect {
    switch (effect.do) {
      case 'insert_session':
        return { ...effect, session: this.session(effect.session) };
      case 'hear':
        return { ...effect, session: this.id(effect.session) };
      case 'insert_job':
      case 'put_job':
        return { ...effect, job: this.job(effect.job) };
      case 'move_job':
        return { ...effect, id: this.id(effect.id) };
      case 'insert_clarification':
        return { ...effect, clarification: this.clarification(effect.clarification) };
      case 'insert_ask':
        return { ...effect, ask: this.ask(effect.ask) };
      case 'insert_item':
        return { ...effect, item: this.item(effect.item) };
      case 'insert_assumption':
        return { ...effect, assumption: this.member(effect.assumption) };
      case 'event':
        return { ...effect, event: this.member(effect.event) };
      case 'snooze_clarification':
      case 'settle_clarification':
      case 'retire_clarification':
      case 'settle_item':
      case 'settle_waiting':
      case 'put_preference':
        return effect;
    }
  }
}
