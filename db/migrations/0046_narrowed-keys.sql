ALTER TABLE "files" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
-- unused since: it was added in this release, and no code ever used it
ALTER TABLE "api_keys" DROP COLUMN "owner_id";
--> statement-breakpoint
-- rounds_narrow is rounds_app for keys that may touch some workflows only, or sandbox runs only. It
-- has every right and policy of rounds_app, and these besides. The other callers do not pay for them.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rounds_narrow') THEN
      CREATE ROLE rounds_narrow LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE INHERIT;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same cluster was migrating too
  END;
  IF NOT pg_has_role('rounds_narrow', 'rounds_app', 'USAGE') THEN
    GRANT rounds_app TO rounds_narrow WITH INHERIT TRUE, SET FALSE;
  END IF;
END $$;
--> statement-breakpoint
CREATE POLICY narrow ON workflows AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL OR id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON workflow_versions AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON schedules AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON former_slugs AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON runs AS RESTRICTIVE TO rounds_narrow
  USING ((nullif(current_setting('rounds.workflows', true), '') IS NULL OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]))
    AND (current_setting('rounds.sandbox', true) IS DISTINCT FROM 'true' OR sandbox));
--> statement-breakpoint
-- A row that is written with its run cannot see that yet, so only reading and changing is checked.
CREATE POLICY narrow ON tasks AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON payloads AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON run_search AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON screen_drafts AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON mails AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
-- Letters without a run were sent by the API.
CREATE POLICY narrow ON letters AS RESTRICTIVE TO rounds_narrow
  USING (run_id IS NULL OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON files AS RESTRICTIVE TO rounds_narrow
  USING (created_by_id = nullif(current_setting('rounds.caller_id', true), '')::uuid
    OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
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
