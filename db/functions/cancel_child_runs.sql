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
