-- Keeps the work item of an open screen like its task: makes it when the screen opens, and takes over
-- a new title, priority, claim or choice of people. What belongs to the item alone (due dates, notes)
-- stays, but a sender, their note and whom it was meant for end with the claim that they made.
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
    candidates = excluded.candidates,
    assignee_id = excluded.assignee_id,
    assignee_name = excluded.assignee_name,
    assigned_at = excluded.assigned_at,
    first_assigned_at = coalesce(work_items.first_assigned_at, excluded.assigned_at),
    sender_id = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_id END,
    sender_name = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_name END,
    note = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.note END,
    assigned_for_id = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_id END,
    assigned_for_name = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_name END,
    assigned_for_until = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_until END;
  RETURN NULL;
END $$;
