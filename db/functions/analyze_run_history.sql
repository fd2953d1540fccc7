-- Gathers the statistics of the partitioned tables as wholes: autovacuum does so for each month
-- only. Once a day; returns whether it was time.
CREATE OR REPLACE FUNCTION analyze_run_history() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  -- Before version 18, ANALYZE of a partitioned table always reads the partitions too.
  command text := CASE WHEN current_setting('server_version_num')::integer >= 180000
    THEN 'ANALYZE ONLY' ELSE 'ANALYZE' END;
BEGIN
  IF coalesce(pg_stat_get_last_analyze_time('public.payloads'::regclass), '-infinity')
    > now() - interval '1 day'
  THEN RETURN false; END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('%s public.%I', command, name);
  END LOOP;
  RETURN true;
END $$;
