-- Generated from db/functions by npm run db:functions.
-- Closes the work item of a screen that a person or a system answered, or that was cancelled.
CREATE OR REPLACE FUNCTION close_work_item() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.work_items SET
    closed_at = now(),
    outcome = CASE WHEN NEW.status IN ('pending', 'running', 'completed')
      THEN 'completed' ELSE 'cancelled' END,
    closed_by_id = CASE WHEN NEW.status IN ('pending', 'running', 'completed')
      THEN NEW.claimed_by END,
    next_action_at = NULL
  WHERE task_id = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Keeps the work item of an open screen like its task: makes it when the screen opens, and takes over
-- a new title, priority or claim. What belongs to the item alone (due dates, notes) stays, but a
-- sender and their note end with the claim that they made.
CREATE OR REPLACE FUNCTION keep_work_item() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  planned jsonb := coalesce(NEW.state -> 'actions', '[]');
BEGIN
  INSERT INTO public.work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id,
    title, priority, candidates, opened_at, assignee_id, assignee_name, assigned_at,
    first_assigned_at, due_at, actions, next_action_at)
  SELECT NEW.id, NEW.run_id, coalesce(run.scope_run_id, run.id), NEW.organization_id,
    run.workflow_id, NEW.step_id, coalesce(NEW.state ->> 'title', NEW.title), NEW.priority,
    nullif(ARRAY(SELECT jsonb_array_elements_text(nullif(NEW.state -> 'candidates', 'null'))), '{}'),
    coalesce(NEW.started_at, NEW.created_at), NEW.claimed_by, NEW.claimed_by_name, NEW.claimed_at,
    NEW.claimed_at, (NEW.state ->> 'dueAt')::timestamptz, planned,
    (planned -> 0 ->> 'at')::timestamptz
  FROM public.runs AS run WHERE run.id = NEW.run_id
  ON CONFLICT (task_id) DO UPDATE SET
    title = excluded.title,
    priority = excluded.priority,
    assignee_id = excluded.assignee_id,
    assignee_name = excluded.assignee_name,
    assigned_at = excluded.assigned_at,
    first_assigned_at = coalesce(work_items.first_assigned_at, excluded.assigned_at),
    sender_id = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_id END,
    sender_name = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_name END,
    note = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.note END;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_work_item() FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION close_work_item() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER keep_work_item_of_new AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.status = 'suspended' AND NEW.state ->> 'reason' = 'screen')
  EXECUTE FUNCTION keep_work_item();
--> statement-breakpoint
CREATE TRIGGER keep_work_item AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (NEW.status = 'suspended' AND NEW.state ->> 'reason' = 'screen')
  EXECUTE FUNCTION keep_work_item();
--> statement-breakpoint
CREATE TRIGGER close_work_item AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.status = 'suspended' AND NEW.status <> 'suspended'
    AND OLD.state ->> 'reason' = 'screen')
  EXECUTE FUNCTION close_work_item();
--> statement-breakpoint
-- The screens that are open now.
INSERT INTO work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title,
  priority, candidates, opened_at, assignee_id, assignee_name, assigned_at, first_assigned_at)
SELECT task.id, task.run_id, coalesce(run.scope_run_id, run.id), task.organization_id,
  run.workflow_id, task.step_id, coalesce(task.state ->> 'title', task.title), task.priority,
  nullif(ARRAY(SELECT jsonb_array_elements_text(nullif(task.state -> 'candidates', 'null'))), '{}'),
  coalesce(task.started_at, task.created_at), task.claimed_by, task.claimed_by_name,
  task.claimed_at, task.claimed_at
FROM tasks AS task JOIN runs AS run ON run.id = task.run_id
WHERE task.status = 'suspended' AND task.state ->> 'reason' = 'screen'
ON CONFLICT (task_id) DO NOTHING;
