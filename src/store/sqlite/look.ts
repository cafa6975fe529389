/** Reads what decisions need. Every statement is prepared once; each is a point lookup on an index. */
import type { Database, Statement } from 'better-sqlite3';
import { type AskCommand, fixedBy, type PreparedQuestion, sessionOfAsk } from '../../core/ask/command.ts';
import type { Claim } from '../../core/jobs/claim.ts';
import { capScope } from '../../core/model/policy.ts';
import type { ClarificationRecord, JobRecord } from '../../core/model/records.ts';
import type {
  AskItemsState,
  AskState,
  ClaimState,
  ClarificationState,
  KnownPreference,
  KnownQuestion,
  LeavingItem,
  OwnItem,
  PreferenceState,
  QuestionIdentity,
  RunState,
  SessionState,
} from '../../core/states.ts';
import type { Look, StateOf } from '../../ports.ts';
import {
  ALIKE,
  CLAIM_ORDER,
  claimable,
  lessonsOf,
  NOTHING_TAKEN_BACK,
  OWN_ITEMS,
  REVOKED,
  takenBackAmong,
} from '../look-limits.ts';
import {
  askFrom,
  clarificationFrom,
  itemFrom,
  jobFrom,
  knownPreferenceFrom,
  preferenceFrom,
  type Row,
  sessionFrom,
} from '../rows.ts';

export class SqliteLook {
  private readonly sql: Record<
    | 'session'
    | 'job'
    | 'live'
    | 'anyRevoked'
    | 'revoked'
    | 'successor'
    | 'alike'
    | 'own'
    | 'capUsed'
    | 'preference'
    | 'lessons'
    | 'clarification'
    | 'waiting'
    | 'jobWaits'
    | 'ask'
    | 'items'
    | 'waiters'
    | 'claimable'
    | 'claimableOne'
    | 'waitingOfJob'
    | 'asked',
    Statement
  >;

  constructor(db: Database) {
    // In the order of `claim`; a worker's time comes last.
    const among = claimable('?', '?', '?', '?', { anyone: '?', token: '?' });
    const identity = 'session_id = ? AND canonical_key = ? AND subject = ?';
    const ownHalf = (parked: 0 | 1) =>
      `SELECT * FROM ask_items WHERE job_id = ? AND (outcome = 'parked') = ${parked} AND canonical_key = ? AND subject = ?`;
    this.sql = {
      session: db.prepare('SELECT * FROM sessions WHERE id = ?'),
      job: db.prepare('SELECT * FROM jobs WHERE id = ?'),
      live: db.prepare(`SELECT * FROM clarifications WHERE ${identity} AND live = 1`),
      anyRevoked: db
        .prepare(`SELECT 1 FROM clarifications WHERE ${identity} AND live = 0 AND status = 'revoked'`)
        .pluck(),
      revoked: db.prepare(
        // No order but the index's own: sorting would cost more than the lookup, and there is nearly always nothing to sort.
        `SELECT * FROM clarifications WHERE ${identity} AND live = 0 AND status = 'revoked' ORDER BY id DESC LIMIT ${REVOKED}`,
      ),
      successor: db.prepare('SELECT * FROM clarifications WHERE succeeds = ?'),
      alike: db.prepare(
        `SELECT * FROM clarifications WHERE substr(question_hash, 1, 16) = ? AND session_id = ? AND question_hash = ?
         AND subject = ? AND canonical_key <> ?
         AND (live = 1 OR status = 'revoked') ORDER BY id DESC LIMIT ${ALIKE}`,
      ),
      // Both halves come in the order of the index, so that nothing is sorted; an IN would make a table of its two values.
      own: db.prepare(`${ownHalf(0)} UNION ALL ${ownHalf(1)} ORDER BY ask_id DESC, position DESC LIMIT ${OWN_ITEMS}`),
      capUsed: db.prepare('SELECT max(ask_number) AS used FROM asks WHERE cap_scope = ?'),
      preference: db.prepare('SELECT * FROM preferences WHERE project = ? AND canonical_key = ? AND subject = ?'),
      lessons: db.prepare(lessonsOf('?', '?', '?')),
      clarification: db.prepare('SELECT * FROM clarifications WHERE id = ?'),
      waiting: db.prepare(
        `SELECT *, (SELECT count(*) FROM ask_items o WHERE o.job_id = i.job_id AND (o.outcome = 'parked') = 1) AS job_waits
         FROM ask_items i WHERE clarification_id = ? AND outcome = 'parked' ORDER BY ask_id, position`,
      ),
      jobWaits: db.prepare(`SELECT count(*) AS n FROM ask_items WHERE job_id = ? AND (outcome = 'parked') = 1`),
      ask: db.prepare('SELECT * FROM asks WHERE id = ?'),
      items: db.prepare('SELECT * FROM ask_items WHERE ask_id = ? ORDER BY position'),
      claimable: db.prepare(`SELECT * FROM jobs j WHERE ${among} ORDER BY ${CLAIM_ORDER} LIMIT ?`),
      claimableOne: db.prepare(`SELECT * FROM jobs j WHERE ${among} AND j.id = ?`),
      waitingOfJob: db.prepare(
        `SELECT * FROM ask_items WHERE job_id = ? AND (outcome = 'parked') = 1 ORDER BY ask_id, position`,
      ),
      asked: db.prepare(`SELECT * FROM jobs WHERE id = ? AND clarification_status = 'asked'`),
      waiters: db.prepare(`SELECT count(*) AS n FROM ask_items WHERE clarification_id = ? AND outcome = 'parked'`),
    };
  }

