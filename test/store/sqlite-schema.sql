CREATE INDEX ask_items_expiring ON ask_items (expires_at) WHERE outcome = 'parked' AND expires_at IS NOT NULL;

CREATE INDEX ask_items_of_job ON ask_items (job_id, (outcome = 'parked'), canonical_key, subject) WHERE job_id IS NOT NULL;

CREATE INDEX ask_items_waiting ON ask_items (clarification_id) WHERE outcome = 'parked';

CREATE UNIQUE INDEX asks_cap ON asks (cap_scope, ask_number) WHERE cap_scope IS NOT NULL;

CREATE INDEX assumptions_of_session ON assumptions (session_id, created_at, id);

CREATE INDEX clarifications_by_hash ON clarifications (substr(question_hash, 1, 16), session_id, subject);

CREATE INDEX clarifications_closed ON clarifications (id)
  WHERE (status = 'declined' OR status = 'revoked' OR status = 'superseded' OR status = 'withdrawn');

CREATE INDEX clarifications_gone ON clarifications (session_id, canonical_key, subject) WHERE live = 0;

CREATE INDEX clarifications_inbox ON clarifications (id) WHERE status = 'pending';

CREATE UNIQUE INDEX clarifications_once ON clarifications (session_id, canonical_key, subject) WHERE live = 1;

CREATE INDEX clarifications_rules ON clarifications (project, rule_scope, session_id) WHERE rule_scope IS NOT NULL;

CREATE INDEX clarifications_snoozed ON clarifications (snoozed_until) WHERE snoozed_until IS NOT NULL;

CREATE UNIQUE INDEX clarifications_succeeds ON clarifications (succeeds) WHERE succeeds IS NOT NULL;

CREATE INDEX clarifications_taught ON clarifications (project, canonical_key, subject, taught_at, id) WHERE taught_at IS NOT NULL;

CREATE INDEX clarifications_waiting ON clarifications (project, id) WHERE status = 'pending';

CREATE INDEX jobs_active ON jobs (project, active_at, id) WHERE active_at IS NOT NULL;

CREATE INDEX jobs_listed ON jobs (created_at, id) WHERE prompt IS NOT NULL;

CREATE INDEX jobs_listed_ended ON jobs (ended_as, created_at, id) WHERE prompt IS NOT NULL AND ended_as IS NOT NULL;

CREATE INDEX jobs_listed_open ON jobs (created_at, id) WHERE prompt IS NOT NULL AND ended_at IS NULL;

CREATE INDEX jobs_of_session ON jobs (session_id, created_at, id) WHERE prompt IS NOT NULL;

