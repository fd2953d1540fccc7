-- Generated from db/functions by npm run db:functions.
-- Admits runs of a workflow with a concurrency limit that have room now: by priority, then by age.
-- Called in the transaction of whatever makes room. Returns how many were admitted.
CREATE OR REPLACE FUNCTION admit_waiting(workflow uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  room integer;
  let_in integer;
  next uuid[];
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
  -- In a statement of its own, see lock_runs_without_waiting.
  next := ARRAY(
    SELECT id FROM public.runs
    WHERE workflow_id = workflow AND slot = 'waiting' AND status = 'suspended'
    ORDER BY priority, id LIMIT room FOR UPDATE SKIP LOCKED);
  WITH admitted AS (
    UPDATE public.runs SET slot = 'taken',
      status = CASE WHEN parked THEN status ELSE 'running' END,
      revision = revision + 1
    WHERE runs.id = ANY (next) RETURNING runs.id, runs.priority, runs.parked),
  queued AS MATERIALIZED (
    SELECT public.enqueue_run(id, priority) FROM admitted WHERE NOT parked)
  SELECT count(*) INTO let_in FROM queued;
  RETURN let_in;
END $$;
--> statement-breakpoint
-- Locks those of these runs that this worker may commit to and that no other transaction has locked,
-- and returns their ids. `first` and `last` are the first and the last id, which exclude other months.
--
-- A function, so that the statement that calls it locks no rows itself: PostgreSQL 18 corrupts the
-- memory of its process, and thus ends all sessions, when such a lock meets a row that was changed
-- since the statement began and the same statement writes to partitioned tables in WITH
-- (seen under contention by the chaos run, which looks for such ends).
CREATE OR REPLACE FUNCTION lock_runs_without_waiting(
  ids uuid[], first uuid, last uuid, worker uuid) RETURNS SETOF uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT runs.id FROM public.runs
    WHERE runs.id = ANY (ids) AND runs.id >= first AND runs.id <= last
      AND runs.status = 'running' AND (runs.lease_worker IS NULL OR runs.lease_worker = worker)
    FOR NO KEY UPDATE SKIP LOCKED;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION lock_runs_without_waiting(uuid[], uuid, uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION lock_runs_without_waiting(uuid[], uuid, uuid, uuid) TO rounds_engine;
