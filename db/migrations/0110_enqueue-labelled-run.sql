-- Generated from db/functions by npm run db:functions.
-- enqueue_run for a run whose next step is bound to workers with a label: only those take the job.
-- It steps back behind those of other organizations that wait for them (fairness.ts), since it has
-- left the order in which it started.
CREATE OR REPLACE FUNCTION enqueue_labelled_run(
  run_id uuid, organization uuid, label text, priority integer DEFAULT 0
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  waiting integer;
BEGIN
  SELECT count(*) INTO waiting FROM (
    SELECT FROM public.runs
    WHERE waits_for_label = label AND organization_id = organization AND status = 'suspended'
    LIMIT 1024) AS others;
  PERFORM graphile_worker.add_job('turn:' || label, json_build_object('runId', run_id),
    job_key := 'run:' || run_id, max_attempts := 25,
    priority := priority + 40 * CASE WHEN waiting < 16 THEN 0
      ELSE floor(log(2, waiting / 16.0))::integer + 1 END);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION enqueue_labelled_run(uuid, uuid, text, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION enqueue_labelled_run(uuid, uuid, text, integer) TO rounds_engine;
--> statement-breakpoint
GRANT SELECT (labels, unbound, seen_at) ON workers TO rounds_app;