  at<L extends Look>(look: L): StateOf<L> {
    switch (look.of) {
      case 'ask':
        return (look.isNew ? this.newAsk(look.command) : this.ask(look.command)) as StateOf<L>;
      case 'clarification':
        return this.clarification(look.id) as StateOf<L>;
      case 'ask_items':
        return this.askItems(look.ask) as StateOf<L>;
      case 'session':
        return { session: this.one('session', sessionFrom, look.id) } satisfies SessionState as StateOf<L>;
      case 'job':
        return this.run(look) as StateOf<L>;
      case 'preference':
        return { preference: this.preference(look) } satisfies PreferenceState as StateOf<L>;
    }
  }

  /** The jobs that a worker may take. */
  claim({ project, folder = null, agent, token, only, limit, now }: Omit<Claim, 'worker'>): ClaimState {
    const among = [project, folder, agent, token === undefined ? 1 : 0, token ?? null, now];
    if (only === null) return { jobs: (this.sql.claimable.all(...among, limit) as Row[]).map(jobFrom) };
    const named = [...new Set(only)].map((id) => this.one('claimableOne', jobFrom, ...among, id));
    return { jobs: named.filter((job) => job !== null).slice(0, limit) };
  }

  clarificationById(id: string): ClarificationRecord | null {
    return this.one('clarification', clarificationFrom, id);
  }

  private one<R>(statement: keyof SqliteLook['sql'], from: (row: Row) => R, ...values: unknown[]): R | null {
    const row = this.sql[statement].get(...values) as Row | undefined;
    return row ? from(row) : null;
  }

  private count(statement: 'jobWaits' | 'waiters', id: string): number {
    return (this.sql[statement].get(id) as { n: number }).n;
  }

  preference(of: Pick<KnownPreference, 'project' | 'key' | 'subject'>): KnownPreference | null {
    const name = [of.project, of.key, of.subject];
    const stored = this.sql.preference.get(...name) as Row | undefined;
    return knownPreferenceFrom(of, stored ?? null, this.sql.lessons.all(...name) as Row[]);
  }

  private ask(command: AskCommand): AskState {
    const job = command.job === null ? null : this.one('job', jobFrom, command.job);
    const id = sessionOfAsk(command, job);
    const session = this.one('session', sessionFrom, id);
    const { policy, asker } = fixedBy(session, job, command);
    const scope = capScope(policy, id, command.job, asker);
    const capUsed = scope === null ? 0 : ((this.sql.capUsed.get(scope) as { used: number | null }).used ?? 0);
    const project = session?.project ?? command.project;
    return {
      session,
      job,
      capUsed,
      questions: command.questions.map((question) => this.known(question, command.job, project, session?.id ?? null)),
      rejected: command.rejects === null ? null : this.rejected(command.rejects),
    };
  }

  private newAsk(command: AskCommand): AskState {
    const questions = command.questions.map((question) => this.known(question, null, command.project, null));
    return { session: null, job: null, capUsed: 0, questions, rejected: null };
  }

  /** @param session Null if it is new, so that nothing of it needs to be read. */
  private known(
    question: PreparedQuestion,
    job: string | null,
    project: string,
    session: string | null,
  ): KnownQuestion {
    const { key, subject } = question;
    const read = () => this.preference({ project, key, subject });
    const identity = [session, key, subject];
    const { revoked, successor } = session === null ? NOTHING_TAKEN_BACK : this.takenBack(identity);
    const live = session === null ? null : this.one('live', clarificationFrom, ...identity);
    return {
      live,
      own: session === null || job === null ? [] : this.own(job, question, live),
      revoked,
      successor,
      alike: session === null ? [] : this.alike(session, question),
      // Read where nothing else answers the question: while the decision is made, in the same transaction.
      get preference() {
        return read();
      },
    };
  }

