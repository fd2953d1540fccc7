-- `enqueue_run` for several new runs: the statements by which the queue takes one job take any number, at little more than the cost of one.
CREATE FUNCTION enqueue_runs(run_ids uuid[], priorities integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF array_length(run_ids, 1) IS NULL THEN RETURN; END IF;
  PERFORM graphile_worker.add_jobs((
    SELECT array_agg(('turn', json_build_object('runId', run_id), NULL, NULL, 25, 'run:' || run_id, priority, NULL)::graphile_worker.job_spec ORDER BY place)
    FROM ROWS FROM (unnest(run_ids), unnest(priorities)) WITH ORDINALITY AS given(run_id, priority, place)));
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION enqueue_runs(uuid[], integer[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION enqueue_runs(uuid[], integer[]) TO rounds_app, rounds_engine;
--> statement-breakpoint
-- A migrating role that is no superuser can hand over only to a role that may create in the schema; the right is taken back at once.
GRANT CREATE ON SCHEMA public TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION enqueue_runs(uuid[], integer[]) OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_engine;
