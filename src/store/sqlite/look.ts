/** Reads what decisions need. Every statement is prepared once; each is a point lookup on an index. */
import type { Database, Statement } from 'better-sqlite3';
import { type AskCommand, fixedBy, type PreparedQuestion, sessionOfAsk } from '../../core/ask/command.ts';
import { capScope } from '../../core/model/policy.ts';
import type { ClarificationRecord, JobRecord } from '../../core/model/records.ts';
import type { Preference } from '../../core/model/resolution.ts';
import type {
  AskItemsState,
  AskState,
  ClaimState,
  ClarificationState,
  KnownQuestion,
  LeavingItem,
  OwnItem,
  PreferenceState,
  QuestionIdentity,
  RunState,
  SessionState,
} from '../../core/states.ts';
import type { Look, StateOf } from '../../ports.ts';
import { ALIKE, claimable, NOTHING_TAKEN_BACK, OWN_ITEMS, REVOKED, takenBackAmong } from '../look-limits.ts';
import { askFrom, clarificationFrom, itemFrom, jobFrom, preferenceFrom, type Row, sessionFrom } from '../rows.ts';

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
    | 'clarification'
    | 'waiting'
    | 'jobWaits'
    | 'ask'
    | 'items'
    | 'waiters'
    | 'claimable'
    | 'waitingOfJob'
    | 'asked',
    Statement
  >;

  constructor(db: Database) {
    const identity = 'session_id = ? AND canonical_key = ? AND subject = ?';
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
        `SELECT * FROM clarifications WHERE session_id = ? AND question_hash = ? AND subject = ? AND canonical_key <> ?
         AND (live = 1 OR status = 'revoked') ORDER BY id DESC LIMIT ${ALIKE}`,
      ),
      own: db.prepare(
        `SELECT * FROM ask_items WHERE job_id = ? AND canonical_key = ? AND subject = ?
         ORDER BY ask_id DESC, position DESC LIMIT ${OWN_ITEMS}`,
      ),
      capUsed: db.prepare('SELECT max(ask_number) AS used FROM asks WHERE cap_scope = ?'),
      preference: db.prepare('SELECT * FROM preferences WHERE project = ? AND canonical_key = ? AND subject = ?'),
      clarification: db.prepare('SELECT * FROM clarifications WHERE id = ?'),
      waiting: db.prepare(
        `SELECT *, (SELECT count(*) FROM ask_items o WHERE o.job_id = i.job_id AND o.outcome = 'parked') AS job_waits
         FROM ask_items i WHERE clarification_id = ? AND outcome = 'parked' ORDER BY ask_id, position`,
      ),
      jobWaits: db.prepare(`SELECT count(*) AS n FROM ask_items WHERE job_id = ? AND outcome = 'parked'`),
      ask: db.prepare('SELECT * FROM asks WHERE id = ?'),
      items: db.prepare('SELECT * FROM ask_items WHERE ask_id = ? ORDER BY position'),
      claimable: db.prepare(claimable('?', '?', '?', '?')),
      waitingOfJob: db.prepare(
        `SELECT * FROM ask_items WHERE job_id = ? AND outcome = 'parked' ORDER BY ask_id, position`,
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
      case 'claim':
        return {
          job: this.one('claimable', jobFrom, look.project, look.job, look.agent, look.now),
        } satisfies ClaimState as StateOf<L>;
      case 'preference':
        return { preference: this.preference(look) } satisfies PreferenceState as StateOf<L>;
    }
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

  private preference(of: { project: string; key: string; subject: string }): Preference | null {
    return this.one('preference', preferenceFrom, of.project, of.key, of.subject);
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
    const preference = this.preference({ project, key: question.key, subject: question.subject });
    if (session === null) return { live: null, own: [], revoked: null, successor: null, preference, alike: [] };
    const identity = [session, question.key, question.subject];
    const { revoked, successor } = this.takenBack(identity);
    return {
      live: this.one('live', clarificationFrom, ...identity),
      own: job === null ? [] : this.own(job, question),
      revoked,
      successor,
      preference,
      alike: this.alike(session, question),
    };
  }

  private alike(session: string, { questionHash, subject, key }: PreparedQuestion): ClarificationRecord[] {
    return (this.sql.alike.all(session, questionHash, subject, key) as Row[]).map(clarificationFrom);
  }

  private takenBack(identity: readonly string[]): Pick<KnownQuestion, 'revoked' | 'successor'> {
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

  private own(job: string, { key, subject }: QuestionIdentity): OwnItem[] {
    return (this.sql.own.all(job, key, subject) as Row[]).map((row) => this.withClarification(row));
  }

  private withClarification(row: Row): OwnItem {
    const clarification = row.clarification_id === null ? null : this.clarificationById(row.clarification_id as string);
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
    return { clarification, depth, preference: this.preference(clarification) };
  }

  private clarification(id: string): ClarificationState {
    const clarification = this.clarificationById(id);
    if (!clarification) return { clarification, language: null, waiting: [], preference: null };
    const waiting = (this.sql.waiting.all(id) as Row[]).map((row) => {
      const item = itemFrom(row, clarification.question);
      const ask = row.expires_at === null ? null : this.one('ask', askFrom, item.ask);
      return { item, ask, jobWaits: row.job_waits as number, asked: this.asked(item.job) };
    });
    const language = clarification.type === 'CONFIRM' ? this.language(clarification.session) : null;
    return { clarification, language, waiting, preference: this.preference(clarification) };
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
