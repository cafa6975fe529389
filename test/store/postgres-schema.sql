CREATE TABLE ask_items (
  ask_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C",
  clarification_id text COLLATE "C",
  question text,
  type text COLLATE "C" NOT NULL,
  canonical_key text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  default_answer text,
  expires_at bigint,
  outcome text COLLATE "C" NOT NULL,
  answer text,
  source text,
  evidence text,
  confidence double precision,
  code text,
  key_version integer NOT NULL DEFAULT 1,
  ref text
);

CREATE TABLE asks (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C",
  asker text NOT NULL,
  cap_scope text COLLATE "C",
  ask_number integer,
  cap integer,
  deadline bigint,
  on_timeout text NOT NULL,
  fallback text,
  created_at bigint NOT NULL,
  token_id text COLLATE "C"
);

CREATE TABLE assumptions (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C",
  asker text NOT NULL,
  decision text NOT NULL,
  reasoning text NOT NULL,
  confidence double precision,
  risk text,
  timeout_assumed smallint NOT NULL,
  clarification_id text COLLATE "C",
  created_at bigint NOT NULL
);

CREATE TABLE channel_messages (
  channel_id text COLLATE "C" NOT NULL,
  clarification_id text COLLATE "C" NOT NULL,
  handle text
);

CREATE TABLE channels (
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  seq bigint NOT NULL,
  failures integer NOT NULL,
  retry_at bigint,
  last_error text,
  disabled_at bigint,
  holder text COLLATE "C",
  held_until bigint
);

CREATE TABLE clarifications (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  project text NOT NULL,
  ask_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C",
  question text NOT NULL,
  type text COLLATE "C" NOT NULL,
  question_hash text NOT NULL,
  canonical_key text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  destructive smallint NOT NULL,
  details text NOT NULL,
  status text COLLATE "C" NOT NULL,
  live smallint NOT NULL,
  succeeds text COLLATE "C",
  answer text,
  source text,
  evidence text,
  confidence double precision,
  answered_by text,
  surface text,
  because text,
  cap_scope text,
  rejected smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  settled_at bigint,
  answer_key text,
  token_id text COLLATE "C",
  key_version integer NOT NULL DEFAULT 1,
  taught_at bigint,
  version integer NOT NULL DEFAULT 0,
  decision text,
  rule_scope text COLLATE "C",
  agent text,
  snoozed_until bigint
);

CREATE TABLE counted (
  last_seq bigint NOT NULL,
  first_seq bigint NOT NULL,
  events integer NOT NULL,
  oldest bigint NOT NULL,
  newest bigint NOT NULL,
  slots text NOT NULL,
  waits text NOT NULL,
  questions bytea NOT NULL,
  key_version integer NOT NULL
);

CREATE TABLE events (
  seq bigint NOT NULL,
  at bigint NOT NULL,
  type text NOT NULL,
  session_id text,
  job_id text,
  ask_id text,
  clarification_id text,
  data text NOT NULL,
  mark text
);

CREATE TABLE job_log (
  job_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  at bigint NOT NULL,
  stream text NOT NULL,
  line text NOT NULL
);

CREATE TABLE job_results (
  job_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  at bigint NOT NULL
);

CREATE TABLE jobs (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  state text NOT NULL,
  policy text NOT NULL,
  asker text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  project text COLLATE "C" NOT NULL DEFAULT ''::text,
  prompt text,
  agent text,
  owner text COLLATE "C",
  runs integer NOT NULL DEFAULT 0,
  lost integer NOT NULL DEFAULT 0,
  result text,
  error text,
  started_at bigint,
  ended_at bigint,
  clarification_status text NOT NULL DEFAULT 'none'::text,
  clarification_id text COLLATE "C",
  clarification_question text,
  conflict_json text,
  clarification_answer text,
  clarification_answered_at bigint,
  spec_json text,
  ended_as text COLLATE "C" DEFAULT 
CASE
    WHEN (ended_at IS NOT NULL) THEN state
    ELSE NULL::text
END,
  token_id text COLLATE "C",
  active_at bigint DEFAULT 
CASE
    WHEN ((prompt IS NOT NULL) AND (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]))) THEN created_at
    ELSE NULL::bigint
