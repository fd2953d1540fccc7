-- Ids of runs of the transaction's organization from `low` up to, not including, `high`, the newest
-- first, at most `most`. `fields` is a list of lists: of each inner list one value must be
-- contained in the run's fields.
-- The months are read one after the other, the newest first, until there are enough: one statement
-- over all months would gather and sort what every month holds.
CREATE OR REPLACE FUNCTION search_runs(
  fields jsonb, words tsquery, low uuid, high uuid, most integer
) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  conditions text;
  lowest uuid := coalesce(low, '00000000-0000-0000-0000-000000000000');
  above uuid := coalesce(high, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  first uuid;
  found_here integer;
  left_over integer := most;
BEGIN
  SELECT coalesce(string_agg(' AND (' || (
      SELECT string_agg(format('fields @> %L::jsonb', value), ' OR ')
      FROM jsonb_array_elements(any_of) AS value) || ')', ''), '')
  INTO conditions FROM jsonb_array_elements(coalesce(fields, '[]')) AS any_of;
  IF words IS NOT NULL THEN
    conditions := conditions || format(' AND words @@ %L::tsquery', words);
  END IF;
  -- Of a caller who may touch some workflows or sandbox runs only (role rounds_narrow).
  IF nullif(current_setting('rounds.workflows', true), '') IS NOT NULL
    OR current_setting('rounds.sandbox', true) = 'true' THEN
    conditions := conditions || ' AND EXISTS (SELECT FROM public.runs WHERE runs.id = run_id
      AND (nullif(current_setting(''rounds.workflows'', true), '''') IS NULL OR workflow_id
        = ANY (nullif(current_setting(''rounds.workflows'', true), '''')::uuid[]))
      AND (current_setting(''rounds.sandbox'', true) IS DISTINCT FROM ''true'' OR sandbox))';
  END IF;
  -- The first id of each month that there is, without those to come, and then of what is older.
  FOR first IN
    SELECT public.run_id_at(month::timestamp AT TIME ZONE 'UTC')
    FROM (
      SELECT to_date(right(relname, 7), 'YYYY_MM')
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'public.run_search'::regclass AND relname ~ '_\d{4}_\d{2}$'
    ) AS months(month)
    WHERE month <= now()
    UNION SELECT '00000000-0000-0000-0000-000000000000'
    ORDER BY 1 DESC
  LOOP
    CONTINUE WHEN first >= above;
    RETURN QUERY EXECUTE format('SELECT run_id FROM public.run_search
        WHERE organization_id = $1 AND run_id >= %L AND run_id < %L %s
        ORDER BY run_id DESC LIMIT %s',
      greatest(first, lowest), above, conditions, left_over)
      USING nullif(current_setting('rounds.organization_id', true), '')::uuid;
    GET DIAGNOSTICS found_here = ROW_COUNT;
    left_over := left_over - found_here;
    EXIT WHEN left_over <= 0 OR first <= lowest;
    above := first;
  END LOOP;
END $$;
