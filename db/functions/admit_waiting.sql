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
