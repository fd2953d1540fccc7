-- Puts a run into the queue inside the caller's transaction, without rights on the queue's tables.
-- One job a run: the job key is the run's id, so a run that is already queued is not queued twice.
CREATE OR REPLACE FUNCTION enqueue_run(
  run_id uuid, priority integer DEFAULT 0, run_at timestamptz DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('turn', json_build_object('runId', run_id), run_at := run_at,
    job_key := 'run:' || run_id, priority := priority, max_attempts := 25);
END $$;
