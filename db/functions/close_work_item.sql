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
