CREATE TABLE "task_progress" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"pages" integer NOT NULL,
	"read_pages" integer NOT NULL,
	"file" integer NOT NULL,
	"files" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender_worker" uuid;--> statement-breakpoint
ALTER TABLE "task_progress" ADD CONSTRAINT "task_progress_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE task_progress ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE task_progress FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON task_progress TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- A key that is narrowed to workflows sees the progress of runs that it may read.
CREATE POLICY narrow ON task_progress AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = task_progress.run_id)) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON task_progress TO rounds_app;
--> statement-breakpoint
-- Retention deletes what a dead worker left behind.
CREATE POLICY engine ON task_progress TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, DELETE ON task_progress TO rounds_engine;
