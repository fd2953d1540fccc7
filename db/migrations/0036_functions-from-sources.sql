-- Generated from db/functions by npm run db:functions.
-- Admits runs of a workflow with a concurrency limit that have room now: by priority, then by age.
-- Called in the transaction of whatever makes room. Returns how many were admitted.
CREATE OR REPLACE FUNCTION admit_waiting(workflow uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  room integer;
  let_in integer;
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.runs
    WHERE workflow_id = workflow AND slot = 'waiting' AND status = 'suspended')
  THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('slots:' || workflow::text, 0));
  SELECT CASE WHEN concurrency_limit IS NULL THEN 1000
    ELSE least(concurrency_limit - taken, 1000) END INTO room
  FROM public.workflows, LATERAL (
    SELECT count(*)::integer AS taken FROM public.runs
    WHERE workflow_id = workflow AND slot = 'taken' AND status IN ('running', 'suspended')
  ) AS under_way
  WHERE workflows.id = workflow;
  IF room IS NULL OR room <= 0 THEN RETURN 0; END IF;
  WITH next AS (
    SELECT id FROM public.runs
    WHERE workflow_id = workflow AND slot = 'waiting' AND status = 'suspended'
    ORDER BY priority, id LIMIT room FOR UPDATE SKIP LOCKED),
  admitted AS (
    UPDATE public.runs SET slot = 'taken',
      status = CASE WHEN parked THEN status ELSE 'running' END,
      revision = revision + 1
    FROM next WHERE runs.id = next.id RETURNING runs.id, runs.priority, runs.parked),
  queued AS MATERIALIZED (
    SELECT public.enqueue_run(id, priority) FROM admitted WHERE NOT parked)
  SELECT count(*) INTO let_in FROM queued;
  RETURN let_in;
END $$;
--> statement-breakpoint
-- Gathers the statistics of the partitioned tables as wholes: autovacuum does so for each month
-- only. Once a day; returns whether it was time.
CREATE OR REPLACE FUNCTION analyze_run_history() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  -- Before version 18, ANALYZE of a partitioned table always reads the partitions too.
  command text := CASE WHEN current_setting('server_version_num')::integer >= 180000
    THEN 'ANALYZE ONLY' ELSE 'ANALYZE' END;
BEGIN
  IF coalesce(pg_stat_get_last_analyze_time('public.payloads'::regclass), '-infinity')
    > now() - interval '1 day'
  THEN RETURN false; END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('%s public.%I', command, name);
  END LOOP;
  RETURN true;
END $$;
--> statement-breakpoint
-- The id of a task that has no row yet; the same as bornTaskId in lib/engine/task-id.ts, so that
-- everybody who creates the task gives it the same id.
CREATE OR REPLACE FUNCTION born_task_id(run uuid, key text, place integer) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT (left(run::text, 13)
    || '-7' || substr(hex, 1, 3)
    || '-8' || substr(hex, 4, 3)
    || '-' || left(encode(sha256(convert_to(run::text || ':' || key, 'UTF8')), 'hex'), 12))::uuid
  FROM right(lpad(to_hex(place), 6, '0'), 6) AS hex
