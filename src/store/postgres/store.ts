/** The shared store: a schema in a PostgreSQL database, for any number of processes on any number of machines. */
import { hash, randomUUID } from 'node:crypto';
import type { Access } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Preference } from '../../core/model/resolution.ts';
import { learned } from '../../core/preferences.ts';
import type { ClarificationRow, Keys, ListQuery, Page, Projects, Pruning, Runs, Store } from '../../ports.ts';
import { LIMITS } from '../../util/arguments.ts';
import { storedAccess } from '../access.ts';
import { countPending, type ListingDialect, listing, postgresListing } from '../listing.ts';
import {
  answersOf,
  askedIn,
  assumptionsAfter,
  assumptionsOf,
  assumptionsPage,
  deadlineOf,
  lessonsOf,
  lookedThrough,
  preferenceAfter,
  preferencesAfter,
  preferencesPage,
  returningBy,
  rulesOf,
  sentBackOf,
  sessionRulesOf,
  unansweredOf,
} from '../look-limits.ts';
import { keepPiece, keptFrom, keptPieces, pieceRow } from '../pieces.ts';
import {
  assumptionFrom,
  clarificationFrom,
  deadlineFrom,
  itemFrom,
  jobFrom,
  knownPreferenceFrom,
  type Row,
  unansweredFrom,
} from '../rows.ts';
import { countPiece, countQuestions } from '../stats.ts';
import { postgresAddress } from './address.ts';
import { Claims } from './claims.ts';
import { Connections, type Query, TIMING } from './connections.ts';
import { storeError, willPass } from './errors.ts';
import { readEvents } from './events.ts';
import { PostgresFeed } from './feed.ts';
import { postgresKeys } from './keys.ts';
import { cannotBeThere } from './look.ts';
import { postgresProjects } from './projects.ts';
import { postgresPruning } from './pruning.ts';
import { DecisionQueue } from './queue.ts';
import { postgresRuns } from './runs.ts';
import { prepareSchema } from './schema.ts';
import type { Outcomes } from './writer.ts';

/** How long a reader waits for its own events while an earlier transaction is still running. */
const OWN_EVENTS_MS = 2_000;

/**
 * Opens the store at a `postgres://` address. Creates its schema if there is none.
 * @param now The clock of this machine.
 */
export async function openPostgresStore(db: string, timing = TIMING, now = Date.now): Promise<Store> {
  const address = postgresAddress(db);
  const connections = await Connections.to(address, timing, now);
  try {
    const lastSeq = await connections.patiently(() => prepareSchema(connections), { retry: willPass });
    return new PostgresStore(connections, lastSeq);
  } catch (error) {
    await connections.close();
    throw storeError(error, address.shown);
  }
}

const LISTING = postgresListing('default');

class PostgresStore implements Store {
  readonly runs: Runs;
  readonly access: Access = storedAccess((query) => this.read(query));
  readonly keys: Keys;
  readonly projects: Projects;
  readonly pruning: Pruning;
  private readonly connections: Connections;
  private readonly queue: DecisionQueue;
  private readonly claims: Claims;
  private readonly feed: PostgresFeed;
  private lastOwnSeq = 0;
  private closed = false;
  private searching: ListingDialect | undefined;

  constructor(connections: Connections, lastSeq: number) {
    this.connections = connections;
    this.runs = postgresRuns((query) => this.read(query), connections.clock);
    this.keys = postgresKeys(connections, (query) => this.read(query));
    this.projects = postgresProjects(connections, (query) => this.read(query));
    this.pruning = postgresPruning(
      connections,
      (query) => this.read(query),
      () => this.lastSeq(),
    );
    // A channel's name has at most 63 bytes, as a schema's does.
    const channel = `askonce_${hash('sha256', connections.address.schema).slice(0, 32)}`;
    const writer = randomUUID();
    const told: Outcomes['told'] = (own, last) => {
      this.lastOwnSeq = Math.max(this.lastOwnSeq, last);
      this.feed.noticeOwn(own);
    };
    const queue = new DecisionQueue(connections, { channel, writer, lastSeq }, told);
    const claims = new Claims(connections, lastSeq, told);
    this.queue = queue;
    this.claims = claims;
    this.feed = new PostgresFeed(
      connections,
      { channel, writer },
      {
        answered: () => bothEnded(queue.answered(), claims.answered()),
        looksAnswered: () => queue.looksAnswered(),
        get writes() {
          return queue.writes || claims.busy;
        },
      },
    );
  }

