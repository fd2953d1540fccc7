-- Drops a month of runs when all of them have ended, and long enough ago for their organization's
-- counts (run_books) to hold them. Returns false when there is no such month; raises object_in_use,
-- and drops nothing, when a run has not ended.
CREATE OR REPLACE FUNCTION drop_run_month(month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  suffix text := to_char(month, 'YYYY_MM');
  kept boolean;
BEGIN
  IF to_regclass('public.runs_' || suffix) IS NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(7268368002);
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION public.%I', name, name || '_' || suffix);
  END LOOP;
  EXECUTE format('SELECT EXISTS (
      SELECT FROM public.%I AS run LEFT JOIN public.run_books AS books USING (organization_id)
      WHERE run.finished_at IS NULL OR books.counted_until IS NULL
        OR run.finished_at >= books.counted_until)', 'runs_' || suffix) INTO kept;
  IF kept THEN
    RAISE EXCEPTION 'runs of % have not ended', suffix USING ERRCODE = 'object_in_use';
  END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('DROP TABLE public.%I', name || '_' || suffix);
  END LOOP;
  RETURN true;
END $$;
