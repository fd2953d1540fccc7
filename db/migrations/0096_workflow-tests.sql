CREATE TABLE "workflow_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version_id" uuid NOT NULL,
	"recording" json NOT NULL,
	"expected" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_tests_name" UNIQUE("workflow_id","name")
);
--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "publish_needs" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_tests" ADD CONSTRAINT "workflow_tests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_tests" ADD CONSTRAINT "workflow_tests_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_tests" ADD CONSTRAINT "workflow_tests_version_id_workflow_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."workflow_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workflow_tests_version" ON "workflow_tests" USING btree ("version_id");
--> statement-breakpoint
ALTER TABLE workflow_tests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE workflow_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON workflow_tests TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow_tests TO rounds_app;
--> statement-breakpoint
-- A key that is narrowed to workflows works with the tests of these only.
CREATE POLICY narrow ON workflow_tests AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
