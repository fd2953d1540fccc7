-- Writes what runs are found by, whoever starts them: once a statement, so that many runs are one
-- insert. The trigger stands on the partitioned table only, so what make_run_months moves into a
-- new month is not written again.
CREATE OR REPLACE FUNCTION index_runs() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO public.run_search (run_id, organization_id, fields, words)
  SELECT id, organization_id, start_data, public.run_words(start_data, title) FROM begun;
  RETURN NULL;
END $$;