  private alike(session: string, { questionHash, subject, key }: PreparedQuestion): ClarificationRecord[] {
    return (this.sql.alike.all(questionHash.slice(0, 16), session, questionHash, subject, key) as Row[]).map(
      clarificationFrom,
    );
  }

  private takenBack(identity: readonly (string | null)[]): Pick<KnownQuestion, 'revoked' | 'successor'> {
    if (this.sql.anyRevoked.get(...identity) === undefined) return NOTHING_TAKEN_BACK;
    const rows = this.sql.revoked.all(...identity) as Row[];
    const all = rows.map(clarificationFrom).map((revoked) => ({ revoked, successor: this.successor(revoked) }));
    return takenBackAmong(all);
  }

  /** The replacement of a revoked clarification: the last of its chain, the only one that is not revoked itself. */
  private successor(revoked: ClarificationRecord): ClarificationRecord | null {
    const next = this.one('successor', clarificationFrom, revoked.id);
    return next?.status === 'revoked' ? (this.successor(next) ?? next) : next;
  }

  /** @param live The session's own question, which nearly every item belongs to, so that it is not read again. */
  private own(job: string, { key, subject }: QuestionIdentity, live: ClarificationRecord | null): OwnItem[] {
    const identity = [job, key, subject];
    return (this.sql.own.all(...identity, ...identity) as Row[]).map((row) => this.withClarification(row, live));
  }

  private withClarification(row: Row, known: ClarificationRecord | null = null): OwnItem {
    const id = row.clarification_id as string | null;
    const clarification = id === null ? null : id === known?.id ? known : this.clarificationById(id);
    return { item: itemFrom(row, clarification?.question ?? null), clarification };
  }

  private rejected(id: string): AskState['rejected'] {
    const clarification = this.clarificationById(id);
    if (!clarification) return null;
    let depth = 0;
    let before = clarification.succeeds;
    while (before !== null) {
      const earlier = this.clarificationById(before);
      // Only the agent's own rejections count against it; the person may revoke as often as they like.
      if (earlier?.rejected) depth += 1;
      before = earlier?.succeeds ?? null;
    }
    return { clarification, depth };
  }

  private clarification(id: string): ClarificationState {
    const clarification = this.clarificationById(id);
    if (!clarification) return { clarification, language: null, waiting: [], successor: null, preference: null };
    const waiting = (this.sql.waiting.all(id) as Row[]).map((row) => {
      const item = itemFrom(row, clarification.question);
      const ask = row.expires_at === null ? null : this.one('ask', askFrom, item.ask);
      return { item, ask, jobWaits: row.job_waits as number, asked: this.asked(item.job) };
    });
    const language = clarification.type === 'CONFIRM' ? this.language(clarification.session) : null;
    const { project, key, subject } = clarification;
    const preference = this.one('preference', preferenceFrom, project, key, subject);
    const successor = clarification.status === 'revoked' ? this.one('successor', clarificationFrom, id) : null;
    return { clarification, language, waiting, successor, preference };
  }

  /** Only a yes or no may depend on the language. */
  private language(session: string): string | null {
    return this.one('session', sessionFrom, session)?.language ?? null;
  }

  private askItems(id: string): AskItemsState {
    const ask = this.one('ask', askFrom, id);
    return { ask, items: this.itemsOf(id).map((own) => this.leaving(own)) };
  }

  private leaving({ item, clarification }: OwnItem): LeavingItem {
    const waiters = clarification ? this.count('waiters', clarification.id) : 0;
    return { item, clarification, waiters, ...this.ofJob(item.job) };
  }

  private ofJob(job: string | null): Pick<LeavingItem, 'jobWaits' | 'asked'> {
    return { jobWaits: job === null ? 0 : this.count('jobWaits', job), asked: this.asked(job) };
  }

  private asked(job: string | null): JobRecord | null {
    return job === null ? null : this.one('asked', jobFrom, job);
  }

  private run({ id, session }: { id: string; session: string }): RunState {
    const job = this.one('job', jobFrom, id);
    const waiting = (this.sql.waitingOfJob.all(id) as Row[]).map((row) => this.leaving(this.withClarification(row)));
    return { job, session: this.one('session', sessionFrom, job?.session ?? session), waiting };
  }

  itemsOf(ask: string): OwnItem[] {
    return (this.sql.items.all(ask) as Row[]).map((row) => this.withClarification(row));
  }
}