CREATE INDEX jobs_owned ON jobs (owner) WHERE owner IS NOT NULL;

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
  outcome          TEXT NOT NULL CHECK ((outcome = 'answered' OR outcome = 'auto_resolved' OR outcome = 'parked' OR outcome = 'declined' OR outcome = 'cancelled' OR outcome = 'expired' OR outcome = 'fallback' OR outcome = 'failed')),
  answer           TEXT,
  source           TEXT CHECK ((source = 'history' OR source = 'rule' OR source = 'input' OR source = 'preference' OR source = 'best_practice' OR source = 'default' OR source = 'fallback')),
  evidence         TEXT,
  confidence       REAL,
  code             TEXT, key_version INTEGER NOT NULL DEFAULT 1, ref TEXT,
  PRIMARY KEY (ask_id, position),
  CHECK (outcome <> 'parked' OR clarification_id IS NOT NULL),
  CHECK (question IS NOT NULL OR clarification_id IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE asks (
  id         TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  job_id     TEXT REFERENCES jobs (id),
  asker      TEXT NOT NULL,
  cap_scope  TEXT,
  ask_number INTEGER,
  cap        INTEGER,
  deadline   INTEGER,
  on_timeout TEXT NOT NULL CHECK ((on_timeout = 'wait' OR on_timeout = 'default' OR on_timeout = 'fallback' OR on_timeout = 'fail')),
  fallback   TEXT,
  created_at INTEGER NOT NULL, token_id TEXT,
  -- Rule 2: no scope exceeds its cap.
  CHECK (ask_number BETWEEN 1 AND cap),
  CHECK ((cap_scope IS NULL) = (ask_number IS NULL) AND (cap_scope IS NULL) = (cap IS NULL)),
  -- Rule 5: silence is never consent.
  CHECK (on_timeout = 'wait' OR deadline IS NOT NULL)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE channel_messages (
  channel_id       TEXT NOT NULL,
  clarification_id TEXT NOT NULL,
  -- How the channel names its message; NULL until it was sent.
  handle           TEXT,
  PRIMARY KEY (channel_id, clarification_id)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE clarifications (
  id            TEXT PRIMARY KEY,
  session_id    TEXT NOT NULL REFERENCES sessions (id),
  project       TEXT NOT NULL,
  ask_id        TEXT NOT NULL,
  job_id        TEXT,
  question      TEXT NOT NULL CHECK (question <> ''),
  type          TEXT NOT NULL CHECK ((type = 'TARGET_FILE' OR type = 'SELECT_ONE' OR type = 'CONFIRM' OR type = 'FREE_TEXT')),
  question_hash TEXT NOT NULL,
  canonical_key TEXT NOT NULL,
  subject       TEXT NOT NULL,
  destructive   INTEGER NOT NULL CHECK (destructive IN (0, 1)),
  details       TEXT NOT NULL,
  status        TEXT NOT NULL
    CHECK ((status = 'pending' OR status = 'answered' OR status = 'declined' OR status = 'revoked' OR status = 'superseded' OR status = 'withdrawn')),
  -- Said beside the status so that answering leaves the indexes over it alone: an index whose condition names a column that
  -- an UPDATE sets is written again, on a page of its own, even where its entry stays as it is.
  live          INTEGER NOT NULL CHECK (live = ((status = 'pending' OR status = 'answered' OR status = 'declined'))),
  succeeds      TEXT REFERENCES clarifications (id),
  answer        TEXT,
  source        TEXT CHECK ((source = 'user' OR source = 'rule' OR source = 'history' OR source = 'input' OR source = 'preference' OR source = 'best_practice')),
  evidence      TEXT,
  confidence    REAL CHECK (confidence BETWEEN 0 AND 1),
  answered_by   TEXT,
  surface       TEXT,
  because       TEXT,
  cap_scope     TEXT,
  rejected      INTEGER NOT NULL DEFAULT 0 CHECK (rejected IN (0, 1)),
  created_at    INTEGER NOT NULL,
  settled_at    INTEGER, answer_key TEXT, token_id TEXT, key_version INTEGER NOT NULL DEFAULT 1, taught_at INTEGER CHECK (taught_at IS NULL OR (destructive = 0
  AND (source = 'user' AND status IN ('answered', 'superseded') OR source = 'preference' AND status = 'revoked'))), decision TEXT, rule_scope TEXT CHECK (rule_scope IN ('session', 'project')), agent TEXT, snoozed_until INTEGER,
  -- Rule 3: a pending question has no answer; an answered one has it, and says from whom.
  CHECK (status <> 'pending' OR (answer IS NULL AND settled_at IS NULL)),
  CHECK (status <> 'answered' OR (answer IS NOT NULL AND source IS NOT NULL AND evidence IS NOT NULL)),
  -- Rule 6: what would destroy, publish, pay or reveal is answered by the person alone.
  CHECK (destructive = 0 OR answer IS NULL OR source = 'user' OR (source = 'rule' AND answer = 'No'))
) STRICT, WITHOUT ROWID;

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

CREATE TABLE job_log (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  n      INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  stream TEXT NOT NULL CHECK (stream IN ('stdout', 'stderr', 'askonce')),
  line   TEXT NOT NULL,
  PRIMARY KEY (job_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_results (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  key    TEXT NOT NULL,
  value  TEXT NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (job_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id         TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  state      TEXT NOT NULL CHECK ((state = 'QUEUED' OR state = 'RUNNING' OR state = 'AWAITING_RESPONSE' OR state = 'COMPLETE' OR state = 'ERROR' OR state = 'CANCELLED')),
  policy     TEXT NOT NULL,
  asker      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
  , project TEXT NOT NULL DEFAULT '', prompt TEXT CHECK (prompt IS NOT NULL OR state <> 'QUEUED'), agent TEXT, owner TEXT
  CHECK (owner IS NULL OR (prompt IS NOT NULL AND state IN ('RUNNING', 'AWAITING_RESPONSE'))), runs INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, result TEXT, error TEXT CHECK ((error IS NOT NULL) = (state = 'ERROR')), started_at INTEGER, ended_at INTEGER
  CHECK ((ended_at IS NOT NULL) = ((state = 'COMPLETE' OR state = 'ERROR' OR state = 'CANCELLED'))), clarification_status TEXT NOT NULL DEFAULT 'none'
  CHECK ((clarification_status = 'none' OR clarification_status = 'asked' OR clarification_status = 'answered' OR clarification_status = 'skipped'))
  -- While its question waits, or after it came to nothing, a job is not built.
  CHECK (clarification_status <> 'asked' OR (state = 'AWAITING_RESPONSE' OR state = 'ERROR' OR state = 'CANCELLED')), clarification_id TEXT, clarification_question TEXT
  CHECK (clarification_question IS NOT NULL OR clarification_status NOT IN ('asked', 'answered')), conflict_json TEXT, clarification_answer TEXT
  CHECK ((clarification_answer IS NOT NULL) = (clarification_status = 'answered')), clarification_answered_at INTEGER
  CHECK ((clarification_answered_at IS NOT NULL) = (clarification_status = 'answered')), spec_json TEXT, ended_as TEXT GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN state END) VIRTUAL, token_id TEXT, active_at INTEGER GENERATED ALWAYS AS (
  CASE WHEN prompt IS NOT NULL AND state IN ('QUEUED', 'RUNNING') THEN created_at END) VIRTUAL, folder TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE preferences (
  project       TEXT NOT NULL,
  canonical_key TEXT NOT NULL,
  subject       TEXT NOT NULL,
  type          TEXT NOT NULL,
  question      TEXT NOT NULL,
  answer        TEXT NOT NULL,
  times         INTEGER NOT NULL CHECK (times >= 0),
  origin        TEXT NOT NULL CHECK (origin IN ('learnt', 'set')),
  updated_at    INTEGER NOT NULL, about TEXT, key_version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (project, canonical_key, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  number  INTEGER PRIMARY KEY CHECK (number >= 0),
  project TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE pruning (session_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY CHECK (name <> ''),
  value TEXT NOT NULL CHECK (value <> '')
) STRICT, WITHOUT ROWID;

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
  , heard_recent TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE store (
  one_row    INTEGER PRIMARY KEY CHECK (one_row = 1),
  min_reader INTEGER NOT NULL
  , key_version INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE TABLE tokens (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL CHECK (name <> ''),
  role       TEXT NOT NULL CHECK (role IN ('asker', 'answerer', 'admin')),
  hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
  , project TEXT) STRICT, WITHOUT ROWID;

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

CREATE TABLE workers (
  id          TEXT PRIMARY KEY,
  place       TEXT NOT NULL,
  pid         INTEGER NOT NULL,
  lease_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER clarifications_answered_once BEFORE UPDATE OF answer ON clarifications
  WHEN OLD.answer IS NOT NULL AND NEW.answer IS NOT OLD.answer
  BEGIN SELECT raise(ABORT, 'a clarification is answered at most once'); END;

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
  BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
  WHEN NOT EXISTS (SELECT 1 FROM pruning WHERE session_id = OLD.session_id)
  BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

CREATE TRIGGER jobs_answered_once BEFORE UPDATE OF clarification_answer, clarification_answered_at ON jobs
  WHEN OLD.clarification_answer IS NOT NULL AND (NEW.clarification_answer IS NOT OLD.clarification_answer
    OR NEW.clarification_answered_at IS NOT OLD.clarification_answered_at)
  BEGIN SELECT raise(ABORT, 'the question about a job is answered at most once'); END;

CREATE TRIGGER jobs_ask_once BEFORE UPDATE OF clarification_status ON jobs
  WHEN OLD.clarification_status <> NEW.clarification_status AND NOT CASE OLD.clarification_status
    WHEN 'none' THEN NEW.clarification_status = 'asked' OR NEW.clarification_status = 'skipped'
    WHEN 'asked' THEN NEW.clarification_status = 'answered' OR NEW.clarification_status = 'skipped'
    ELSE 0 END
  BEGIN SELECT raise(ABORT, 'a job asks about its prompt once'); END;

CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
  WHEN NOT CASE OLD.state
    WHEN 'QUEUED' THEN NEW.state = 'RUNNING' OR NEW.state = 'CANCELLED'
    WHEN 'RUNNING' THEN NEW.state <> 'QUEUED'
    WHEN 'AWAITING_RESPONSE' THEN NEW.state <> 'QUEUED' AND NEW.state <> 'COMPLETE'
    ELSE 0 END
  BEGIN SELECT raise(ABORT, 'a job cannot go from this state to that'); END;
