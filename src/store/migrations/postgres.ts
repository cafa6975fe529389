/**
 * The shared store's schema, as numbered steps. A step that has been released is never edited; a new one is added. Tables,
 * columns, indexes and CHECKs are those of the embedded store; what differs says why. Every name is looked up in the
 * installation's own schema, which the connection's search path names.
 *
 * Keys are compared byte by byte (COLLATE "C"), as the embedded store does, whatever the database's language.
 *
 * A step runs while processes of older releases work in the store.
 * - An additive step adds tables, functions, or columns that are nullable or have a constant default: a moment's lock. It neither rewrites a
 *   table nor reads all of one. An index on a table that grows makes writers wait for a second per million rows.
 * - A step that older code would break, or be broken by, raises `min_reader` to its own number: `UPDATE store SET min_reader = 9`. The
 *   runner then keeps writers out from the first such step to the commit, and the guard below refuses older releases afterwards.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    id          text COLLATE "C" PRIMARY KEY,
    -- Rises with every decision that writes in the session. A decision is written only where it still is what the decision saw,
    -- so a session is decided on by one at a time, whoever they are and however many.
    version     integer NOT NULL DEFAULT 0,
    project     text NOT NULL,
    policy      text NOT NULL,
    asker       text NOT NULL,
    language    text,
    heard_text  text,
    heard_at    bigint,
    heard_paths text,
    heard_spent smallint NOT NULL DEFAULT 0 CHECK (heard_spent IN (0, 1)),
    created_at  bigint NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE jobs (
    id         text COLLATE "C" PRIMARY KEY,
    session_id text COLLATE "C" NOT NULL REFERENCES sessions (id),
    state      text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED')),
    policy     text NOT NULL,
    asker      text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );

  -- What the person sees.
  CREATE TABLE clarifications (
    id            text COLLATE "C" PRIMARY KEY,
    session_id    text COLLATE "C" NOT NULL REFERENCES sessions (id),
    project       text NOT NULL,
    ask_id        text COLLATE "C" NOT NULL,
    job_id        text COLLATE "C",
    question      text NOT NULL CHECK (question <> ''),
    type          text COLLATE "C" NOT NULL CHECK (type IN ('TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT')),
    question_hash text NOT NULL,
    canonical_key text COLLATE "C" NOT NULL,
    subject       text COLLATE "C" NOT NULL,
    destructive   smallint NOT NULL CHECK (destructive IN (0, 1)),
    details       text NOT NULL,
    status        text COLLATE "C" NOT NULL
      CHECK (status IN ('pending', 'answered', 'declined', 'revoked', 'superseded', 'withdrawn')),
    live          smallint NOT NULL CHECK (live = CASE WHEN status IN ('pending', 'answered', 'declined') THEN 1 ELSE 0 END),
    succeeds      text COLLATE "C" REFERENCES clarifications (id),
    answer        text,
    source        text CHECK (source IN ('user', 'input', 'preference', 'best_practice')),
    evidence      text,
    confidence    double precision CHECK (confidence BETWEEN 0 AND 1),
    answered_by   text,
    surface       text,
    because       text,
    cap_scope     text,
    rejected      smallint NOT NULL DEFAULT 0 CHECK (rejected IN (0, 1)),
    created_at    bigint NOT NULL,
    settled_at    bigint,
    -- Rule 3: a pending question has no answer; an answered one has it, and says from whom.
    CHECK (status <> 'pending' OR (answer IS NULL AND settled_at IS NULL)),
    CHECK (status <> 'answered' OR (answer IS NOT NULL AND source IS NOT NULL AND evidence IS NOT NULL)),
    -- Rule 6: what would destroy, publish, pay or reveal is answered by the person alone.
    CHECK (destructive = 0 OR answer IS NULL OR (source IS NOT NULL AND source = 'user'))
  );

  -- Rule 3: an answer is given once. It may be taken back, never changed.
  CREATE FUNCTION answered_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'a clarification is answered at most once' USING ERRCODE = 'check_violation'; END $$;
  CREATE TRIGGER clarifications_answered_once BEFORE UPDATE OF answer ON clarifications
    FOR EACH ROW WHEN (OLD.answer IS NOT NULL AND NEW.answer IS DISTINCT FROM OLD.answer) EXECUTE FUNCTION answered_once();

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
    id         text COLLATE "C" PRIMARY KEY,
    session_id text COLLATE "C" NOT NULL REFERENCES sessions (id),
    job_id     text COLLATE "C" REFERENCES jobs (id),
    asker      text NOT NULL,
    cap_scope  text COLLATE "C",
    ask_number integer,
    cap        integer,
    deadline   bigint,
    on_timeout text NOT NULL CHECK (on_timeout IN ('wait', 'default', 'fallback', 'fail')),
    fallback   text,
    created_at bigint NOT NULL,
    -- Rule 2: no scope exceeds its cap.
    CHECK (ask_number BETWEEN 1 AND cap),
    CHECK ((cap_scope IS NULL) = (ask_number IS NULL) AND (cap_scope IS NULL) = (cap IS NULL)),
    -- Rule 5: silence is never consent.
    CHECK (on_timeout = 'wait' OR deadline IS NOT NULL)
  );

  CREATE UNIQUE INDEX asks_cap ON asks (cap_scope, ask_number) WHERE cap_scope IS NOT NULL;

  -- Links asks and clarifications, and holds the outcome of each question of an ask.
  CREATE TABLE ask_items (
    ask_id           text COLLATE "C" NOT NULL REFERENCES asks (id),
    position         integer NOT NULL,
    session_id       text COLLATE "C" NOT NULL,
    job_id           text COLLATE "C",
    clarification_id text COLLATE "C" REFERENCES clarifications (id),
    question         text,
    type             text COLLATE "C" NOT NULL,
    canonical_key    text COLLATE "C" NOT NULL,
    subject          text COLLATE "C" NOT NULL,
    default_answer   text,
    expires_at       bigint,
    outcome          text COLLATE "C" NOT NULL CHECK (outcome IN
      ('answered', 'auto_resolved', 'parked', 'declined', 'cancelled', 'expired', 'fallback', 'failed')),
    answer           text,
    source           text CHECK (source IN ('history', 'input', 'preference', 'best_practice', 'default', 'fallback')),
    evidence         text,
    confidence       double precision,
    code             text,
    PRIMARY KEY (ask_id, position),
    CHECK (outcome <> 'parked' OR clarification_id IS NOT NULL),
    CHECK (question IS NOT NULL OR clarification_id IS NOT NULL)
  );

  CREATE INDEX ask_items_waiting ON ask_items (clarification_id) WHERE outcome = 'parked';
  CREATE INDEX ask_items_job_waits ON ask_items (job_id) WHERE outcome = 'parked' AND job_id IS NOT NULL;
  CREATE INDEX ask_items_expiring ON ask_items (expires_at) WHERE outcome = 'parked' AND expires_at IS NOT NULL;
  CREATE INDEX ask_items_own ON ask_items (job_id, canonical_key, type, subject) WHERE job_id IS NOT NULL;

  CREATE TABLE preferences (
    project       text COLLATE "C" NOT NULL,
    canonical_key text COLLATE "C" NOT NULL,
    subject       text COLLATE "C" NOT NULL,
    type          text NOT NULL,
    question      text NOT NULL,
    answer        text NOT NULL,
    times         integer NOT NULL CHECK (times >= 0),
    origin        text NOT NULL CHECK (origin IN ('learnt', 'set')),
    updated_at    bigint NOT NULL,
    PRIMARY KEY (project, canonical_key, subject)
  );

  -- The audit trail. The number of an event is made of its transaction's number (see store), so that readers can tell which
  -- numbers may still come: those of transactions that still run. It rises, though not by one.
  CREATE TABLE events (
    seq              bigint PRIMARY KEY,
    at               bigint NOT NULL,
    type             text NOT NULL,
    session_id       text,
    job_id           text,
    ask_id           text,
    clarification_id text,
    data             text NOT NULL,
    -- On the first event of a decision: what its writer calls it. One who lost the connection while committing finds by it
    -- whether the commit came about.
    mark             text
  );

  CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the audit trail is append-only' USING ERRCODE = 'check_violation'; END $$;
  CREATE TRIGGER events_are_not_changed BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION append_only();
  CREATE TRIGGER events_are_not_truncated BEFORE TRUNCATE ON events EXECUTE FUNCTION append_only();

  -- Undoes a statement in which a row was not as its decision saw it.
  CREATE FUNCTION lost_race() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'a row was not as the decision saw it' USING ERRCODE = 'AO001'; END $$;
  `,
  `
  -- Jobs that workers run. One without a prompt is run by whoever asks under its id, and by no worker.
  ALTER TABLE jobs
    ADD COLUMN project    text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN prompt     text CHECK (prompt IS NOT NULL OR state <> 'QUEUED'),
    ADD COLUMN agent      text,
    ADD COLUMN owner      text COLLATE "C"
      CHECK (owner IS NULL OR (prompt IS NOT NULL AND state IN ('RUNNING', 'AWAITING_RESPONSE'))),
    ADD COLUMN runs       integer NOT NULL DEFAULT 0,
    ADD COLUMN lost       integer NOT NULL DEFAULT 0,
    ADD COLUMN result     text,
    ADD COLUMN error      text CHECK ((error IS NOT NULL) = (state = 'ERROR')),
    ADD COLUMN started_at bigint,
    ADD COLUMN ended_at   bigint CHECK ((ended_at IS NOT NULL) = (state IN ('COMPLETE', 'ERROR', 'CANCELLED')));
  UPDATE jobs SET project = (SELECT project FROM sessions WHERE sessions.id = jobs.session_id);

  -- No condition names the state: it changes with every question, and those indexes would be written again each time.
  CREATE INDEX jobs_open ON jobs (project, created_at, id) WHERE prompt IS NOT NULL AND ended_at IS NULL;
  CREATE INDEX jobs_of_session ON jobs (session_id, id) WHERE prompt IS NOT NULL;
  CREATE INDEX jobs_owned ON jobs (owner) WHERE owner IS NOT NULL;

  CREATE FUNCTION no_such_move() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'a job cannot go from this state to that' USING ERRCODE = 'check_violation'; END $$;
  CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
    FOR EACH ROW WHEN (OLD.state || '>' || NEW.state NOT IN (
      'QUEUED>RUNNING', 'QUEUED>CANCELLED', 'RUNNING>RUNNING', 'RUNNING>AWAITING_RESPONSE', 'RUNNING>COMPLETE', 'RUNNING>ERROR',
      'RUNNING>CANCELLED', 'AWAITING_RESPONSE>AWAITING_RESPONSE', 'AWAITING_RESPONSE>RUNNING', 'AWAITING_RESPONSE>ERROR',
      'AWAITING_RESPONSE>CANCELLED'))
    EXECUTE FUNCTION no_such_move();

  -- Processes that run jobs. A worker whose lease has run out has none.
  CREATE TABLE workers (
    id          text COLLATE "C" PRIMARY KEY,
    place       text NOT NULL,
    pid         integer NOT NULL,
    lease_until bigint NOT NULL
  );

  -- The results of side effects, so that a job that is run again does not repeat them.
  CREATE TABLE job_results (
    job_id text COLLATE "C" NOT NULL REFERENCES jobs (id),
    key    text COLLATE "C" NOT NULL,
    value  text NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY (job_id, key)
  );

  CREATE TABLE job_log (
    job_id text COLLATE "C" NOT NULL REFERENCES jobs (id),
    n      integer NOT NULL,
    at     bigint NOT NULL,
    stream text NOT NULL CHECK (stream IN ('stdout', 'stderr', 'askonce')),
    line   text NOT NULL,
    PRIMARY KEY (job_id, n)
  );
  `,
  `
  -- Seed 001: what became of the one question about a job's prompt, and what the job is built from.
  ALTER TABLE jobs
    ADD COLUMN clarification_status      text NOT NULL DEFAULT 'none'
      CHECK (clarification_status IN ('none', 'asked', 'answered', 'skipped'))
      -- While its question waits, or after it came to nothing, a job is not built.
      CHECK (clarification_status <> 'asked' OR state IN ('AWAITING_RESPONSE', 'ERROR', 'CANCELLED')),
    ADD COLUMN clarification_id          text COLLATE "C",
    ADD COLUMN clarification_question    text
      CHECK (clarification_question IS NOT NULL OR clarification_status NOT IN ('asked', 'answered')),
    ADD COLUMN conflict_json             text,
    ADD COLUMN clarification_answer      text
      CHECK ((clarification_answer IS NOT NULL) = (clarification_status = 'answered')),
    ADD COLUMN clarification_answered_at bigint
      CHECK ((clarification_answered_at IS NOT NULL) = (clarification_status = 'answered')),
    ADD COLUMN spec_json                 text;
  ALTER TABLE clarifications ADD COLUMN answer_key text;

  -- A job cannot ask about its prompt twice.
  CREATE FUNCTION asks_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'a job asks about its prompt once' USING ERRCODE = 'check_violation'; END $$;
  CREATE TRIGGER jobs_ask_once BEFORE UPDATE OF clarification_status ON jobs
    FOR EACH ROW WHEN (OLD.clarification_status <> NEW.clarification_status
      AND OLD.clarification_status || '>' || NEW.clarification_status NOT IN (
        'none>asked', 'none>skipped', 'asked>answered', 'asked>skipped'))
    EXECUTE FUNCTION asks_once();
  `,
  `
  -- Who may come in over the network. Of a token only its SHA-256 is kept, so that who reads the store cannot use it.
  CREATE TABLE tokens (
    id         text COLLATE "C" PRIMARY KEY,
    name       text NOT NULL CHECK (name <> ''),
    role       text NOT NULL CHECK (role IN ('asker', 'answerer', 'admin')),
    hash       text COLLATE "C" NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint
  );

  -- What all processes of an installation must know and nobody else may, such as the key that signs answer links.
  CREATE TABLE secrets (
    name  text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
    value text NOT NULL CHECK (value <> '')
  );

  -- Who is told of events by HTTP, and how far.
  CREATE TABLE webhooks (
    id          text COLLATE "C" PRIMARY KEY,
    url         text NOT NULL CHECK (url <> ''),
    secret      text NOT NULL CHECK (substr(secret, 1, 6) = 'whsec_' AND length(secret) > 6),
    events      text,
    created_at  bigint NOT NULL,
    seq         bigint NOT NULL CHECK (seq >= 0),
    failures    integer NOT NULL CHECK (failures >= 0),
    retry_at    bigint,
    last_error  text,
    disabled_at bigint,
    holder      text COLLATE "C",
    held_until  bigint,
    CHECK ((holder IS NULL) = (held_until IS NULL))
  );
  `,
  `
  -- The pages of jobs, in their order. A state is in an index only once it is the last one: until then it changes with every
  -- question. An index on the state itself, even a partial one, would have every other index of the job written again each time.
  ALTER TABLE jobs
    ADD COLUMN ended_as text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN state END) STORED;
  CREATE INDEX jobs_listed ON jobs (created_at, id) WHERE prompt IS NOT NULL;
  CREATE INDEX jobs_listed_open ON jobs (created_at, id) WHERE prompt IS NOT NULL AND ended_at IS NULL;
  CREATE INDEX jobs_listed_ended ON jobs (ended_as, created_at, id) WHERE prompt IS NOT NULL AND ended_as IS NOT NULL;
  DROP INDEX jobs_of_session;
  CREATE INDEX jobs_of_session ON jobs (session_id, created_at, id) WHERE prompt IS NOT NULL;

  -- What a job's person answered is what it was built from: it stays, and so does when they did.
  CREATE FUNCTION job_answered_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the question about a job is answered at most once' USING ERRCODE = 'check_violation'; END $$;
  CREATE TRIGGER jobs_answered_once BEFORE UPDATE OF clarification_answer, clarification_answered_at ON jobs
    FOR EACH ROW WHEN (OLD.clarification_answer IS NOT NULL AND (NEW.clarification_answer IS DISTINCT FROM OLD.clarification_answer
      OR NEW.clarification_answered_at IS DISTINCT FROM OLD.clarification_answered_at))
    EXECUTE FUNCTION job_answered_once();
  `,
  `
  -- Seed 002: what agents decided by themselves.
  CREATE TABLE assumptions (
    id               text COLLATE "C" PRIMARY KEY,
    session_id       text COLLATE "C" NOT NULL REFERENCES sessions (id),
    job_id           text COLLATE "C",
    asker            text NOT NULL,
    decision         text NOT NULL CHECK (decision <> ''),
    reasoning        text NOT NULL,
    confidence       double precision CHECK (confidence BETWEEN 0 AND 1),
    risk             text,
    timeout_assumed  smallint NOT NULL CHECK (timeout_assumed IN (0, 1)),
    clarification_id text COLLATE "C",
    created_at       bigint NOT NULL
  );
  CREATE INDEX assumptions_of_session ON assumptions (session_id, created_at, id);
  `,
  `
  -- Which releases may use this store, beside its version: see readers.ts.
  ALTER TABLE store ADD COLUMN min_reader integer NOT NULL DEFAULT 7;
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
  ALTER TABLE sessions ADD COLUMN heard_recent text;
  `,
  `
  -- Whose token made a job, an ask and its questions: an asker ends only its own.
  ALTER TABLE jobs ADD COLUMN token_id text COLLATE "C";
  ALTER TABLE asks ADD COLUMN token_id text COLLATE "C";
  ALTER TABLE clarifications ADD COLUMN token_id text COLLATE "C";
  `,
  `
  -- What stood beside the question that taught a preference: header, context and descriptions as JSON. It holds for that thing.
  ALTER TABLE preferences ADD COLUMN about text;
  `,
  `
  -- By which version of the rules a question's key was made, and to which version all keys of the store were brought. What an older release
  -- writes has 1.
  ALTER TABLE clarifications ADD COLUMN key_version integer NOT NULL DEFAULT 1;
  ALTER TABLE ask_items ADD COLUMN key_version integer NOT NULL DEFAULT 1;
  ALTER TABLE preferences ADD COLUMN key_version integer NOT NULL DEFAULT 1;
  ALTER TABLE store ADD COLUMN key_version integer NOT NULL DEFAULT 1;
  `,
  `
  -- When an answer taught what the project's people usually answer; or when it was revoked, if a preference had given it, which teaches
  -- the opposite. A preference's row is written only by hand: older code would write what it learns there, so that lessons do not count.
  ALTER TABLE clarifications ADD COLUMN taught_at bigint CHECK (taught_at IS NULL OR (destructive = 0
    AND (source = 'user' AND status IN ('answered', 'superseded') OR source = 'preference' AND status = 'revoked')));
  CREATE INDEX clarifications_taught ON clarifications (project, canonical_key, subject, taught_at, id) WHERE taught_at IS NOT NULL;
  UPDATE store SET min_reader = 14;
  `,
  `
  -- Pages by a status that few questions have, among a million that wait.
  CREATE INDEX clarifications_closed ON clarifications (id) WHERE status IN ('declined', 'revoked', 'superseded', 'withdrawn');

  -- Statistics: pieces of the audit trail that were counted. They are made again where they are missing.
  CREATE TABLE counted (
    last_seq    bigint PRIMARY KEY,
    first_seq   bigint NOT NULL,
    events      integer NOT NULL,
    oldest      bigint NOT NULL,
    newest      bigint NOT NULL,
    slots       text NOT NULL,
    waits       text NOT NULL,
    questions   bytea NOT NULL,
    key_version integer NOT NULL
  );

  -- Sessions that are being pruned. Their rows are there only within the transaction that deletes the sessions: no other event can be deleted.
  CREATE TABLE pruning (session_id text COLLATE "C" PRIMARY KEY);
  CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT 1 FROM pruning WHERE session_id = OLD.session_id) THEN RETURN OLD; END IF;
    END IF;
    RAISE 'the audit trail is append-only' USING ERRCODE = 'check_violation';
  END $$;
  `,
  `
  -- The embedded store has other indexes from here on.
  SELECT 1;
  `,
  `
  -- A process that was started before a breaking step must not write after it. Events are written with every decision; the other tables are
  -- those that are also written without one. Releases from before this guard do not say which they are, and are refused.
  ${readerGuard(0)}
  ${[
    'events',
    'jobs',
    'preferences',
    'workers',
    'job_results',
    'job_log',
    'tokens',
    'secrets',
    'webhooks',
    'counted',
    'pruning',
  ]
    .map(
      (table) =>
        `CREATE TRIGGER reader_guard BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION reader_guard();`,
    )
    .join('\n  ')}
  `,
  `
  -- What a worker may claim, without the jobs that wait: each claim would read past all of them. A column, because a partial index on the
  -- state would have every index written again with each question, also of the jobs that no worker runs.
  ALTER TABLE jobs ADD COLUMN active_at bigint GENERATED ALWAYS AS (
    CASE WHEN prompt IS NOT NULL AND state IN ('QUEUED', 'RUNNING') THEN created_at END) STORED;
  DROP INDEX jobs_open;
  CREATE INDEX jobs_active ON jobs (project, active_at, id) WHERE active_at IS NOT NULL;
  `,
  `
  -- What a decision saw is guarded where it lies, so that decisions of one session that touch different things do not meet. The version of a
  -- clarification rises with every change of its row and of the items that wait for it; that of a job with every change of its row and of
  -- its items; that of a session with the person's words alone. Older code would guard by the session, and find no such column.
  ALTER TABLE sessions RENAME COLUMN version TO heard_version;
  ALTER TABLE clarifications ADD COLUMN version integer NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN version integer NOT NULL DEFAULT 0;
  -- A job changes with every question; there is room for that on its page.
  ALTER TABLE jobs SET (fillfactor = 70);
  ALTER TABLE sessions RESET (fillfactor);
  UPDATE store SET min_reader = 19;
  `,
  `
  -- Ids of sessions and jobs are unique within a project. The store numbers its projects; ids of project 0, the one with the most
  -- sessions, stay as they are, and those of the others end with a space and the number: core/model/scoped-id.ts.
  CREATE TABLE projects (
    number  integer PRIMARY KEY CHECK (number >= 0),
    project text COLLATE "C" NOT NULL UNIQUE
  );
  CREATE TRIGGER reader_guard BEFORE INSERT OR UPDATE OR DELETE ON projects EXECUTE FUNCTION reader_guard();
  INSERT INTO projects (number, project)
    SELECT row_number() OVER (ORDER BY count(*) DESC, project) - 1, project
    FROM (SELECT project FROM sessions UNION ALL SELECT DISTINCT project FROM preferences) AS known GROUP BY project;
  -- The folder in which a job was made, where that is not the project's own: a worktree, or a folder of it.
  ALTER TABLE jobs ADD COLUMN folder text;

  ALTER TABLE events DISABLE TRIGGER events_are_not_changed;
  ALTER TABLE jobs ALTER CONSTRAINT jobs_session_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE clarifications ALTER CONSTRAINT clarifications_session_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE asks ALTER CONSTRAINT asks_session_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE asks ALTER CONSTRAINT asks_job_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE assumptions ALTER CONSTRAINT assumptions_session_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE job_results ALTER CONSTRAINT job_results_job_id_fkey DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE job_log ALTER CONSTRAINT job_log_job_id_fkey DEFERRABLE INITIALLY DEFERRED;
  UPDATE clarifications SET session_id = clarifications.session_id || ' ' || p.number, job_id = clarifications.job_id || ' ' || p.number,
    cap_scope = '["' || (cap_scope::json ->> 0) || '",' || to_json((cap_scope::json ->> 1) || ' ' || p.number)::text
      || coalesce(',' || to_json(cap_scope::json ->> 2)::text, '') || ']' FROM sessions s, projects p
    WHERE s.id = clarifications.session_id AND p.project = s.project AND p.number > 0;
  UPDATE asks SET session_id = asks.session_id || ' ' || p.number, job_id = asks.job_id || ' ' || p.number,
    cap_scope = '["' || (cap_scope::json ->> 0) || '",' || to_json((cap_scope::json ->> 1) || ' ' || p.number)::text
      || coalesce(',' || to_json(cap_scope::json ->> 2)::text, '') || ']' FROM sessions s, projects p
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
  SET CONSTRAINTS ALL IMMEDIATE;
  ALTER TABLE jobs ALTER CONSTRAINT jobs_session_id_fkey NOT DEFERRABLE;
  ALTER TABLE clarifications ALTER CONSTRAINT clarifications_session_id_fkey NOT DEFERRABLE;
  ALTER TABLE asks ALTER CONSTRAINT asks_session_id_fkey NOT DEFERRABLE;
  ALTER TABLE asks ALTER CONSTRAINT asks_job_id_fkey NOT DEFERRABLE;
  ALTER TABLE assumptions ALTER CONSTRAINT assumptions_session_id_fkey NOT DEFERRABLE;
  ALTER TABLE job_results ALTER CONSTRAINT job_results_job_id_fkey NOT DEFERRABLE;
  ALTER TABLE job_log ALTER CONSTRAINT job_log_job_id_fkey NOT DEFERRABLE;
  ALTER TABLE events ENABLE TRIGGER events_are_not_changed;
  -- Older code would join what two projects call by one name.
  UPDATE store SET min_reader = 20;
  `,
  `
  -- Approvals: what was decided beside the Yes or No, and which answers made a rule. Answers that made a rule are looked up by it.
  ALTER TABLE clarifications ADD COLUMN decision text;
  ALTER TABLE clarifications ADD COLUMN rule_scope text COLLATE "C" CHECK (rule_scope IN ('session', 'project'));
  CREATE INDEX clarifications_rules ON clarifications (project, rule_scope, session_id) WHERE rule_scope IS NOT NULL;
  -- What an asker wants to hear with the outcome of its ask.
  ALTER TABLE ask_items ADD COLUMN ref text;
  -- A rule may answer an approval. It may never allow what is dangerous.
  ALTER TABLE clarifications DROP CONSTRAINT clarifications_source_check;
  ALTER TABLE clarifications ADD CONSTRAINT clarifications_source_check
    CHECK (source IN ('user', 'rule', 'input', 'preference', 'best_practice')) NOT VALID;
  ALTER TABLE ask_items DROP CONSTRAINT ask_items_source_check;
  ALTER TABLE ask_items ADD CONSTRAINT ask_items_source_check
    CHECK (source IN ('history', 'rule', 'input', 'preference', 'best_practice', 'default', 'fallback')) NOT VALID;
  ALTER TABLE clarifications DROP CONSTRAINT clarifications_check3;
  ALTER TABLE clarifications ADD CONSTRAINT clarifications_check3 CHECK (destructive = 0 OR answer IS NULL
    OR (source IS NOT NULL AND (source = 'user' OR (source = 'rule' AND answer = 'No')))) NOT VALID;
  -- Older code would take a plain answer for an approval.
  UPDATE store SET min_reader = 21;
  `,
  `
  -- The channels that tell people about questions: how far each was told, and the messages that are out.
  CREATE TABLE channels (
    id          text COLLATE "C" PRIMARY KEY,
    created_at  bigint NOT NULL,
    seq         bigint NOT NULL CHECK (seq >= 0),
    failures    integer NOT NULL CHECK (failures >= 0),
    retry_at    bigint,
    last_error  text,
    disabled_at bigint,
    holder      text COLLATE "C",
    held_until  bigint,
    CHECK ((holder IS NULL) = (held_until IS NULL))
  );
  CREATE TABLE channel_messages (
    channel_id       text COLLATE "C" NOT NULL,
    clarification_id text COLLATE "C" NOT NULL,
    -- How the channel names its message; NULL until it was sent.
    handle           text,
    PRIMARY KEY (channel_id, clarification_id)
  );
  `,
  `
  -- Which program asked, and until when the person does not want to see the question. Pages of one project, and what has to return.
  ALTER TABLE clarifications ADD COLUMN agent text;
  ALTER TABLE clarifications ADD COLUMN snoozed_until bigint;
  CREATE INDEX clarifications_waiting ON clarifications (project, id) WHERE status = 'pending';
  CREATE INDEX clarifications_snoozed ON clarifications (snoozed_until) WHERE snoozed_until IS NOT NULL;
  -- The project that a token is bound to. Its text differs from that of other tokens, so that older code refuses it.
  ALTER TABLE tokens ADD COLUMN project text;
  -- The answer of another session of the project may answer a question, where the policy says so.
  ALTER TABLE clarifications DROP CONSTRAINT clarifications_source_check;
  ALTER TABLE clarifications ADD CONSTRAINT clarifications_source_check
    CHECK (source IN ('user', 'rule', 'history', 'input', 'preference', 'best_practice')) NOT VALID;
  `,
  `
  -- The embedded store writes its conditions in another way from here on: sqlite.ts.
  SELECT 1;
  `,
];

/**
 * Refuses writes of releases that know fewer steps than the store needs. A connection of AskOnce says in `askonce.reader` how many it knows,
 * except for releases from before there was this guard; other programs, such as psql, are let through. The number is part of the
 * function, because that takes 3 µs per table and statement; a condition of the trigger takes 15.
 */
