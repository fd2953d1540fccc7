CREATE TABLE "back_test_runs" (
	"back_test_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"failing" boolean NOT NULL,
	"differences" jsonb NOT NULL,
	"unknown" jsonb NOT NULL,
	CONSTRAINT "back_test_runs_back_test_id_run_id_pk" PRIMARY KEY("back_test_id","run_id"),
	CONSTRAINT "back_test_runs_verdict" CHECK (verdict in ('same', 'different', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "back_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"version" integer,
	"revision" integer,
	"definition" json NOT NULL,
	"run_ids" uuid[] NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"totals" jsonb NOT NULL,
	"next_at" timestamp with time zone,
	"problem" text,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "back_tests_status" CHECK (status in ('running', 'completed', 'failed', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "back_test_runs" ADD CONSTRAINT "back_test_runs_back_test_id_back_tests_id_fk" FOREIGN KEY ("back_test_id") REFERENCES "public"."back_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_test_runs" ADD CONSTRAINT "back_test_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_tests" ADD CONSTRAINT "back_tests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_tests" ADD CONSTRAINT "back_tests_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "back_test_runs_run" ON "back_test_runs" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "back_tests_workflow" ON "back_tests" USING btree ("workflow_id","id");--> statement-breakpoint
CREATE INDEX "back_tests_due" ON "back_tests" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
ALTER TABLE back_tests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE back_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON back_tests TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- Workers find the tests that are due.
CREATE POLICY engine ON back_tests TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON back_tests TO rounds_app;
--> statement-breakpoint
GRANT SELECT, UPDATE ON back_tests TO rounds_engine;
--> statement-breakpoint
ALTER TABLE back_test_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE back_test_runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON back_test_runs TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- Retention deletes what belongs to a run.
CREATE POLICY engine ON back_test_runs TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON back_test_runs TO rounds_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON back_test_runs TO rounds_engine;
--> statement-breakpoint
-- A key that is narrowed to workflows sees the back-tests of these only.
CREATE POLICY narrow ON back_tests AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON back_test_runs AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM back_tests WHERE back_tests.id = back_test_runs.back_test_id));