  decide: Store['decide'] = (look, decide, committed) => {
    const run = () => this.queue.run(look, decide as never, committed);
    const begins = this.feed.begins();
    return begins && !this.closed ? begins.then(run) : run();
  };

  claim: Store['claim'] = async (claim) => {
    this.mustBeOpen();
    await this.feed.begins();
    return this.claims.run(claim);
  };

  async list(query: ListQuery): Promise<Page<ClarificationRow>> {
    const { sql, values, reached } = listing(query, await this.dialectFor(query));
    const order = query.newest ? 'c.id DESC' : 'c.id';
    const text = `SELECT c.*, d.*, u.* FROM (${sql} LIMIT $${values.length + 1}) c ${WITH_MORE} ORDER BY ${order}`;
    const name = `list ${hash('sha256', text).slice(0, 32)}`;
    const rows = await this.read<Row>({ name, text, values: [...values, query.limit + 1] });
    const items = rows.slice(0, query.limit).map(listed);
    if (rows.length > query.limit || !reached)
      return { items, next: rows.length > query.limit ? items.at(-1)!.id : null };
    const upTo = `reached ${hash('sha256', reached.sql).slice(0, 32)}`;
    const [last] = await this.read<{ id: string }>({ name: upTo, text: reached.sql, values: reached.values });
    return { items, next: last?.id ?? null };
  }

  private async dialectFor({ words = [] }: ListQuery): Promise<ListingDialect> {
    if (words.length === 0) return LISTING;
    const text = `SELECT collname FROM pg_collation WHERE collname = 'und-x-icu'`;
    this.searching ??=
      (await this.read({ name: 'icu', text, values: [] })).length > 0 ? postgresListing('und-x-icu') : LISTING;
    return this.searching;
  }

  async clarification(id: string): Promise<ClarificationRow | null> {
    const text = `SELECT c.*, d.*, u.* FROM clarifications c ${WITH_MORE} WHERE c.id = $1`;
    const [row] = await this.read<Row>({ name: 'clarification', text, values: [id] });
    return row ? listed(row) : null;
  }

  pendingCount: Store['pendingCount'] = async (most, project) => {
    const [row] = await this.read<{ n: string }>(
      project === undefined
        ? { name: 'pending count', text: countPending('$1'), values: [most] }
        : { name: 'pending count of', text: countPending('$1', '$2'), values: [most, project] },
    );
    return Number(row!.n);
  };

  items: Store['items'] = async (ask) => {
    const text = `SELECT to_json(i) AS item, to_json(c) AS clarification FROM ask_items i
      LEFT JOIN clarifications c ON c.id = i.clarification_id WHERE i.ask_id = $1 ORDER BY i.position`;
    const rows = await this.read<{ item: Row; clarification: Row | null }>({ name: 'items', text, values: [ask] });
    return rows.map(({ item, clarification: row }) => {
      const clarification = row ? clarificationFrom(row) : null;
      return { item: itemFrom(item, clarification?.question ?? null), clarification };
    });
  };

  answers: Store['answers'] = async (sessions, limit) => {
    // One session after another, in order, until there are enough.
    const text = `SELECT a.* FROM unnest($1::text[]) AS s (id) CROSS JOIN LATERAL (${answersOf('s.id', '$3')}) AS a LIMIT $2`;
    const known = [...new Set(sessions)].filter((session) => !cannotBeThere(session));
    const rows = await this.read<Row>({ name: 'answers', text, values: [known, limit, lookedThrough(known.length)] });
    return rows.map(clarificationFrom);
  };

  rules: Store['rules'] = async (project, session) => {
    if (cannotBeThere(project)) return [];
    const rows = await this.read<Row>({ name: 'rules', text: rulesOf('$1', '$2'), values: [project, session] });
    return rows.map(clarificationFrom);
  };

  sessionRules: Store['sessionRules'] = async (project, limit) => {
    if (cannotBeThere(project)) return [];
    const rows = await this.read<Row>({
      name: 'session rules',
      text: sessionRulesOf('$1', '$2'),
      values: [project, limit],
    });
    return rows.map(clarificationFrom);
  };