export function readerGuard(minReader: number): string {
  return `CREATE OR REPLACE FUNCTION reader_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF coalesce(nullif(current_setting('askonce.reader', true), '')::integer >= ${minReader},
      current_setting('application_name') NOT LIKE 'askonce %') THEN RETURN NULL; END IF;
    RAISE 'it was upgraded to a schema that needs a newer version of AskOnce. Nothing was written; upgrade AskOnce and start it again'
      USING ERRCODE = 'AO002'; END $$;`;
}

/** Whether older releases may not write any more once this step has run. */
export function isBreaking(step: string): boolean {
  return /\bmin_reader = \d/.test(step);
}

/**
 * The one row that says what this schema is: made before the first step, in the same transaction.
 *
 * `first_seq` and `first_xid`: transaction x numbers its events from first_seq + (x - first_xid) * EVENTS_PER_TRANSACTION on.
 * Both are set anew where a dump was restored into a server whose transactions count from lower, so that numbers go on rising.
 */
export const STORE_TABLE = `
  CREATE TABLE IF NOT EXISTS store (
    one_row   boolean PRIMARY KEY DEFAULT true CHECK (one_row),
    version   integer NOT NULL,
    first_seq bigint NOT NULL,
    first_xid bigint NOT NULL,
    -- Where a copy from another store is under way: nobody may work here before it is complete.
    copying   text
  )`;

/** 2^14: leaves room for 5 * 10^11 transactions before a number is too large for JavaScript. */
export const EVENTS_PER_TRANSACTION = 16_384;