END,
  version integer NOT NULL DEFAULT 0,
  folder text
) WITH (fillfactor=70);

CREATE TABLE preferences (
  project text COLLATE "C" NOT NULL,
  canonical_key text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  type text NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  times integer NOT NULL,
  origin text NOT NULL,
  updated_at bigint NOT NULL,
  about text,
  key_version integer NOT NULL DEFAULT 1
);

CREATE TABLE projects (
  number integer NOT NULL,
  project text COLLATE "C" NOT NULL
);

CREATE TABLE pruning (
  session_id text COLLATE "C" NOT NULL
);

CREATE TABLE secrets (
  name text COLLATE "C" NOT NULL,
  value text NOT NULL
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  heard_version integer NOT NULL DEFAULT 0,
  project text NOT NULL,
  policy text NOT NULL,
  asker text NOT NULL,
  language text,
  heard_text text,
  heard_at bigint,
  heard_paths text,
  heard_spent smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  heard_recent text
);

CREATE TABLE store (
  one_row boolean NOT NULL DEFAULT true,
  version integer NOT NULL,
  first_seq bigint NOT NULL,
  first_xid bigint NOT NULL,
  copying text,
  min_reader integer NOT NULL DEFAULT 7,
  key_version integer NOT NULL DEFAULT 1
);

CREATE TABLE tokens (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  project text
);

CREATE TABLE webhooks (
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  events text,
  created_at bigint NOT NULL,
  seq bigint NOT NULL,
  failures integer NOT NULL,
  retry_at bigint,
  last_error text,
  disabled_at bigint,
  holder text COLLATE "C",
  held_until bigint
);

CREATE TABLE workers (
  id text COLLATE "C" NOT NULL,
  place text NOT NULL,
  pid integer NOT NULL,
  lease_until bigint NOT NULL
);

ALTER TABLE ask_items ADD CONSTRAINT ask_items_ask_id_fkey FOREIGN KEY (ask_id) REFERENCES asks(id);

ALTER TABLE ask_items ADD CONSTRAINT ask_items_check CHECK (((outcome <> 'parked'::text) OR (clarification_id IS NOT NULL)));

ALTER TABLE ask_items ADD CONSTRAINT ask_items_check1 CHECK (((question IS NOT NULL) OR (clarification_id IS NOT NULL)));

ALTER TABLE ask_items ADD CONSTRAINT ask_items_clarification_id_fkey FOREIGN KEY (clarification_id) REFERENCES clarifications(id);

ALTER TABLE ask_items ADD CONSTRAINT ask_items_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'auto_resolved'::text, 'parked'::text, 'declined'::text, 'cancelled'::text, 'expired'::text, 'fallback'::text, 'failed'::text])));

ALTER TABLE ask_items ADD CONSTRAINT ask_items_pkey PRIMARY KEY (ask_id, "position");

ALTER TABLE ask_items ADD CONSTRAINT ask_items_source_check CHECK ((source = ANY (ARRAY['history'::text, 'rule'::text, 'input'::text, 'preference'::text, 'best_practice'::text, 'default'::text, 'fallback'::text]))) NOT VALID;

ALTER TABLE asks ADD CONSTRAINT asks_check CHECK (((ask_number >= 1) AND (ask_number <= cap)));

ALTER TABLE asks ADD CONSTRAINT asks_check1 CHECK ((((cap_scope IS NULL) = (ask_number IS NULL)) AND ((cap_scope IS NULL) = (cap IS NULL))));

ALTER TABLE asks ADD CONSTRAINT asks_check2 CHECK (((on_timeout = 'wait'::text) OR (deadline IS NOT NULL)));

ALTER TABLE asks ADD CONSTRAINT asks_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id);

ALTER TABLE asks ADD CONSTRAINT asks_on_timeout_check CHECK ((on_timeout = ANY (ARRAY['wait'::text, 'default'::text, 'fallback'::text, 'fail'::text])));

ALTER TABLE asks ADD CONSTRAINT asks_pkey PRIMARY KEY (id);

ALTER TABLE asks ADD CONSTRAINT asks_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE assumptions ADD CONSTRAINT assumptions_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision)));

ALTER TABLE assumptions ADD CONSTRAINT assumptions_decision_check CHECK ((decision <> ''::text));

