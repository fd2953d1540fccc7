ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_organization_id_organizations_id_fk";
--> statement-breakpoint
-- What runs are found by is written once for a statement, not once for each run: twenty starts of one moment are one insert. It stands on the partitioned table only, so
-- what `make_run_months` moves into a new month is not written again.
CREATE FUNCTION index_runs() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO public.run_search (run_id, organization_id, fields, words)
  SELECT id, organization_id, start_data, public.run_words(start_data, title) FROM begun;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER index_run ON runs;
--> statement-breakpoint
DROP FUNCTION index_run();
--> statement-breakpoint
CREATE TRIGGER index_runs AFTER INSERT ON runs REFERENCING NEW TABLE AS begun FOR EACH STATEMENT EXECUTE FUNCTION index_runs();
