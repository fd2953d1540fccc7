-- Under row-level security no index serves `@>` and `@@`: they are not leakproof, so the policy would be checked on every row first. This function looks
-- for the caller's organization only, as the owner, whom the policies of run_search no longer bind.
ALTER TABLE run_search NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Ids of runs of the organization of this transaction from `low` up to, not including, `high`, newest first, at most `most`. `fields` is a list of lists: of each
-- inner list one value must be contained in the run's fields.
CREATE FUNCTION search_runs(fields jsonb, words tsquery, low uuid, high uuid, most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  conditions text;
BEGIN
  SELECT coalesce(string_agg(' AND (' || (SELECT string_agg(format('fields @> %L::jsonb', value), ' OR ') FROM jsonb_array_elements(any_of) AS value) || ')', ''), '')
  INTO conditions FROM jsonb_array_elements(coalesce(fields, '[]')) AS any_of;
  IF words IS NOT NULL THEN conditions := conditions || format(' AND words @@ %L::tsquery', words); END IF;
  RETURN QUERY EXECUTE format('SELECT run_id FROM public.run_search WHERE organization_id = $1 AND run_id >= %L AND run_id < %L %s ORDER BY run_id DESC LIMIT %s',
    coalesce(low, '00000000-0000-0000-0000-000000000000'), coalesce(high, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), conditions, most)
    USING nullif(current_setting('rounds.organization_id', true), '')::uuid;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_runs(jsonb, tsquery, uuid, uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_runs(jsonb, tsquery, uuid, uuid, integer) TO rounds_app;
