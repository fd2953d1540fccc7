-- Tasks of the transaction's organization that wait for one of these asynchronous results; the
-- engine itself may ask without an organization.
-- It reads as the engine because under row-level security no index serves
-- `state->>'asyncResultId'`: the function ->> is not leakproof, so every task that waits for any
-- result would be read.
CREATE OR REPLACE FUNCTION tasks_awaiting(results text[])
RETURNS TABLE (task_id uuid, task_run_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  own uuid := nullif(current_setting('rounds.organization_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT id, run_id FROM public.tasks
    WHERE status = 'suspended' AND state->>'reason' = 'async-result'
      AND state->>'asyncResultId' = ANY (results)
      AND (organization_id = own OR own IS NULL AND session_user <> 'rounds_app');
END $$;
