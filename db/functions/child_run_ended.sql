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