  asked: Store['asked'] = async (session) => {
    const text = `SELECT to_json(c) AS clarification, to_json(i) AS item, a.asker FROM (${askedIn('$1')}) c
      CROSS JOIN LATERAL (SELECT * FROM ask_items i WHERE i.ask_id = c.ask_id AND i.clarification_id = c.id
        ORDER BY i.position LIMIT 1) i
      JOIN asks a ON a.id = c.ask_id ORDER BY c.id`;
    const rows = await this.read<{ clarification: Row; item: Row; asker: string }>({
      name: 'asked',
      text,
      values: [session],
    });
    return rows.map(({ clarification: row, item, asker }) => {
      const clarification = clarificationFrom(row);
      return { asker, item: itemFrom(item, clarification.question), clarification };
    });
  };

  sentBack: Store['sentBack'] = async (job) =>
    (await this.read({ name: 'sent back', text: sentBackOf('$1'), values: [job] })).length > 0;

  assumptions: Store['assumptions'] = async (session, { after, limit }) => {
    const text = assumptionsOf('$1', '$2', '$3', '$4');
    const values = [session, ...assumptionsAfter(after), limit + 1];
    const rows = await this.read<Row>({ name: 'assumptions', text, values });
    return assumptionsPage(rows.map(assumptionFrom), limit);
  };

  assumption: Store['assumption'] = async (id) => {
    const text = 'SELECT * FROM assumptions WHERE id = $1';
    const [row] = await this.read<Row>({ name: 'assumption', text, values: [id] });
    return row ? assumptionFrom(row) : null;
  };

  job: Store['job'] = async (id) => {
    const [row] = await this.read<Row>({ name: 'job', text: 'SELECT * FROM jobs WHERE id = $1', values: [id] });
    return row ? jobFrom(row) : null;
  };

  preferences: Store['preferences'] = async (project, { after, limit }) => {
    const items: Preference[] = [];
    let [key, subject] = preferencesAfter(after);
    // A page of those that were forgotten holds nothing.
    for (let isLast = false; !isLast && items.length <= limit; ) {
      const values = [project, key, subject, limit + 1];
      const rows = await this.read<PreferenceRow>({ name: 'preferences', text: PREFERENCES, values });
      for (const row of rows) {
        [key, subject] = [row.canonical_key, row.subject];
        const preference = learned(knownPreferenceFrom({ project, key, subject }, row.stored, row.lessons ?? [])!);
        if (preference) items.push(preference);
      }
      isLast = rows.length <= limit;
    }
    return preferencesPage(items, limit);
  };

  insight: Store['insight'] = (query) =>
    countQuestions(
      {
        piece: COUNTED_AT_ONCE,
        count: (...values) => this.read<Row>({ name: 'insight', text: COUNT_PIECE, values }),
        lastSeq: () => this.lastSeq(),
        kept: async (since) => {
          const rows = await this.read<Row>({ name: 'kept pieces', text: keptPieces('$1::bigint'), values: [since] });
          return rows.map(({ first, last, oldest }) => ({
            first: Number(first),
            last: Number(last),
            oldest: Number(oldest),
          }));
        },
        load: async (last) => {
          const text = 'SELECT * FROM counted WHERE last_seq = $1';
          return keptFrom((await this.read<Row>({ name: 'kept piece', text, values: [last] }))[0]!);
        },
        keep: async (pieces) => {
          for (const piece of pieces)
            await this.read({ name: 'keep piece', text: KEEP_PIECE, values: pieceRow(piece) });
        },
        questionOf: async (id) => (await this.clarification(id))?.question ?? null,
      },
      query,
    );

