-- How many runs of an organization wait for a worker, at most `most`: those with ids from `first` up to `last` and with a priority of up to `upto`. A function, so
-- that its plan, which opens only the month in question, is made once: within the statement that starts a run, that statement would be planned anew at each start.
CREATE FUNCTION waiting_runs(organization uuid, upto integer, first uuid, last uuid, most integer) RETURNS integer
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM public.runs WHERE organization_id = organization AND status = 'running' AND lease_worker IS NULL AND priority <= upto AND id >= first AND id < last LIMIT most) AS waiting);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION waiting_runs(uuid, integer, uuid, uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION waiting_runs(uuid, integer, uuid, uuid, integer) TO rounds_app, rounds_engine;
