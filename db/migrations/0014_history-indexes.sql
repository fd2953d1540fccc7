DROP INDEX "tasks_organization";--> statement-breakpoint
DROP INDEX "tasks_inbox";--> statement-breakpoint
DROP INDEX "schedule_backfills_schedule";--> statement-breakpoint
DROP INDEX "files_list";--> statement-breakpoint
DROP INDEX "mails_list";--> statement-breakpoint
DROP INDEX "audit_entries_list";--> statement-breakpoint
DROP INDEX "letters_list";--> statement-breakpoint
CREATE INDEX "runs_workflow_status" ON "runs" USING btree ("workflow_id","status","id") WHERE status in ('suspended', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_pending" ON "tasks" USING btree ("organization_id","due_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "audit_entries_object" ON "audit_entries" USING btree ("organization_id","object_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_inbox" ON "tasks" USING btree ("organization_id","priority" DESC NULLS FIRST,"created_at","id","claimed_by") WHERE status = 'suspended' and state->>'reason' = 'screen';--> statement-breakpoint
CREATE INDEX "schedule_backfills_schedule" ON "schedule_backfills" USING btree ("schedule_id","id");--> statement-breakpoint
CREATE INDEX "files_list" ON "files" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "mails_list" ON "mails" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_list" ON "audit_entries" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "letters_list" ON "letters" USING btree ("organization_id","id");--> statement-breakpoint
-- Statistics of the partitioned tables as wholes: autovacuum gathers them for each month only. Once a day; answers whether it was time.
CREATE FUNCTION analyze_run_history() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  command text := CASE WHEN current_setting('server_version_num')::integer >= 180000 THEN 'ANALYZE ONLY' ELSE 'ANALYZE' END;
BEGIN
  IF coalesce(pg_stat_get_last_analyze_time('public.payloads'::regclass), '-infinity') > now() - interval '1 day' THEN RETURN false; END IF;
  FOREACH name IN ARRAY ARRAY['runs', 'tasks', 'run_search', 'payloads'] LOOP
    EXECUTE format('%s public.%I', command, name);
  END LOOP;
  RETURN true;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_run_history() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_run_history() TO rounds_engine;