$$;
--> statement-breakpoint
-- Cancels the child runs of a run, or of one task of it, and their children, the innermost first.
-- Looks again until there are none, because a child may just have started one.
CREATE OR REPLACE FUNCTION cancel_child_runs(parent uuid, task uuid, why jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  family uuid[];
  child uuid;
BEGIN
  LOOP
    WITH RECURSIVE found AS (
      SELECT id, 1 AS level FROM runs
      WHERE parent_run_id = parent AND (task IS NULL OR parent_task_id = task)
        AND status IN ('running', 'suspended')
      UNION ALL
      SELECT runs.id, level + 1 FROM runs JOIN found ON runs.parent_run_id = found.id
      WHERE runs.status IN ('running', 'suspended'))
    SELECT array_agg(id ORDER BY level DESC, id) INTO family FROM found;
    EXIT WHEN family IS NULL;
    FOREACH child IN ARRAY family LOOP
      UPDATE runs SET status = 'cancelled', error = why, finished_at = now(),
        lease_worker = NULL, revision = revision + 1
      WHERE id = child AND status IN ('running', 'suspended');
      CONTINUE WHEN NOT FOUND;
      UPDATE tasks SET status = 'cancelled', due_at = NULL, finished_at = now()
      WHERE run_id = child
        AND status IN ('waiting-dependencies', 'pending', 'running', 'suspended');
      PERFORM enqueue_run(child, -10);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- Tells a run that one of its child runs ended; the caller holds the lock on the child's row. The
-- task that waits goes on when it was the last child or, when the task stops at a failure, the
-- first that failed. A run that is paused, or waits for its turn, stays suspended.
-- The run's row is locked before its task's, as everywhere; the update then sees what other
-- children have just committed.
CREATE OR REPLACE FUNCTION child_run_ended(parent uuid, task uuid, failed boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  goes_on boolean;
BEGIN
  PERFORM FROM runs WHERE id = parent FOR NO KEY UPDATE;
  UPDATE tasks SET children_left = children_left - 1,
    status = CASE WHEN children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true')
      THEN 'pending' ELSE status END,
    resuming = children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true')
  WHERE run_id = parent AND id = task AND status = 'suspended' AND state->>'reason' = 'child-run'
  RETURNING resuming INTO goes_on;
  IF goes_on THEN
    UPDATE runs SET revision = revision + 1,
      status = CASE
        WHEN status = 'suspended' AND NOT parked AND slot IS DISTINCT FROM 'waiting' THEN 'running'
        ELSE status END
    WHERE id = parent;
    PERFORM enqueue_run(parent);
  END IF;
END $$;
--> statement-breakpoint
-- Drops a month of runs when all of them have ended, and long enough ago for their organization's
-- counts (run_books) to hold them. Returns false when there is no such month; raises object_in_use,
-- and drops nothing, when a run has not ended.
CREATE OR REPLACE FUNCTION drop_run_month(month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
  EXECUTE format('SELECT EXISTS (
      SELECT FROM public.%I AS run LEFT JOIN public.run_books AS books USING (organization_id)
      WHERE run.finished_at IS NULL OR books.counted_until IS NULL
        OR run.finished_at >= books.counted_until)', 'runs_' || suffix) INTO kept;
  IF kept THEN
    RAISE EXCEPTION 'runs of % have not ended', suffix USING ERRCODE = 'object_in_use';
  END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('DROP TABLE public.%I', name || '_' || suffix);
  END LOOP;
  RETURN true;
END $$;
--> statement-breakpoint
-- Puts a mail into the queue inside the caller's transaction, without rights on the queue's tables.
CREATE OR REPLACE FUNCTION enqueue_mail(mail_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('mail', json_build_object('mailId', mail_id),
    job_key := 'mail:' || mail_id, max_attempts := 25);
END $$;
--> statement-breakpoint
-- enqueue_run for several new runs. They have no job yet, so the jobs are inserted as add_jobs
-- inserts them, without its search for tasks, queues and earlier jobs of the same key: a third of
-- the cost, at each start. A test compares the jobs (lib/engine/enqueue-runs.test.ts). Before any
-- worker has registered this kind of job, add_jobs does it.
CREATE OR REPLACE FUNCTION enqueue_runs(run_ids uuid[], priorities integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF array_length(run_ids, 1) IS NULL THEN RETURN; END IF;
  INSERT INTO graphile_worker._private_jobs (task_id, payload, max_attempts, key, priority)
    SELECT tasks.id, json_build_object('runId', given.run_id), 25,
      'run:' || given.run_id, given.priority
    FROM ROWS FROM (unnest(run_ids), unnest(priorities)) WITH ORDINALITY
        AS given(run_id, priority, place),
      graphile_worker._private_tasks AS tasks
    WHERE tasks.identifier = 'turn' ORDER BY given.place;
  IF FOUND THEN
    PERFORM pg_notify('jobs:insert',
      '{"r":' || random()::text || ',"count":' || array_length(run_ids, 1) || '}');
  ELSE
    PERFORM graphile_worker.add_jobs((
      SELECT array_agg(
        ('turn', json_build_object('runId', run_id), NULL, NULL, 25, 'run:' || run_id, priority,
          NULL)::graphile_worker.job_spec ORDER BY place)
      FROM ROWS FROM (unnest(run_ids), unnest(priorities)) WITH ORDINALITY
        AS given(run_id, priority, place)));
  END IF;
END $$;
--> statement-breakpoint
-- Makes the missing months from one date to another; returns how many. Rows that lie in the default
-- partitions move into their month. A month is attached, not created in place, because that lets
-- everybody else work on.
CREATE OR REPLACE FUNCTION make_run_months(first date, last date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  month date;
  family record;
  part text;
  low uuid;
  high uuid;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7268368002);
  FOR month IN
    SELECT generate_series(date_trunc('month', first::timestamp),
      date_trunc('month', last::timestamp), interval '1 month')::date
  LOOP
    low := public.run_id_at(month::timestamp AT TIME ZONE 'UTC');
    high := public.run_id_at((month + interval '1 month') AT TIME ZONE 'UTC');
    FOR family IN
      SELECT * FROM (
        VALUES ('runs', 'id'), ('tasks', 'run_id'), ('run_search', 'run_id'), ('payloads', 'run_id')
      ) AS families(name, key)
    LOOP
      part := format('%s_%s', family.name, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
      -- Room for the updates of a run on the page it began on; cleaned before much has gathered.
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL) WITH (
          fillfactor = %s, autovacuum_vacuum_scale_factor = 0.05,
          autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)',
        part, family.name, CASE WHEN family.name IN ('runs', 'tasks') THEN 80 ELSE 100 END);
      EXECUTE format('WITH moved AS (
          DELETE FROM public.%I WHERE %I >= $1 AND %I < $2 RETURNING *)
        INSERT INTO public.%I SELECT * FROM moved',
        family.name || '_default', family.key, family.key, part) USING low, high;
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I
          FOR VALUES FROM (%L) TO (%L)',
        family.name, part, low, high);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
--> statement-breakpoint
-- The words of a run: of every text and number in its start data and of its title, in lower case,
-- cut at what is neither letter nor digit.
CREATE OR REPLACE FUNCTION run_words(start_data jsonb, title text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT array_to_tsvector(array(
    SELECT DISTINCT left(word, 60)
    FROM (
        SELECT found #>> '{}' AS text
        FROM jsonb_path_query(start_data, 'strict $.**') AS found
        WHERE jsonb_typeof(found) IN ('string', 'number')
        UNION ALL
        SELECT title
      ) AS texts,
      regexp_split_to_table(lower(left(text, 4000)), '[^[:alnum:]]+') AS word
    WHERE word <> '' LIMIT 2000))
$$;
--> statement-breakpoint
-- Ids of runs of the transaction's organization from `low` up to, not including, `high`, the newest
-- first, at most `most`. `fields` is a list of lists: of each inner list one value must be
-- contained in the run's fields.
-- The months are read one after the other, the newest first, until there are enough: one statement
-- over all months would gather and sort what every month holds.
CREATE OR REPLACE FUNCTION search_runs(
  fields jsonb, words tsquery, low uuid, high uuid, most integer
) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  conditions text;
  lowest uuid := coalesce(low, '00000000-0000-0000-0000-000000000000');
  above uuid := coalesce(high, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  first uuid;
  found_here integer;
  left_over integer := most;
BEGIN
  SELECT coalesce(string_agg(' AND (' || (
      SELECT string_agg(format('fields @> %L::jsonb', value), ' OR ')
      FROM jsonb_array_elements(any_of) AS value) || ')', ''), '')
  INTO conditions FROM jsonb_array_elements(coalesce(fields, '[]')) AS any_of;
  IF words IS NOT NULL THEN
    conditions := conditions || format(' AND words @@ %L::tsquery', words);
  END IF;
  -- The first id of each month that there is, without those to come, and then of what is older.
  FOR first IN
    SELECT public.run_id_at(month::timestamp AT TIME ZONE 'UTC')
    FROM (
      SELECT to_date(right(relname, 7), 'YYYY_MM')
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'public.run_search'::regclass AND relname ~ '_\d{4}_\d{2}$'
    ) AS months(month)
    WHERE month <= now()
    UNION SELECT '00000000-0000-0000-0000-000000000000'
    ORDER BY 1 DESC
  LOOP
    CONTINUE WHEN first >= above;
    RETURN QUERY EXECUTE format('SELECT run_id FROM public.run_search
        WHERE organization_id = $1 AND run_id >= %L AND run_id < %L %s
        ORDER BY run_id DESC LIMIT %s',
      greatest(first, lowest), above, conditions, left_over)
      USING nullif(current_setting('rounds.organization_id', true), '')::uuid;
    GET DIAGNOSTICS found_here = ROW_COUNT;
    left_over := left_over - found_here;
    EXIT WHEN left_over <= 0 OR first <= lowest;
    above := first;
  END LOOP;
END $$;
--> statement-breakpoint
-- Takes the right to one call of a connection. Returns 0, or after how many milliseconds to ask
-- again. Calls of one connection ask one after the other.
CREATE OR REPLACE FUNCTION take_connection_call(
  connection uuid, call uuid, concurrent integer, per_minute integer, seconds integer
) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  leaves timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calls:' || connection::text, 0));
  DELETE FROM public.connection_calls
  WHERE connection_id = connection AND started_at < clock_timestamp() - interval '1 minute'
    AND (ended_at IS NOT NULL OR expires_at < clock_timestamp());
  IF concurrent IS NOT NULL AND concurrent <= (
    SELECT count(*) FROM public.connection_calls
    WHERE connection_id = connection AND ended_at IS NULL AND expires_at > clock_timestamp())
  THEN RETURN 2000; END IF;
  IF per_minute IS NOT NULL THEN
    -- The call whose minute, once over, makes room.
    SELECT started_at + interval '1 minute' INTO leaves FROM public.connection_calls
    WHERE connection_id = connection AND started_at > clock_timestamp() - interval '1 minute'
    ORDER BY started_at DESC OFFSET per_minute - 1 LIMIT 1;
    IF leaves IS NOT NULL THEN
      RETURN greatest(1, ceil(extract(epoch FROM leaves - clock_timestamp()) * 1000))::integer;
    END IF;
  END IF;
  INSERT INTO public.connection_calls
    (id, organization_id, connection_id, started_at, expires_at)
  VALUES (call, nullif(current_setting('rounds.organization_id', true), '')::uuid, connection,
    clock_timestamp(), clock_timestamp() + make_interval(secs => seconds));
  RETURN 0;
END $$;
--> statement-breakpoint
-- Tasks of the transaction's organization that wait for one of these asynchronous results; the
-- engine itself may ask without an organization.
-- It reads as the engine because under row-level security no index serves
-- `state->>'asyncResultId'`: the function ->> is not leakproof, so every task that waits for any
-- result would be read.
CREATE OR REPLACE FUNCTION tasks_awaiting(results text[])
RETURNS TABLE (task_id uuid, task_run_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  own uuid := nullif(current_setting('rounds.organization_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT id, run_id FROM public.tasks
    WHERE status = 'suspended' AND state->>'reason' = 'async-result'
      AND state->>'asyncResultId' = ANY (results)
      AND (organization_id = own OR own IS NULL AND session_user <> 'rounds_app');
END $$;
--> statement-breakpoint
-- How many runs of an organization wait for a worker, at most `most`: those with ids from `first`
-- up to `last` and a priority of up to `upto`.
-- A function, so that its plan, which opens only the month in question, is made once and not at
-- each start of a run. It reads the index of what waits whatever the statistics say (only that index has
-- the rows in this order): statistics gathered during a backlog made reading all runs of the
-- organization seem cheaper, and that plan stayed when the backlog was gone (65 ms a start with
-- 50,000 runs, now 0.1).
CREATE OR REPLACE FUNCTION waiting_runs(
  organization uuid, upto integer, first uuid, last uuid, most integer
) RETURNS integer
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_sort = off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM public.runs
    WHERE organization_id = organization AND status = 'running' AND lease_worker IS NULL
      AND priority <= upto AND id >= first AND id < last
    ORDER BY priority LIMIT most) AS waiting);
END $$;
