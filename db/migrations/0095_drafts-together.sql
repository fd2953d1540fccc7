CREATE TABLE "draft_changes" (
	"workflow_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"message_id" uuid,
	"changes" json NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_changes_workflow_id_revision_pk" PRIMARY KEY("workflow_id","revision"),
	CONSTRAINT "draft_changes_message" UNIQUE("workflow_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "draft_readers" (
	"workflow_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"tab" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"step_ids" text[] NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_readers_workflow_id_tab_pk" PRIMARY KEY("workflow_id","tab")
);
--> statement-breakpoint
ALTER TABLE "draft_changes" ADD CONSTRAINT "draft_changes_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_changes" ADD CONSTRAINT "draft_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_readers" ADD CONSTRAINT "draft_readers_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_readers" ADD CONSTRAINT "draft_readers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_readers_seen" ON "draft_readers" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE draft_changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE draft_changes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON draft_changes TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON draft_changes TO rounds_app;
--> statement-breakpoint
ALTER TABLE draft_readers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE draft_readers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON draft_readers TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON draft_readers TO rounds_app;
--> statement-breakpoint
-- A key that is narrowed to workflows sees the drafts of these only.
CREATE POLICY narrow ON draft_changes AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON draft_readers AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
