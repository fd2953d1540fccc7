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