  /** Reads your own writes, even while a transaction that began earlier is still running. */
  events: Store['events'] = async (after, limit): Promise<readonly AuditEvent[]> => {
    const own = this.lastOwnSeq;
    const until = performance.now() + OWN_EVENTS_MS;
    for (;;) {
      const { events, below } = await readEvents((query) => this.read(query), after, limit);
      if (below > own || events.length === limit || performance.now() > until) return events;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };

  /** Of the final events: no lower number can appear any more. */
  lastSeq: Store['lastSeq'] = async () => {
    const { below } = await readEvents((query) => this.read(query), Number.MAX_SAFE_INTEGER, 1);
    const text = 'SELECT coalesce(max(seq), 0) AS seq FROM events WHERE seq < $1';
    const [row] = await this.read<{ seq: string }>({ name: 'last seq', text, values: [below] });
    return Number(row!.seq);
  };

  overdue: Store['overdue'] = async (now, limit) => {
    const [row] = await this.read<{ next: string | null; asks: string[] | null; returning: string[] | null }>({
      name: 'overdue',
      text: OVERDUE,
      // Enough for `limit` asks, and one more for the next deadline.
      values: [now, limit * LIMITS.questions + 1, limit],
    });
    const { asks, returning, next } = row!;
    return { asks: asks?.slice(0, limit) ?? [], returning: returning ?? [], next: next === null ? null : Number(next) };
  };

  async ready(): Promise<void> {
    const text = `SELECT current_setting('transaction_read_only') AS reads_only`;
    const [row] = await this.read<{ reads_only: string }>({ name: 'ready', text });
    if (row!.reads_only === 'off') return;
    const { shown } = this.connections.address;
    const why = 'its server is read-only, like a standby';
    throw new AskOnceError('store_read_only', `The store ${shown} is read-only: ${why}. Connect to the primary.`);
  }

  watch: Store['watch'] = (listener, failed) => {
    this.mustBeOpen();
    return this.feed.watch(listener, (error) => failed(storeError(error, this.connections.address.shown)));
  };

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.queue.close();
    await this.claims.answered();
    await this.feed.close();
    await this.connections.close();
  }

  private mustBeOpen(): void {
    if (this.closed) throw new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.');
  }

  private async read<R extends Row>(query: Query): Promise<R[]> {
    this.mustBeOpen();
    await this.feed.begins();
    if (query.values?.some(cannotBeThere)) return [];
    return this.connections.patiently(() => this.connections.query<R>(query));
  }
}

/** The server counts, and other calls are served in the meantime; fewer replies mean fewer round trips. */
const COUNTED_AT_ONCE = 20_000;
const COUNT_PIECE = countPiece(
  (place) => `$${place}::bigint`,
  (data) => `${data}::json ->> 'source'`,
);

interface PreferenceRow extends Row {
  canonical_key: string;
  subject: string;
  stored: Row | null;
  lessons: Row[] | null;
}

/** A project's preferences after a key and a subject: each name is found by a lookup of its own, however often it was taught. */
const PREFERENCES = `WITH RECURSIVE names AS (SELECT * FROM (${preferenceAfter('$1', '$2', '$3')}) AS n
    UNION ALL SELECT n.* FROM names CROSS JOIN LATERAL (${preferenceAfter('$1', 'names.canonical_key', 'names.subject')}) AS n)
  SELECT n.*, (SELECT to_json(p) FROM preferences p
      WHERE p.project = $1 AND p.canonical_key = n.canonical_key AND p.subject = n.subject) AS stored,
    (SELECT json_agg(l) FROM (${lessonsOf('$1', 'n.canonical_key', 'n.subject')}) AS l) AS lessons
  FROM (SELECT * FROM names LIMIT $4) AS n ORDER BY n.canonical_key, n.subject`;
const PIECE_TYPES = ['', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'text', 'text', 'bytea', 'bigint'];
const KEEP_PIECE = keepPiece((place) => `$${place}::${PIECE_TYPES[place]}`);

/**
 * Reads the first deadlines in the order of their index, due or not. With a range of deadlines in the condition, the planner may read
 * everything that waits: it does not know that most of that has no deadline.
 */
export const OVERDUE = `SELECT least(min(expires_at) FILTER (WHERE expires_at > $1::bigint),
      (SELECT min(snoozed_until) FROM clarifications WHERE snoozed_until > $1)) AS next,
    json_agg(DISTINCT ask_id) FILTER (WHERE expires_at <= $1) AS asks, (SELECT json_agg(id) FROM (${returningBy('$1', '$3::integer')}) AS due) AS returning
  FROM (SELECT ask_id, expires_at FROM ask_items WHERE outcome = 'parked' AND expires_at IS NOT NULL
    ORDER BY expires_at LIMIT $2::integer) AS first`;

const WITH_MORE = `LEFT JOIN LATERAL (${deadlineOf('c.id')}) AS d ON c.status = 'pending'
  LEFT JOIN LATERAL (${unansweredOf('c.id', 'c.ask_id')}) AS u ON c.live = 0 AND c.answer IS NULL`;

function listed(row: Row): ClarificationRow {
  return { ...clarificationFrom(row), ...deadlineFrom(row), unanswered: unansweredFrom(row) };
}

/** Null if neither is under way. */
function bothEnded(one: Promise<void> | null, other: Promise<void> | null): Promise<void> | null {
  return one && other ? one.then(() => other) : (one ?? other);
}
