-- How many runs of an organization wait for a worker, at most `most`: those with ids from `first`
-- up to `last` and a priority of up to `upto`.
-- A function, so that its plan, which opens only the month in question, is made once and not at
-- each start of a run. It reads the index of what waits whatever the statistics say (only that index has
-- the rows in this order): statistics gathered during a backlog made reading all runs of the
-- organization seem cheaper, and that plan stayed when the backlog was gone (65 ms a start with
-- 50,000 runs, now 0.1).
CREATE OR REPLACE FUNCTION waiting_runs(
  organization uuid, upto integer, first uuid, last uuid, most integer
) RETURNS integer
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_sort = off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM public.runs
    WHERE organization_id = organization AND status = 'running' AND lease_worker IS NULL
      AND priority <= upto AND id >= first AND id < last
    ORDER BY priority LIMIT most) AS waiting);
END $$;