ALTER TABLE assumptions ADD CONSTRAINT assumptions_pkey PRIMARY KEY (id);

ALTER TABLE assumptions ADD CONSTRAINT assumptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE assumptions ADD CONSTRAINT assumptions_timeout_assumed_check CHECK ((timeout_assumed = ANY (ARRAY[0, 1])));

ALTER TABLE channel_messages ADD CONSTRAINT channel_messages_pkey PRIMARY KEY (channel_id, clarification_id);

ALTER TABLE channels ADD CONSTRAINT channels_check CHECK (((holder IS NULL) = (held_until IS NULL)));

ALTER TABLE channels ADD CONSTRAINT channels_failures_check CHECK ((failures >= 0));

ALTER TABLE channels ADD CONSTRAINT channels_pkey PRIMARY KEY (id);

ALTER TABLE channels ADD CONSTRAINT channels_seq_check CHECK ((seq >= 0));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_check CHECK ((live =
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'answered'::text, 'declined'::text])) THEN 1
    ELSE 0
END));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_check1 CHECK (((status <> 'pending'::text) OR ((answer IS NULL) AND (settled_at IS NULL))));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_check2 CHECK (((status <> 'answered'::text) OR ((answer IS NOT NULL) AND (source IS NOT NULL) AND (evidence IS NOT NULL))));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_check3 CHECK (((destructive = 0) OR (answer IS NULL) OR ((source IS NOT NULL) AND ((source = 'user'::text) OR ((source = 'rule'::text) AND (answer = 'No'::text)))))) NOT VALID;

ALTER TABLE clarifications ADD CONSTRAINT clarifications_check4 CHECK (((taught_at IS NULL) OR ((destructive = 0) AND (((source = 'user'::text) AND (status = ANY (ARRAY['answered'::text, 'superseded'::text]))) OR ((source = 'preference'::text) AND (status = 'revoked'::text))))));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision)));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_destructive_check CHECK ((destructive = ANY (ARRAY[0, 1])));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_pkey PRIMARY KEY (id);

ALTER TABLE clarifications ADD CONSTRAINT clarifications_question_check CHECK ((question <> ''::text));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_rejected_check CHECK ((rejected = ANY (ARRAY[0, 1])));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_rule_scope_check CHECK ((rule_scope = ANY (ARRAY['session'::text, 'project'::text])));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE clarifications ADD CONSTRAINT clarifications_source_check CHECK ((source = ANY (ARRAY['user'::text, 'rule'::text, 'history'::text, 'input'::text, 'preference'::text, 'best_practice'::text]))) NOT VALID;

ALTER TABLE clarifications ADD CONSTRAINT clarifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'answered'::text, 'declined'::text, 'revoked'::text, 'superseded'::text, 'withdrawn'::text])));

ALTER TABLE clarifications ADD CONSTRAINT clarifications_succeeds_fkey FOREIGN KEY (succeeds) REFERENCES clarifications(id);

ALTER TABLE clarifications ADD CONSTRAINT clarifications_type_check CHECK ((type = ANY (ARRAY['TARGET_FILE'::text, 'SELECT_ONE'::text, 'CONFIRM'::text, 'FREE_TEXT'::text])));

ALTER TABLE counted ADD CONSTRAINT counted_pkey PRIMARY KEY (last_seq);

ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (seq);

ALTER TABLE job_log ADD CONSTRAINT job_log_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id);

ALTER TABLE job_log ADD CONSTRAINT job_log_pkey PRIMARY KEY (job_id, n);

ALTER TABLE job_log ADD CONSTRAINT job_log_stream_check CHECK ((stream = ANY (ARRAY['stdout'::text, 'stderr'::text, 'askonce'::text])));

ALTER TABLE job_results ADD CONSTRAINT job_results_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id);

ALTER TABLE job_results ADD CONSTRAINT job_results_pkey PRIMARY KEY (job_id, key);

ALTER TABLE jobs ADD CONSTRAINT jobs_check CHECK (((prompt IS NOT NULL) OR (state <> 'QUEUED'::text)));

ALTER TABLE jobs ADD CONSTRAINT jobs_check1 CHECK (((owner IS NULL) OR ((prompt IS NOT NULL) AND (state = ANY (ARRAY['RUNNING'::text, 'AWAITING_RESPONSE'::text])))));

