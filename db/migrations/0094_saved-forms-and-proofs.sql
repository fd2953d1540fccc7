CREATE TABLE "saved_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_forms_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_protection" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_proofs_asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_proofs_given" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_save_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_forms" ADD CONSTRAINT "saved_forms_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_forms" ADD CONSTRAINT "saved_forms_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_forms_workflow" ON "saved_forms" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "saved_forms_due" ON "saved_forms" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "saved_forms_files" ON "saved_forms" USING gin ("file_ids");--> statement-breakpoint
ALTER TABLE saved_forms ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE saved_forms FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON saved_forms TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- A key that is narrowed to workflows sees nothing that was typed into the forms of others.
CREATE POLICY narrow ON saved_forms AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY engine ON saved_forms TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_forms TO rounds_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON saved_forms TO rounds_engine;
