-- Under row-level security no index serves `state->>'asyncResultId'`: the function is not leakproof, so every task that waits for any result would be read.
-- This one looks as the engine, for tasks of the organization of the transaction; the engine itself may ask without one.
CREATE FUNCTION tasks_awaiting(results text[]) RETURNS TABLE (task_id uuid, task_run_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  own uuid := nullif(current_setting('rounds.organization_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT id, run_id FROM public.tasks
    WHERE status = 'suspended' AND state->>'reason' = 'async-result' AND state->>'asyncResultId' = ANY (results)
      AND (organization_id = own OR own IS NULL AND session_user <> 'rounds_app');
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tasks_awaiting(text[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tasks_awaiting(text[]) TO rounds_app, rounds_engine;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION tasks_awaiting(text[]) OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_engine;