ALTER TABLE jobs ADD CONSTRAINT jobs_check2 CHECK (((error IS NOT NULL) = (state = 'ERROR'::text)));

ALTER TABLE jobs ADD CONSTRAINT jobs_check3 CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['COMPLETE'::text, 'ERROR'::text, 'CANCELLED'::text]))));

ALTER TABLE jobs ADD CONSTRAINT jobs_check4 CHECK (((clarification_status <> 'asked'::text) OR (state = ANY (ARRAY['AWAITING_RESPONSE'::text, 'ERROR'::text, 'CANCELLED'::text]))));

ALTER TABLE jobs ADD CONSTRAINT jobs_check5 CHECK (((clarification_question IS NOT NULL) OR (clarification_status <> ALL (ARRAY['asked'::text, 'answered'::text]))));

ALTER TABLE jobs ADD CONSTRAINT jobs_check6 CHECK (((clarification_answer IS NOT NULL) = (clarification_status = 'answered'::text)));

ALTER TABLE jobs ADD CONSTRAINT jobs_check7 CHECK (((clarification_answered_at IS NOT NULL) = (clarification_status = 'answered'::text)));

ALTER TABLE jobs ADD CONSTRAINT jobs_clarification_status_check CHECK ((clarification_status = ANY (ARRAY['none'::text, 'asked'::text, 'answered'::text, 'skipped'::text])));

ALTER TABLE jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE jobs ADD CONSTRAINT jobs_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE jobs ADD CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'AWAITING_RESPONSE'::text, 'COMPLETE'::text, 'ERROR'::text, 'CANCELLED'::text])));

ALTER TABLE preferences ADD CONSTRAINT preferences_origin_check CHECK ((origin = ANY (ARRAY['learnt'::text, 'set'::text])));

ALTER TABLE preferences ADD CONSTRAINT preferences_pkey PRIMARY KEY (project, canonical_key, subject);

ALTER TABLE preferences ADD CONSTRAINT preferences_times_check CHECK ((times >= 0));

ALTER TABLE projects ADD CONSTRAINT projects_number_check CHECK ((number >= 0));

ALTER TABLE projects ADD CONSTRAINT projects_pkey PRIMARY KEY (number);

ALTER TABLE projects ADD CONSTRAINT projects_project_key UNIQUE (project);

ALTER TABLE pruning ADD CONSTRAINT pruning_pkey PRIMARY KEY (session_id);

ALTER TABLE secrets ADD CONSTRAINT secrets_name_check CHECK ((name <> ''::text));

ALTER TABLE secrets ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);

ALTER TABLE secrets ADD CONSTRAINT secrets_value_check CHECK ((value <> ''::text));

ALTER TABLE sessions ADD CONSTRAINT sessions_heard_spent_check CHECK ((heard_spent = ANY (ARRAY[0, 1])));

ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE store ADD CONSTRAINT store_one_row_check CHECK (one_row);

ALTER TABLE store ADD CONSTRAINT store_pkey PRIMARY KEY (one_row);

ALTER TABLE tokens ADD CONSTRAINT tokens_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE tokens ADD CONSTRAINT tokens_hash_key UNIQUE (hash);

ALTER TABLE tokens ADD CONSTRAINT tokens_name_check CHECK ((name <> ''::text));

ALTER TABLE tokens ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

ALTER TABLE tokens ADD CONSTRAINT tokens_role_check CHECK ((role = ANY (ARRAY['asker'::text, 'answerer'::text, 'admin'::text])));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_check CHECK (((holder IS NULL) = (held_until IS NULL)));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_failures_check CHECK ((failures >= 0));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_secret_check CHECK (((substr(secret, 1, 6) = 'whsec_'::text) AND (length(secret) > 6)));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_seq_check CHECK ((seq >= 0));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_url_check CHECK ((url <> ''::text));

ALTER TABLE workers ADD CONSTRAINT workers_pkey PRIMARY KEY (id);

CREATE INDEX ask_items_expiring ON ask_items USING btree (expires_at) WHERE ((outcome = 'parked'::text) AND (expires_at IS NOT NULL));

