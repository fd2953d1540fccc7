CREATE TABLE "test_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"name" text NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"expected" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"gone_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_results" (
	"trial_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	"points" real NOT NULL,
	"fields" integer NOT NULL,
	CONSTRAINT "trial_results_trial_id_case_id_pk" PRIMARY KEY("trial_id","case_id")
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"settings" json NOT NULL,
	"case_ids" uuid[] NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"problem" text,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "trials_status" CHECK (status in ('running', 'completed', 'failed', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "test_case_id" uuid;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "temporary" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "trial_id" uuid;
--> statement-breakpoint
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trial_results" ADD CONSTRAINT "trial_results_trial_id_trials_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trials"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trial_results" ADD CONSTRAINT "trial_results_case_id_test_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."test_cases"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trial_results" ADD CONSTRAINT "trial_results_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "test_cases_step" ON "test_cases" USING btree ("workflow_id","step_id");
--> statement-breakpoint
CREATE INDEX "test_cases_gone" ON "test_cases" USING btree ("gone_since") WHERE gone_since is not null;
--> statement-breakpoint
CREATE INDEX "trial_results_case" ON "trial_results" USING btree ("case_id");
--> statement-breakpoint
CREATE INDEX "trials_step" ON "trials" USING btree ("workflow_id","step_id","id");
--> statement-breakpoint
CREATE INDEX "trials_due" ON "trials" USING btree ("next_at") WHERE next_at is not null;
--> statement-breakpoint
ALTER TABLE test_cases ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE test_cases FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON test_cases TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- Retention deletes the cases of steps that are gone.
CREATE POLICY engine ON test_cases TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON test_cases TO rounds_app;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON test_cases TO rounds_engine;
--> statement-breakpoint
ALTER TABLE trials ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE trials FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON trials TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- Workers find the trials that are due.
CREATE POLICY engine ON trials TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON trials TO rounds_app;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON trials TO rounds_engine;
--> statement-breakpoint
ALTER TABLE trial_results ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE trial_results FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON trial_results TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON trial_results TO rounds_app;
