-- Runs and what hangs on them are kept by the month of the run. drizzle-kit knows no partitions, so this is written by hand; the schema says the rest.
-- A run's id is a UUID version 7, whose first 48 bits are the milliseconds since 1970: a month is a range of ids.
--
-- No foreign key leads to these tables, so that a month can be dropped in a moment; who deletes runs deletes what hangs on them (lib/engine/delete-runs.ts).
CREATE FUNCTION run_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
--> statement-breakpoint
ALTER TABLE screen_drafts DROP CONSTRAINT screen_drafts_task_id_tasks_id_fk;
--> statement-breakpoint
ALTER TABLE tasks DROP CONSTRAINT tasks_run_id_runs_id_fk;
--> statement-breakpoint
-- The owner is subject to the policies of its own tables as long as they are forced, and would copy nothing.
ALTER TABLE runs NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tasks NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE screen_drafts NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE screen_drafts ADD COLUMN run_id uuid;
--> statement-breakpoint
UPDATE screen_drafts SET run_id = (SELECT run_id FROM tasks WHERE tasks.id = task_id);
--> statement-breakpoint
ALTER TABLE screen_drafts ALTER COLUMN run_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE screen_drafts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX screen_drafts_run ON screen_drafts (run_id);
--> statement-breakpoint
ALTER TABLE files ADD COLUMN run_id uuid;
--> statement-breakpoint
CREATE INDEX files_run ON files (run_id) WHERE run_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE runs RENAME TO runs_before;
--> statement-breakpoint
ALTER TABLE tasks RENAME TO tasks_before;
--> statement-breakpoint
CREATE TABLE runs (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  version_id uuid,
  draft_definition json,
  status text DEFAULT 'running' NOT NULL,
  trigger text NOT NULL,
  started_by text,
  started_by_user_id uuid,
  title text,
  start_data jsonb NOT NULL,
  start_ref text,
  output jsonb,
  output_ref text,
  error jsonb,
  retried_from_run_id uuid,
  lease_epoch bigint DEFAULT 0 NOT NULL,
  lease_worker uuid,
  revision bigint DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  finished_at timestamptz,
  CONSTRAINT runs_status CHECK (status in ('running', 'suspended', 'completed', 'failed', 'cancelled')),
  CONSTRAINT runs_trigger CHECK (trigger in ('manual', 'form', 'api', 'schedule', 'retry'))
) PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE TABLE tasks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  key text NOT NULL,
  step_id text NOT NULL,
  step_type text NOT NULL,
  title text NOT NULL,
  effect text NOT NULL,
  status text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  input jsonb,
  input_ref text,
  output jsonb,
  output_ref text,
  via text,
  error jsonb,
  state jsonb,
  logs jsonb DEFAULT '[]'::jsonb NOT NULL,
  handles_step_id text,
  due_at timestamptz,
  resuming boolean DEFAULT false NOT NULL,
  priority integer DEFAULT 0 NOT NULL,
  claimed_by uuid,
  claimed_by_name text,
  claimed_at timestamptz,
  completed_by text,
  created_at timestamptz DEFAULT now() NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT tasks_status CHECK (status in ('waiting-dependencies', 'pending', 'running', 'suspended', 'completed', 'failed', 'skipped', 'cancelled'))
) PARTITION BY RANGE (run_id);
--> statement-breakpoint
CREATE TABLE run_search (
  run_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  fields jsonb NOT NULL,
  words tsvector NOT NULL
) PARTITION BY RANGE (run_id);
--> statement-breakpoint
CREATE TABLE payloads (
  run_id uuid NOT NULL,
  hash text NOT NULL,
  organization_id uuid NOT NULL,
  size bigint NOT NULL,
  body jsonb
) PARTITION BY RANGE (run_id);
--> statement-breakpoint
CREATE TABLE run_books (
  organization_id uuid PRIMARY KEY NOT NULL,
  counted_until timestamptz NOT NULL,
  accepted bigint DEFAULT 0 NOT NULL,
  completed bigint DEFAULT 0 NOT NULL,
  failed bigint DEFAULT 0 NOT NULL,
  cancelled bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DO $$
BEGIN
  ALTER TABLE payloads ALTER COLUMN body SET COMPRESSION lz4;
  ALTER TABLE runs ALTER COLUMN start_data SET COMPRESSION lz4, ALTER COLUMN output SET COMPRESSION lz4;
  ALTER TABLE tasks ALTER COLUMN input SET COMPRESSION lz4, ALTER COLUMN output SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; -- a server built without lz4
END $$;
--> statement-breakpoint
-- What no month holds: ids that are not ours, and clocks far off.
CREATE TABLE runs_default PARTITION OF runs DEFAULT;
--> statement-breakpoint
CREATE TABLE tasks_default PARTITION OF tasks DEFAULT;
--> statement-breakpoint
CREATE TABLE run_search_default PARTITION OF run_search DEFAULT;
--> statement-breakpoint
CREATE TABLE payloads_default PARTITION OF payloads DEFAULT;
--> statement-breakpoint
-- Makes the months from one to another that are missing; answers how many. Rows that lie in the default partitions move into their month. Attached, not
-- made in place, because that lets everybody else work on.
CREATE FUNCTION make_run_months(first date, last date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  month date;
  family record;
  part text;
  low uuid;
  high uuid;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7268368002);
  FOR month IN SELECT generate_series(date_trunc('month', first::timestamp), date_trunc('month', last::timestamp), interval '1 month')::date LOOP
    low := public.run_id_at(month::timestamp AT TIME ZONE 'UTC');
    high := public.run_id_at((month + interval '1 month') AT TIME ZONE 'UTC');
    FOR family IN SELECT * FROM (VALUES ('runs', 'id'), ('tasks', 'run_id'), ('run_search', 'run_id'), ('payloads', 'run_id')) AS families(name, key) LOOP
      part := format('%s_%s', family.name, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
      -- Room for the updates of a run on the page it began on; cleaned before much has gathered.
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL) WITH (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)', part, family.name, CASE WHEN family.name IN ('runs', 'tasks') THEN 80 ELSE 100 END);
      EXECUTE format('WITH moved AS (DELETE FROM public.%I WHERE %I >= $1 AND %I < $2 RETURNING *) INSERT INTO public.%I SELECT * FROM moved',
        family.name || '_default', family.key, family.key, part) USING low, high;
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', family.name, part, low, high);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
--> statement-breakpoint
-- Drops a month whose runs have all ended long enough ago for their organization's books to hold them. Answers false, and drops nothing, when one has not.
CREATE FUNCTION drop_run_month(month date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  suffix text := to_char(month, 'YYYY_MM');
  kept boolean;
BEGIN
  IF to_regclass('public.runs_' || suffix) IS NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(7268368002);
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION public.%I', name, name || '_' || suffix);
  END LOOP;
  EXECUTE format('SELECT EXISTS (SELECT FROM public.%I AS run LEFT JOIN public.run_books AS books USING (organization_id)
    WHERE run.finished_at IS NULL OR books.counted_until IS NULL OR run.finished_at >= books.counted_until)', 'runs_' || suffix) INTO kept;
  IF kept THEN RAISE EXCEPTION 'runs of % have not ended', suffix USING ERRCODE = 'object_in_use'; END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('DROP TABLE public.%I', name || '_' || suffix);
  END LOOP;
  RETURN true;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION make_run_months(date, date), drop_run_month(date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION make_run_months(date, date), drop_run_month(date) TO rounds_engine;
--> statement-breakpoint
SELECT make_run_months(
  greatest('2000-01-01', coalesce((SELECT min(created_at) FROM runs_before), now()))::date,
  (now() + interval '3 months')::date);
--> statement-breakpoint
INSERT INTO runs (id, organization_id, workflow_id, version_id, draft_definition, status, trigger, started_by, started_by_user_id, start_data, output, error,
  retried_from_run_id, lease_epoch, lease_worker, revision, created_at, finished_at)
SELECT id, organization_id, workflow_id, version_id, draft_definition, status, trigger, started_by, started_by_user_id, start_data, output, error,
  retried_from_run_id, lease_epoch, lease_worker, revision, created_at, finished_at
FROM runs_before;
--> statement-breakpoint
INSERT INTO tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, attempt, input, output, via, error, state, logs,
  handles_step_id, due_at, resuming, priority, claimed_by, claimed_by_name, claimed_at, completed_by, created_at, started_at, finished_at)
SELECT id, organization_id, run_id, key, step_id, step_type, title, effect, status, attempt, input, output, via, error, state, logs,
  handles_step_id, due_at, resuming, priority, claimed_by, claimed_by_name, claimed_at, completed_by, created_at, started_at, finished_at
FROM tasks_before;
--> statement-breakpoint
DROP TABLE tasks_before, runs_before;
--> statement-breakpoint
ALTER TABLE runs ADD PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE tasks ADD CONSTRAINT tasks_id_run_id_pk PRIMARY KEY (id, run_id), ADD CONSTRAINT tasks_key UNIQUE (run_id, key);
--> statement-breakpoint
ALTER TABLE run_search ADD PRIMARY KEY (run_id);
--> statement-breakpoint
ALTER TABLE payloads ADD CONSTRAINT payloads_run_id_hash_pk PRIMARY KEY (run_id, hash);
--> statement-breakpoint
ALTER TABLE runs
  ADD CONSTRAINT runs_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  ADD CONSTRAINT runs_workflow_id_workflows_id_fk FOREIGN KEY (workflow_id) REFERENCES workflows (id) ON DELETE CASCADE,
  ADD CONSTRAINT runs_version_id_workflow_versions_id_fk FOREIGN KEY (version_id) REFERENCES workflow_versions (id);
--> statement-breakpoint
ALTER TABLE tasks ADD CONSTRAINT tasks_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);
--> statement-breakpoint
ALTER TABLE run_search ADD CONSTRAINT run_search_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);
--> statement-breakpoint
ALTER TABLE payloads ADD CONSTRAINT payloads_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);
--> statement-breakpoint
ALTER TABLE run_books ADD CONSTRAINT run_books_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);
--> statement-breakpoint
CREATE INDEX runs_list ON runs (organization_id, id);
--> statement-breakpoint
CREATE INDEX runs_workflow ON runs (workflow_id, id);
--> statement-breakpoint
CREATE INDEX runs_status_list ON runs (organization_id, status, id) WHERE status <> 'completed';
--> statement-breakpoint
CREATE INDEX runs_ended ON runs (organization_id, finished_at, status) WHERE finished_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX runs_leased ON runs (lease_worker) WHERE lease_worker IS NOT NULL;
--> statement-breakpoint
CREATE INDEX runs_unleased ON runs (created_at) WHERE status = 'running' AND lease_worker IS NULL;
--> statement-breakpoint
CREATE INDEX tasks_due ON tasks (due_at) WHERE due_at IS NOT NULL AND status IN ('pending', 'suspended');
--> statement-breakpoint
CREATE INDEX tasks_inbox ON tasks (organization_id, priority DESC, created_at, id) WHERE status = 'suspended' AND state->>'reason' = 'screen';
--> statement-breakpoint
CREATE INDEX tasks_organization ON tasks (organization_id);
--> statement-breakpoint
CREATE INDEX run_search_fields ON run_search USING gin (fields jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX run_search_words ON run_search USING gin (words);
--> statement-breakpoint
CREATE INDEX payloads_stored ON payloads (organization_id, hash) WHERE body IS NULL;
--> statement-breakpoint
-- The words of a run: of every text and number in its start data and of its title, in lower case, cut at what is neither letter nor digit.
CREATE FUNCTION run_words(start_data jsonb, title text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT array_to_tsvector(array(
    SELECT DISTINCT left(word, 60)
    FROM (SELECT found #>> '{}' AS text FROM jsonb_path_query(start_data, 'strict $.**') AS found WHERE jsonb_typeof(found) IN ('string', 'number')
      UNION ALL SELECT title) AS texts, regexp_split_to_table(lower(left(text, 4000)), '[^[:alnum:]]+') AS word
    WHERE word <> '' LIMIT 2000))
$$;
--> statement-breakpoint
-- Writes what a run is found by, whoever starts it and however many at once.
CREATE FUNCTION index_run() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO public.run_search (run_id, organization_id, fields, words)
  VALUES (new.id, new.organization_id, new.start_data, public.run_words(new.start_data, new.title));
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO run_search (run_id, organization_id, fields, words) SELECT id, organization_id, start_data, run_words(start_data, title) FROM runs;
--> statement-breakpoint
CREATE TRIGGER index_run AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION index_run();
--> statement-breakpoint
-- Policies and rights stand on the partitioned tables only: nobody but their owner reaches a partition directly.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads', 'run_books'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    -- Dropping a month, as the owner, reads the books of every organization.
    IF name <> 'run_books' THEN EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name); END IF;
    EXECUTE format(
      'CREATE POLICY organization ON %I TO rounds_app
         USING (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)
         WITH CHECK (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)', name);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rounds_app, rounds_engine', name);
  END LOOP;
END $$;