CREATE INDEX ask_items_job_waits ON ask_items USING btree (job_id) WHERE ((outcome = 'parked'::text) AND (job_id IS NOT NULL));

CREATE INDEX ask_items_own ON ask_items USING btree (job_id, canonical_key, type, subject) WHERE (job_id IS NOT NULL);

CREATE UNIQUE INDEX ask_items_pkey ON ask_items USING btree (ask_id, "position");

CREATE INDEX ask_items_waiting ON ask_items USING btree (clarification_id) WHERE (outcome = 'parked'::text);

CREATE UNIQUE INDEX asks_cap ON asks USING btree (cap_scope, ask_number) WHERE (cap_scope IS NOT NULL);

CREATE UNIQUE INDEX asks_pkey ON asks USING btree (id);

CREATE INDEX assumptions_of_session ON assumptions USING btree (session_id, created_at, id);

CREATE UNIQUE INDEX assumptions_pkey ON assumptions USING btree (id);

CREATE UNIQUE INDEX channel_messages_pkey ON channel_messages USING btree (channel_id, clarification_id);

CREATE UNIQUE INDEX channels_pkey ON channels USING btree (id);

CREATE INDEX clarifications_by_hash ON clarifications USING btree (question_hash, session_id, subject);

CREATE INDEX clarifications_closed ON clarifications USING btree (id) WHERE (status = ANY (ARRAY['declined'::text, 'revoked'::text, 'superseded'::text, 'withdrawn'::text]));

CREATE INDEX clarifications_gone ON clarifications USING btree (session_id, canonical_key, subject) WHERE (live = 0);

CREATE INDEX clarifications_inbox ON clarifications USING btree (id) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX clarifications_once ON clarifications USING btree (session_id, canonical_key, subject) WHERE (live = 1);

CREATE UNIQUE INDEX clarifications_pkey ON clarifications USING btree (id);

CREATE INDEX clarifications_rules ON clarifications USING btree (project, rule_scope, session_id) WHERE (rule_scope IS NOT NULL);

CREATE INDEX clarifications_snoozed ON clarifications USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);

CREATE UNIQUE INDEX clarifications_succeeds ON clarifications USING btree (succeeds) WHERE (succeeds IS NOT NULL);

CREATE INDEX clarifications_taught ON clarifications USING btree (project, canonical_key, subject, taught_at, id) WHERE (taught_at IS NOT NULL);

CREATE INDEX clarifications_waiting ON clarifications USING btree (project, id) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX counted_pkey ON counted USING btree (last_seq);

CREATE UNIQUE INDEX events_pkey ON events USING btree (seq);

CREATE UNIQUE INDEX job_log_pkey ON job_log USING btree (job_id, n);

CREATE UNIQUE INDEX job_results_pkey ON job_results USING btree (job_id, key);

CREATE INDEX jobs_active ON jobs USING btree (project, active_at, id) WHERE (active_at IS NOT NULL);

CREATE INDEX jobs_listed ON jobs USING btree (created_at, id) WHERE (prompt IS NOT NULL);

CREATE INDEX jobs_listed_ended ON jobs USING btree (ended_as, created_at, id) WHERE ((prompt IS NOT NULL) AND (ended_as IS NOT NULL));

CREATE INDEX jobs_listed_open ON jobs USING btree (created_at, id) WHERE ((prompt IS NOT NULL) AND (ended_at IS NULL));

CREATE INDEX jobs_of_session ON jobs USING btree (session_id, created_at, id) WHERE (prompt IS NOT NULL);

CREATE INDEX jobs_owned ON jobs USING btree (owner) WHERE (owner IS NOT NULL);

CREATE UNIQUE INDEX jobs_pkey ON jobs USING btree (id);

CREATE UNIQUE INDEX preferences_pkey ON preferences USING btree (project, canonical_key, subject);

CREATE UNIQUE INDEX projects_pkey ON projects USING btree (number);

CREATE UNIQUE INDEX projects_project_key ON projects USING btree (project);

CREATE UNIQUE INDEX pruning_pkey ON pruning USING btree (session_id);

CREATE UNIQUE INDEX secrets_pkey ON secrets USING btree (name);

CREATE UNIQUE INDEX sessions_pkey ON sessions USING btree (id);

