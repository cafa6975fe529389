/** "ask1": tells our files from those of other programs. */
export const APPLICATION_ID = 0x61736b31;
/** "ask0": stands in its place while a copy into the file is not complete. Nobody takes such a file for a store. */
export const COPYING_ID = 0x61736b30;

/**
 * A statement that writes the lists of values in a table's conditions as comparisons. SQLite changes the text of a CHECK in no other way than
 * this one, except by copying the whole table.
 */
function asComparisons(table: string, lists: readonly (readonly [column: string, values: string])[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const changed = lists.reduce((sql, [column, values]) => {
    const all = values.split(' ').map((value) => `'${value}'`);
    const compared = all.map((value) => `${column} = ${value}`).join(' OR ');
    return `replace(${sql}, ${quoted(`${column} IN (${all.join(', ')})`)}, ${quoted(`(${compared})`)})`;
  }, "replace(sql, 'outcome IN' || char(10) || '      (', 'outcome IN (')");
  return `UPDATE sqlite_schema SET sql = ${changed} WHERE type = 'table' AND name = '${table}';`;
}

/**
 * The embedded store's schema, as numbered steps. A step that has been released is never edited; a new one is added. One that
 * older code cannot work with raises `store.min_reader` to its own number: readers.ts.
 * The rules of the design stand here as indexes and CHECKs, so that no process can break them.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  PRAGMA application_id = ${APPLICATION_ID};

  CREATE TABLE sessions (
    id          TEXT PRIMARY KEY,
    project     TEXT NOT NULL,
    policy      TEXT NOT NULL,
    asker       TEXT NOT NULL,
    language    TEXT,
    heard_text  TEXT,
    heard_at    INTEGER,
    heard_paths TEXT,
    heard_spent INTEGER NOT NULL DEFAULT 0 CHECK (heard_spent IN (0, 1)),
    created_at  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE jobs (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    state      TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED')),
    policy     TEXT NOT NULL,
    asker      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What the person sees.
  CREATE TABLE clarifications (
    id            TEXT PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id),
    project       TEXT NOT NULL,
    ask_id        TEXT NOT NULL,
    job_id        TEXT,
    question      TEXT NOT NULL CHECK (question <> ''),
    type          TEXT NOT NULL CHECK (type IN ('TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT')),
    question_hash TEXT NOT NULL,
    canonical_key TEXT NOT NULL,
    subject       TEXT NOT NULL,
    destructive   INTEGER NOT NULL CHECK (destructive IN (0, 1)),
    details       TEXT NOT NULL,
    status        TEXT NOT NULL
      CHECK (status IN ('pending', 'answered', 'declined', 'revoked', 'superseded', 'withdrawn')),
    -- Said beside the status so that answering leaves the indexes over it alone: an index whose condition names a column that
    -- an UPDATE sets is written again, on a page of its own, even where its entry stays as it is.
    live          INTEGER NOT NULL CHECK (live = (status IN ('pending', 'answered', 'declined'))),
    succeeds      TEXT REFERENCES clarifications (id),
    answer        TEXT,
    source        TEXT CHECK (source IN ('user', 'input', 'preference', 'best_practice')),
    evidence      TEXT,
    confidence    REAL CHECK (confidence BETWEEN 0 AND 1),
    answered_by   TEXT,
    surface       TEXT,
    because       TEXT,
    cap_scope     TEXT,
    rejected      INTEGER NOT NULL DEFAULT 0 CHECK (rejected IN (0, 1)),
    created_at    INTEGER NOT NULL,
    settled_at    INTEGER,
    -- Rule 3: a pending question has no answer; an answered one has it, and says from whom.
    CHECK (status <> 'pending' OR (answer IS NULL AND settled_at IS NULL)),
    CHECK (status <> 'answered' OR (answer IS NOT NULL AND source IS NOT NULL AND evidence IS NOT NULL)),
    -- Rule 6: what would destroy, publish, pay or reveal is answered by the person alone.
    CHECK (destructive = 0 OR answer IS NULL OR source = 'user')
  ) STRICT, WITHOUT ROWID;

  -- Rule 3: an answer is given once. It may be taken back, never changed.
  CREATE TRIGGER clarifications_answered_once BEFORE UPDATE OF answer ON clarifications
    WHEN OLD.answer IS NOT NULL AND NEW.answer IS NOT OLD.answer
    BEGIN SELECT raise(ABORT, 'a clarification is answered at most once'); END;

  -- Rule 1: in a session no question is put to the person twice.
  CREATE UNIQUE INDEX clarifications_once ON clarifications (session_id, canonical_key, type, subject)
    WHERE live = 1;
  -- The rows that index leaves out. Between them the two hold every row of a session once.
  CREATE INDEX clarifications_gone ON clarifications (session_id, canonical_key, type, subject)
    WHERE live = 0;
  -- Rule 7: an answer that was taken back is asked anew at no cost, once.
  CREATE UNIQUE INDEX clarifications_succeeds ON clarifications (succeeds) WHERE succeeds IS NOT NULL;
  CREATE INDEX clarifications_inbox ON clarifications (id) WHERE status = 'pending';

  CREATE TABLE asks (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    job_id     TEXT REFERENCES jobs (id),
    asker      TEXT NOT NULL,
    cap_scope  TEXT,
    ask_number INTEGER,
    cap        INTEGER,
    deadline   INTEGER,
    on_timeout TEXT NOT NULL CHECK (on_timeout IN ('wait', 'default', 'fallback', 'fail')),
    fallback   TEXT,
    created_at INTEGER NOT NULL,
    -- Rule 2: no scope exceeds its cap.
    CHECK (ask_number BETWEEN 1 AND cap),
    CHECK ((cap_scope IS NULL) = (ask_number IS NULL) AND (cap_scope IS NULL) = (cap IS NULL)),
    -- Rule 5: silence is never consent.
    CHECK (on_timeout = 'wait' OR deadline IS NOT NULL)
  ) STRICT, WITHOUT ROWID;

  CREATE UNIQUE INDEX asks_cap ON asks (cap_scope, ask_number) WHERE cap_scope IS NOT NULL;

  -- Links asks and clarifications, and holds the outcome of each question of an ask.
  CREATE TABLE ask_items (
    ask_id           TEXT NOT NULL REFERENCES asks (id),
    position         INTEGER NOT NULL,
    session_id       TEXT NOT NULL,
    job_id           TEXT,
    clarification_id TEXT REFERENCES clarifications (id),
    question         TEXT,
    type             TEXT NOT NULL,
    canonical_key    TEXT NOT NULL,
    subject          TEXT NOT NULL,
    default_answer   TEXT,
    expires_at       INTEGER,
    outcome          TEXT NOT NULL CHECK (outcome IN
      ('answered', 'auto_resolved', 'parked', 'declined', 'cancelled', 'expired', 'fallback', 'failed')),
    answer           TEXT,
    source           TEXT CHECK (source IN ('history', 'input', 'preference', 'best_practice', 'default', 'fallback')),
    evidence         TEXT,
    confidence       REAL,
    code             TEXT,
    PRIMARY KEY (ask_id, position),
    CHECK (outcome <> 'parked' OR clarification_id IS NOT NULL),
    CHECK (question IS NOT NULL OR clarification_id IS NOT NULL)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX ask_items_waiting ON ask_items (clarification_id) WHERE outcome = 'parked';
  CREATE INDEX ask_items_job_waits ON ask_items (job_id) WHERE outcome = 'parked' AND job_id IS NOT NULL;
  CREATE INDEX ask_items_expiring ON ask_items (expires_at) WHERE outcome = 'parked' AND expires_at IS NOT NULL;
  CREATE INDEX ask_items_own ON ask_items (job_id, canonical_key, type, subject) WHERE job_id IS NOT NULL;

  CREATE TABLE preferences (
    project       TEXT NOT NULL,
    canonical_key TEXT NOT NULL,
    subject       TEXT NOT NULL,
    type          TEXT NOT NULL,
    question      TEXT NOT NULL,
    answer        TEXT NOT NULL,
    times         INTEGER NOT NULL CHECK (times >= 0),
    origin        TEXT NOT NULL CHECK (origin IN ('learnt', 'set')),
    updated_at    INTEGER NOT NULL,
    PRIMARY KEY (project, canonical_key, subject)
  ) STRICT, WITHOUT ROWID;

  -- The audit trail. The row id is the sequence number: nothing is ever deleted, so it rises by one.
  CREATE TABLE events (
    seq              INTEGER PRIMARY KEY,
    at               INTEGER NOT NULL,
    type             TEXT NOT NULL,
    session_id       TEXT,
    job_id           TEXT,
    ask_id           TEXT,
    clarification_id TEXT,
    data             TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;
  CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;
  `,
  `
  -- Jobs that workers run. One without a prompt is run by whoever asks under its id, and by no worker.
  ALTER TABLE jobs ADD COLUMN project TEXT NOT NULL DEFAULT '';
  UPDATE jobs SET project = (SELECT project FROM sessions WHERE sessions.id = jobs.session_id);
  ALTER TABLE jobs ADD COLUMN prompt TEXT CHECK (prompt IS NOT NULL OR state <> 'QUEUED');
  ALTER TABLE jobs ADD COLUMN agent TEXT;
  ALTER TABLE jobs ADD COLUMN owner TEXT
    CHECK (owner IS NULL OR (prompt IS NOT NULL AND state IN ('RUNNING', 'AWAITING_RESPONSE')));
  ALTER TABLE jobs ADD COLUMN runs INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN result TEXT;
  ALTER TABLE jobs ADD COLUMN error TEXT CHECK ((error IS NOT NULL) = (state = 'ERROR'));
  ALTER TABLE jobs ADD COLUMN started_at INTEGER;
  ALTER TABLE jobs ADD COLUMN ended_at INTEGER
    CHECK ((ended_at IS NOT NULL) = (state IN ('COMPLETE', 'ERROR', 'CANCELLED')));

  -- No condition names the state: it changes with every question, and those indexes would be written again each time.
  CREATE INDEX jobs_open ON jobs (project, created_at, id) WHERE prompt IS NOT NULL AND ended_at IS NULL;
  CREATE INDEX jobs_of_session ON jobs (session_id, id) WHERE prompt IS NOT NULL;
  CREATE INDEX jobs_owned ON jobs (owner) WHERE owner IS NOT NULL;

  CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
    WHEN OLD.state || '>' || NEW.state NOT IN (
      'QUEUED>RUNNING', 'QUEUED>CANCELLED', 'RUNNING>RUNNING', 'RUNNING>AWAITING_RESPONSE', 'RUNNING>COMPLETE', 'RUNNING>ERROR',
      'RUNNING>CANCELLED', 'AWAITING_RESPONSE>AWAITING_RESPONSE', 'AWAITING_RESPONSE>RUNNING', 'AWAITING_RESPONSE>ERROR',
      'AWAITING_RESPONSE>CANCELLED')
    BEGIN SELECT raise(ABORT, 'a job cannot go from this state to that'); END;

  -- Processes that run jobs. A worker whose lease has run out has none.
  CREATE TABLE workers (
    id          TEXT PRIMARY KEY,
    place       TEXT NOT NULL,
    pid         INTEGER NOT NULL,
    lease_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The results of side effects, so that a job that is run again does not repeat them.
  CREATE TABLE job_results (
    job_id TEXT NOT NULL REFERENCES jobs (id),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (job_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE job_log (
    job_id TEXT NOT NULL REFERENCES jobs (id),
    n      INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    stream TEXT NOT NULL CHECK (stream IN ('stdout', 'stderr', 'askonce')),
    line   TEXT NOT NULL,
    PRIMARY KEY (job_id, n)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Seed 001: what became of the one question about a job's prompt, and what the job is built from.
  ALTER TABLE jobs ADD COLUMN clarification_status TEXT NOT NULL DEFAULT 'none'
    CHECK (clarification_status IN ('none', 'asked', 'answered', 'skipped'))
    -- While its question waits, or after it came to nothing, a job is not built.
    CHECK (clarification_status <> 'asked' OR state IN ('AWAITING_RESPONSE', 'ERROR', 'CANCELLED'));
  ALTER TABLE jobs ADD COLUMN clarification_id TEXT;
  ALTER TABLE jobs ADD COLUMN clarification_question TEXT
    CHECK (clarification_question IS NOT NULL OR clarification_status NOT IN ('asked', 'answered'));
  ALTER TABLE jobs ADD COLUMN conflict_json TEXT;
  ALTER TABLE jobs ADD COLUMN clarification_answer TEXT
    CHECK ((clarification_answer IS NOT NULL) = (clarification_status = 'answered'));
  ALTER TABLE jobs ADD COLUMN clarification_answered_at INTEGER
    CHECK ((clarification_answered_at IS NOT NULL) = (clarification_status = 'answered'));
  ALTER TABLE jobs ADD COLUMN spec_json TEXT;
  ALTER TABLE clarifications ADD COLUMN answer_key TEXT;

  -- A job cannot ask about its prompt twice.
  CREATE TRIGGER jobs_ask_once BEFORE UPDATE OF clarification_status ON jobs
    WHEN OLD.clarification_status <> NEW.clarification_status
      AND OLD.clarification_status || '>' || NEW.clarification_status NOT IN (
        'none>asked', 'none>skipped', 'asked>answered', 'asked>skipped')
    BEGIN SELECT raise(ABORT, 'a job asks about its prompt once'); END;
  `,
  `
  -- Who may come in over the network. Of a token only its SHA-256 is kept, so that who reads the store cannot use it.
  CREATE TABLE tokens (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL CHECK (name <> ''),
    role       TEXT NOT NULL CHECK (role IN ('asker', 'answerer', 'admin')),
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;

  -- What all processes of an installation must know and nobody else may, such as the key that signs answer links.
  CREATE TABLE secrets (
    name  TEXT PRIMARY KEY CHECK (name <> ''),
    value TEXT NOT NULL CHECK (value <> '')
  ) STRICT, WITHOUT ROWID;

  -- Who is told of events by HTTP, and how far.
  CREATE TABLE webhooks (
    id          TEXT PRIMARY KEY,
    url         TEXT NOT NULL CHECK (url <> ''),
    secret      TEXT NOT NULL CHECK (substr(secret, 1, 6) = 'whsec_' AND length(secret) > 6),
    events      TEXT,
    created_at  INTEGER NOT NULL,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    failures    INTEGER NOT NULL CHECK (failures >= 0),
    retry_at    INTEGER,
    last_error  TEXT,
    disabled_at INTEGER,
    holder      TEXT,
    held_until  INTEGER,
    CHECK ((holder IS NULL) = (held_until IS NULL))
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The pages of jobs, in their order. A state is in an index only once it is the last one: until then it changes with every
  -- question, and the index would be written again each time.
  ALTER TABLE jobs ADD COLUMN ended_as TEXT GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN state END) VIRTUAL;
  CREATE INDEX jobs_listed ON jobs (created_at, id) WHERE prompt IS NOT NULL;
  CREATE INDEX jobs_listed_open ON jobs (created_at, id) WHERE prompt IS NOT NULL AND ended_at IS NULL;
  CREATE INDEX jobs_listed_ended ON jobs (ended_as, created_at, id) WHERE prompt IS NOT NULL AND ended_as IS NOT NULL;
  DROP INDEX jobs_of_session;
  CREATE INDEX jobs_of_session ON jobs (session_id, created_at, id) WHERE prompt IS NOT NULL;

  -- What a job's person answered is what it was built from: it stays, and so does when they did.
  CREATE TRIGGER jobs_answered_once BEFORE UPDATE OF clarification_answer, clarification_answered_at ON jobs
    WHEN OLD.clarification_answer IS NOT NULL AND (NEW.clarification_answer IS NOT OLD.clarification_answer
      OR NEW.clarification_answered_at IS NOT OLD.clarification_answered_at)
    BEGIN SELECT raise(ABORT, 'the question about a job is answered at most once'); END;
  `,
  `
  -- Seed 002: what agents decided by themselves.
  CREATE TABLE assumptions (
    id               TEXT PRIMARY KEY,
    session_id       TEXT NOT NULL REFERENCES sessions (id),
    job_id           TEXT,
    asker            TEXT NOT NULL,
    decision         TEXT NOT NULL CHECK (decision <> ''),
    reasoning        TEXT NOT NULL,
    confidence       REAL CHECK (confidence BETWEEN 0 AND 1),
    risk             TEXT,
    timeout_assumed  INTEGER NOT NULL CHECK (timeout_assumed IN (0, 1)),
    clarification_id TEXT,
    created_at       INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX assumptions_of_session ON assumptions (session_id, created_at, id);
  `,
  `
  -- Which releases may use this store, beside user_version: see readers.ts.
  CREATE TABLE store (
    one_row    INTEGER PRIMARY KEY CHECK (one_row = 1),
    min_reader INTEGER NOT NULL
  ) STRICT;
  INSERT INTO store (one_row, min_reader) VALUES (1, 7);
  `,
  `
  -- Rule 1 without the type: the same words are the same question, however they are put. Of those that are live twice already the one
  -- that was answered stays what is found, else the one that waits; the others keep all but their key, and can still be answered.
  UPDATE clarifications SET canonical_key = canonical_key || '/' || type WHERE live = 1 AND EXISTS (
    SELECT 1 FROM clarifications o WHERE o.session_id = clarifications.session_id
      AND o.canonical_key = clarifications.canonical_key AND o.subject = clarifications.subject AND o.live = 1
      AND (CASE o.status WHEN 'answered' THEN 2 WHEN 'pending' THEN 1 ELSE 0 END, o.id)
        > (CASE clarifications.status WHEN 'answered' THEN 2 WHEN 'pending' THEN 1 ELSE 0 END, clarifications.id));
  DROP INDEX clarifications_once;
  DROP INDEX clarifications_gone;
  CREATE UNIQUE INDEX clarifications_once ON clarifications (session_id, canonical_key, subject) WHERE live = 1;
  CREATE INDEX clarifications_gone ON clarifications (session_id, canonical_key, subject) WHERE live = 0;
  -- Older code would put the same words as another type, and fail at the index.
  UPDATE store SET min_reader = 8;
  `,
  `
  -- The seed's hash of a question never changes, while its key may with a release: it is looked up as well. The hash comes first, so
  -- that no planner takes this index for a look by session and key.
  CREATE INDEX clarifications_by_hash ON clarifications (question_hash, session_id, subject);
  `,
  `
  -- What the person said of late, by which answers end: a JSON list of { text, at }, null where there is nothing.
  ALTER TABLE sessions ADD COLUMN heard_recent TEXT;
  `,
  `
  -- Whose token made a job, an ask and its questions: an asker ends only its own.
  ALTER TABLE jobs ADD COLUMN token_id TEXT;
  ALTER TABLE asks ADD COLUMN token_id TEXT;
  ALTER TABLE clarifications ADD COLUMN token_id TEXT;
  `,
  `
  -- What stood beside the question that taught a preference: header, context and descriptions as JSON. It holds for that thing.
  ALTER TABLE preferences ADD COLUMN about TEXT;
  `,
  `
  -- By which version of the rules a question's key was made, and to which version all keys of the store were brought. What an older release
  -- writes has 1.
  ALTER TABLE clarifications ADD COLUMN key_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE ask_items ADD COLUMN key_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE preferences ADD COLUMN key_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE store ADD COLUMN key_version INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- When an answer taught what the project's people usually answer; or when it was revoked, if a preference had given it, which teaches
  -- the opposite. A preference's row is written only by hand: older code would write what it learns there, so that lessons do not count.
  ALTER TABLE clarifications ADD COLUMN taught_at INTEGER CHECK (taught_at IS NULL OR (destructive = 0
    AND (source = 'user' AND status IN ('answered', 'superseded') OR source = 'preference' AND status = 'revoked')));
  CREATE INDEX clarifications_taught ON clarifications (project, canonical_key, subject, taught_at, id) WHERE taught_at IS NOT NULL;
  UPDATE store SET min_reader = 14;
  `,
  `
  -- Pages by a status that few questions have, among a million that wait.
  CREATE INDEX clarifications_closed ON clarifications (id) WHERE status IN ('declined', 'revoked', 'superseded', 'withdrawn');

  -- Statistics: pieces of the audit trail that were counted. They are made again where they are missing.
  CREATE TABLE counted (
    last_seq    INTEGER PRIMARY KEY,
    first_seq   INTEGER NOT NULL,
    events      INTEGER NOT NULL,
    oldest      INTEGER NOT NULL,
    newest      INTEGER NOT NULL,
    slots       TEXT NOT NULL,
    waits       TEXT NOT NULL,
    questions   BLOB NOT NULL,
    key_version INTEGER NOT NULL
  ) STRICT;

  -- The session that is being pruned. Its row is there only within the transaction that deletes the session: no other event can be deleted.
  CREATE TABLE pruning (session_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  DROP TRIGGER events_are_not_deleted;
  CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    WHEN NOT EXISTS (SELECT 1 FROM pruning WHERE session_id = OLD.session_id)
    BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;
  `,
  `
  -- Fewer pages for each question. The items of a job, those that wait apart from the others: one index where there were two. Of the hash
  -- of a question its first 64 bits are enough to find it.
  DROP INDEX ask_items_own;
  DROP INDEX ask_items_job_waits;
  CREATE INDEX ask_items_of_job ON ask_items (job_id, (outcome = 'parked'), canonical_key, subject) WHERE job_id IS NOT NULL;
  DROP INDEX clarifications_by_hash;
  CREATE INDEX clarifications_by_hash ON clarifications (substr(question_hash, 1, 16), session_id, subject);
  `,
  `
  -- The shared store has a guard against older releases from here on; this one needs none: sqlite/schema.ts.
  SELECT 1;
  `,
  `
  -- What a worker may claim, without the jobs that wait: each claim would read past all of them. A column, because a partial index on the
  -- state would have every index written again with each question, also of the jobs that no worker runs.
  ALTER TABLE jobs ADD COLUMN active_at INTEGER GENERATED ALWAYS AS (
    CASE WHEN prompt IS NOT NULL AND state IN ('QUEUED', 'RUNNING') THEN created_at END) VIRTUAL;
  DROP INDEX jobs_open;
  CREATE INDEX jobs_active ON jobs (project, active_at, id) WHERE active_at IS NOT NULL;
  `,
  `
  -- The versions by which the shared store guards decisions. This one has one writer at a time and needs none.
  SELECT 1;
  `,
  `
  -- Ids of sessions and jobs are unique within a project. The store numbers its projects; ids of project 0, the one with the most
  -- sessions, stay as they are, and those of the others end with a space and the number: core/model/scoped-id.ts.
  CREATE TABLE projects (
    number  INTEGER PRIMARY KEY CHECK (number >= 0),
    project TEXT NOT NULL UNIQUE
  ) STRICT;
  INSERT INTO projects (number, project)
    SELECT row_number() OVER (ORDER BY count(*) DESC, project) - 1, project
    FROM (SELECT project FROM sessions UNION ALL SELECT DISTINCT project FROM preferences) AS known GROUP BY project;
  -- The folder in which a job was made, where that is not the project's own: a worktree, or a folder of it.
  ALTER TABLE jobs ADD COLUMN folder TEXT;

  PRAGMA defer_foreign_keys = ON;
  DROP TRIGGER events_are_not_changed;
  UPDATE clarifications SET session_id = clarifications.session_id || ' ' || p.number, job_id = clarifications.job_id || ' ' || p.number,
    cap_scope = json_set(cap_scope, '$[1]', (cap_scope ->> 1) || ' ' || p.number) FROM sessions s, projects p
    WHERE s.id = clarifications.session_id AND p.project = s.project AND p.number > 0;
  UPDATE asks SET session_id = asks.session_id || ' ' || p.number, job_id = asks.job_id || ' ' || p.number,
    cap_scope = json_set(cap_scope, '$[1]', (cap_scope ->> 1) || ' ' || p.number) FROM sessions s, projects p
    WHERE s.id = asks.session_id AND p.project = s.project AND p.number > 0;
  UPDATE ask_items SET session_id = ask_items.session_id || ' ' || p.number, job_id = ask_items.job_id || ' ' || p.number FROM sessions s, projects p
    WHERE s.id = ask_items.session_id AND p.project = s.project AND p.number > 0;
  UPDATE assumptions SET session_id = assumptions.session_id || ' ' || p.number, job_id = assumptions.job_id || ' ' || p.number FROM sessions s, projects p
    WHERE s.id = assumptions.session_id AND p.project = s.project AND p.number > 0;
  UPDATE events SET session_id = events.session_id || ' ' || p.number, job_id = events.job_id || ' ' || p.number FROM sessions s, projects p
    WHERE s.id = events.session_id AND p.project = s.project AND p.number > 0;
  UPDATE job_results SET job_id = job_results.job_id || ' ' || p.number FROM jobs j, sessions s, projects p
    WHERE j.id = job_results.job_id AND s.id = j.session_id AND p.project = s.project AND p.number > 0;
  UPDATE job_log SET job_id = job_log.job_id || ' ' || p.number FROM jobs j, sessions s, projects p
    WHERE j.id = job_log.job_id AND s.id = j.session_id AND p.project = s.project AND p.number > 0;
  UPDATE jobs SET id = jobs.id || ' ' || p.number, session_id = jobs.session_id || ' ' || p.number FROM sessions s, projects p
    WHERE s.id = jobs.session_id AND p.project = s.project AND p.number > 0;
  UPDATE sessions SET id = sessions.id || ' ' || p.number FROM projects p WHERE p.project = sessions.project AND p.number > 0;
  CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;
  -- Older code would join what two projects call by one name.
  UPDATE store SET min_reader = 20;
  `,
  `
  -- Approvals: what was decided beside the Yes or No, and which answers made a rule. Answers that made a rule are looked up by it.
  ALTER TABLE clarifications ADD COLUMN decision TEXT;
  ALTER TABLE clarifications ADD COLUMN rule_scope TEXT CHECK (rule_scope IN ('session', 'project'));
  CREATE INDEX clarifications_rules ON clarifications (project, rule_scope, session_id) WHERE rule_scope IS NOT NULL;
  -- What an asker wants to hear with the outcome of its ask.
  ALTER TABLE ask_items ADD COLUMN ref TEXT;
  -- A rule may answer an approval. It may never allow what is dangerous. SQLite changes the text of a CHECK in no other way than this one,
  -- except by copying the whole table.
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = replace(replace(sql,
      'CHECK (source IN (''user'', ''input''', 'CHECK (source IN (''user'', ''rule'', ''input'''),
      'OR source = ''user'')', 'OR source = ''user'' OR (source = ''rule'' AND answer = ''No''))')
    WHERE type = 'table' AND name = 'clarifications';
  UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (source IN (''history''', 'CHECK (source IN (''history'', ''rule''')
    WHERE type = 'table' AND name = 'ask_items';
  PRAGMA writable_schema = RESET;
  -- Older code would take a plain answer for an approval.
  UPDATE store SET min_reader = 21;
  `,
  `
  -- The channels that tell people about questions: how far each was told, and the messages that are out.
  CREATE TABLE channels (
    id          TEXT PRIMARY KEY,
    created_at  INTEGER NOT NULL,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    failures    INTEGER NOT NULL CHECK (failures >= 0),
    retry_at    INTEGER,
    last_error  TEXT,
    disabled_at INTEGER,
    holder      TEXT,
    held_until  INTEGER,
    CHECK ((holder IS NULL) = (held_until IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE channel_messages (
    channel_id       TEXT NOT NULL,
    clarification_id TEXT NOT NULL,
    -- How the channel names its message; NULL until it was sent.
    handle           TEXT,
    PRIMARY KEY (channel_id, clarification_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Which program asked, and until when the person does not want to see the question. Pages of one project, and what has to return.
  ALTER TABLE clarifications ADD COLUMN agent TEXT;
  ALTER TABLE clarifications ADD COLUMN snoozed_until INTEGER;
  CREATE INDEX clarifications_waiting ON clarifications (project, id) WHERE status = 'pending';
  CREATE INDEX clarifications_snoozed ON clarifications (snoozed_until) WHERE snoozed_until IS NOT NULL;
  -- The project that a token is bound to. Its text differs from that of other tokens, so that older code refuses it.
  ALTER TABLE tokens ADD COLUMN project TEXT;
  -- The answer of another session of the project may answer a question, where the policy says so.
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = replace(sql,
      'CHECK (source IN (''user'', ''rule'', ''input''', 'CHECK (source IN (''user'', ''rule'', ''history'', ''input''')
    WHERE type = 'table' AND name = 'clarifications';
  PRAGMA writable_schema = RESET;
  `,
  `
  -- Where an IN names more than two values, SQLite builds a table of them each time a row is written: that took half as long as all the rest.
  -- The same conditions as comparisons. Older releases go on working.
  PRAGMA writable_schema = ON;
  ${asComparisons('jobs', [
    ['state', 'QUEUED RUNNING AWAITING_RESPONSE COMPLETE ERROR CANCELLED'],
    ['state', 'COMPLETE ERROR CANCELLED'],
    ['state', 'AWAITING_RESPONSE ERROR CANCELLED'],
    ['clarification_status', 'none asked answered skipped'],
  ])}
  ${asComparisons('clarifications', [
    ['type', 'TARGET_FILE SELECT_ONE CONFIRM FREE_TEXT'],
    ['status', 'pending answered declined revoked superseded withdrawn'],
    ['status', 'pending answered declined'],
    ['source', 'user rule history input preference best_practice'],
  ])}
  ${asComparisons('asks', [['on_timeout', 'wait default fallback fail']])}
  ${asComparisons('ask_items', [
    ['outcome', 'answered auto_resolved parked declined cancelled expired fallback failed'],
    ['source', 'history rule input preference best_practice default fallback'],
  ])}
  PRAGMA writable_schema = RESET;
  DROP INDEX clarifications_closed;
  CREATE INDEX clarifications_closed ON clarifications (id)
    WHERE (status = 'declined' OR status = 'revoked' OR status = 'superseded' OR status = 'withdrawn');
  DROP TRIGGER jobs_move;
  CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
    WHEN NOT CASE OLD.state
      WHEN 'QUEUED' THEN NEW.state = 'RUNNING' OR NEW.state = 'CANCELLED'
      WHEN 'RUNNING' THEN NEW.state <> 'QUEUED'
      WHEN 'AWAITING_RESPONSE' THEN NEW.state <> 'QUEUED' AND NEW.state <> 'COMPLETE'
      ELSE 0 END
    BEGIN SELECT raise(ABORT, 'a job cannot go from this state to that'); END;
  DROP TRIGGER jobs_ask_once;
  CREATE TRIGGER jobs_ask_once BEFORE UPDATE OF clarification_status ON jobs
    WHEN OLD.clarification_status <> NEW.clarification_status AND NOT CASE OLD.clarification_status
      WHEN 'none' THEN NEW.clarification_status = 'asked' OR NEW.clarification_status = 'skipped'
      WHEN 'asked' THEN NEW.clarification_status = 'answered' OR NEW.clarification_status = 'skipped'
      ELSE 0 END
    BEGIN SELECT raise(ABORT, 'a job asks about its prompt once'); END;
  `,
];
