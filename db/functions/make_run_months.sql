-- Makes the missing months from one date to another; returns how many. Rows that lie in the default
-- partitions move into their month. A month is attached, not created in place, because that lets
-- everybody else work on.
CREATE OR REPLACE FUNCTION make_run_months(first date, last date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  month date;
  family record;
  part text;
  low uuid;
  high uuid;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7268368002);
  FOR month IN
    SELECT generate_series(date_trunc('month', first::timestamp),
      date_trunc('month', last::timestamp), interval '1 month')::date
  LOOP
    low := public.run_id_at(month::timestamp AT TIME ZONE 'UTC');
    high := public.run_id_at((month + interval '1 month') AT TIME ZONE 'UTC');
    FOR family IN
      SELECT * FROM (
        VALUES ('runs', 'id'), ('tasks', 'run_id'), ('run_search', 'run_id'), ('payloads', 'run_id')
      ) AS families(name, key)
    LOOP
      part := format('%s_%s', family.name, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
      -- Room for the updates of a run on the page it began on; cleaned before much has gathered.
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL) WITH (
          fillfactor = %s, autovacuum_vacuum_scale_factor = 0.05,
          autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)',
        part, family.name, CASE WHEN family.name IN ('runs', 'tasks') THEN 80 ELSE 100 END);
      EXECUTE format('WITH moved AS (
          DELETE FROM public.%I WHERE %I >= $1 AND %I < $2 RETURNING *)
        INSERT INTO public.%I SELECT * FROM moved',
        family.name || '_default', family.key, family.key, part) USING low, high;
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I
          FOR VALUES FROM (%L) TO (%L)',
        family.name, part, low, high);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