CREATE UNIQUE INDEX store_pkey ON store USING btree (one_row);

CREATE UNIQUE INDEX tokens_hash_key ON tokens USING btree (hash);

CREATE UNIQUE INDEX tokens_pkey ON tokens USING btree (id);

CREATE UNIQUE INDEX webhooks_pkey ON webhooks USING btree (id);

CREATE UNIQUE INDEX workers_pkey ON workers USING btree (id);

CREATE TRIGGER clarifications_answered_once BEFORE UPDATE OF answer ON clarifications FOR EACH ROW WHEN (((old.answer IS NOT NULL) AND (new.answer IS DISTINCT FROM old.answer))) EXECUTE FUNCTION answered_once();

CREATE TRIGGER events_are_not_changed BEFORE DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION append_only();

CREATE TRIGGER events_are_not_truncated BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER jobs_answered_once BEFORE UPDATE OF clarification_answer, clarification_answered_at ON jobs FOR EACH ROW WHEN (((old.clarification_answer IS NOT NULL) AND ((new.clarification_answer IS DISTINCT FROM old.clarification_answer) OR (new.clarification_answered_at IS DISTINCT FROM old.clarification_answered_at)))) EXECUTE FUNCTION job_answered_once();

CREATE TRIGGER jobs_ask_once BEFORE UPDATE OF clarification_status ON jobs FOR EACH ROW WHEN (((old.clarification_status <> new.clarification_status) AND (((old.clarification_status || '>'::text) || new.clarification_status) <> ALL (ARRAY['none>asked'::text, 'none>skipped'::text, 'asked>answered'::text, 'asked>skipped'::text])))) EXECUTE FUNCTION asks_once();

CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs FOR EACH ROW WHEN ((((old.state || '>'::text) || new.state) <> ALL (ARRAY['QUEUED>RUNNING'::text, 'QUEUED>CANCELLED'::text, 'RUNNING>RUNNING'::text, 'RUNNING>AWAITING_RESPONSE'::text, 'RUNNING>COMPLETE'::text, 'RUNNING>ERROR'::text, 'RUNNING>CANCELLED'::text, 'AWAITING_RESPONSE>AWAITING_RESPONSE'::text, 'AWAITING_RESPONSE>RUNNING'::text, 'AWAITING_RESPONSE>ERROR'::text, 'AWAITING_RESPONSE>CANCELLED'::text]))) EXECUTE FUNCTION no_such_move();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON counted FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON events FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON job_log FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON job_results FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON jobs FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON preferences FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON projects FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON pruning FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON secrets FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON tokens FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON webhooks FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE TRIGGER reader_guard BEFORE INSERT OR DELETE OR UPDATE ON workers FOR EACH STATEMENT EXECUTE FUNCTION reader_guard();

CREATE OR REPLACE FUNCTION answered_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE 'a clarification is answered at most once' USING ERRCODE = 'check_violation'; END $function$;

CREATE OR REPLACE FUNCTION append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT 1 FROM pruning WHERE session_id = OLD.session_id) THEN RETURN OLD; END IF;
    END IF;
    RAISE 'the audit trail is append-only' USING ERRCODE = 'check_violation';
  END $function$;

CREATE OR REPLACE FUNCTION asks_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE 'a job asks about its prompt once' USING ERRCODE = 'check_violation'; END $function$;

CREATE OR REPLACE FUNCTION job_answered_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE 'the question about a job is answered at most once' USING ERRCODE = 'check_violation'; END $function$;

CREATE OR REPLACE FUNCTION lost_race()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE 'a row was not as the decision saw it' USING ERRCODE = 'AO001'; END $function$;

CREATE OR REPLACE FUNCTION no_such_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE 'a job cannot go from this state to that' USING ERRCODE = 'check_violation'; END $function$;

CREATE OR REPLACE FUNCTION reader_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN
    IF coalesce(nullif(current_setting('askonce.reader', true), '')::integer >= 21,
      current_setting('application_name') NOT LIKE 'askonce %') THEN RETURN NULL; END IF;
    RAISE 'it was upgraded to a schema that needs a newer version of AskOnce. Nothing was written; upgrade AskOnce and start it again'
      USING ERRCODE = 'AO002'; END $function$;
