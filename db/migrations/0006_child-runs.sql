ALTER TABLE "runs" ADD COLUMN "parent_run_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_task_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "child_attempt" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "child_index" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "loop" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "scope_run_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "children_left" integer;--> statement-breakpoint
CREATE INDEX "runs_children" ON "runs" USING btree ("parent_run_id","parent_task_id","child_index") WHERE parent_run_id is not null;
--> statement-breakpoint
-- A child run ended; who calls holds the child's row. The task that waits goes on when it was the last, or, when it stops at a failure, the first that failed.
-- The run's row is locked before its task's, as everywhere; the update then sees what other children just committed.
CREATE FUNCTION child_run_ended(parent uuid, task uuid, failed boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE goes_on boolean;
BEGIN
  PERFORM FROM runs WHERE id = parent FOR NO KEY UPDATE;
  UPDATE tasks SET children_left = children_left - 1,
    status = CASE WHEN children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true') THEN 'pending' ELSE status END,
    resuming = children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true')
  WHERE run_id = parent AND id = task AND status = 'suspended' AND state->>'reason' = 'child-run'
  RETURNING resuming INTO goes_on;
  IF goes_on THEN
    UPDATE runs SET revision = revision + 1, status = CASE WHEN status = 'suspended' THEN 'running' ELSE status END WHERE id = parent;
    PERFORM enqueue_run(parent);
  END IF;
END $$;
--> statement-breakpoint
-- Cancels the child runs of a run, or of one task of it, and theirs, from the inside out. Looks again until there are none, since a child may just have begun one.
CREATE FUNCTION cancel_child_runs(parent uuid, task uuid, why jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE family uuid[]; child uuid;
BEGIN
  LOOP
    WITH RECURSIVE found AS (
      SELECT id, 1 AS level FROM runs
      WHERE parent_run_id = parent AND (task IS NULL OR parent_task_id = task) AND status IN ('running', 'suspended')
      UNION ALL
      SELECT runs.id, level + 1 FROM runs JOIN found ON runs.parent_run_id = found.id WHERE runs.status IN ('running', 'suspended'))
    SELECT array_agg(id ORDER BY level DESC, id) INTO family FROM found;
    EXIT WHEN family IS NULL;
    FOREACH child IN ARRAY family LOOP
      UPDATE runs SET status = 'cancelled', error = why, finished_at = now(), lease_worker = NULL, revision = revision + 1
      WHERE id = child AND status IN ('running', 'suspended');
      CONTINUE WHEN NOT FOUND;
      UPDATE tasks SET status = 'cancelled', due_at = NULL, finished_at = now()
      WHERE run_id = child AND status IN ('waiting-dependencies', 'pending', 'running', 'suspended');
      PERFORM enqueue_run(child, -10);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION child_run_ended(uuid, uuid, boolean), cancel_child_runs(uuid, uuid, jsonb) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION child_run_ended(uuid, uuid, boolean), cancel_child_runs(uuid, uuid, jsonb) TO rounds_app, rounds_engine;
