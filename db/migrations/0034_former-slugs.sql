CREATE TABLE "former_slugs" (
	"organization_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	CONSTRAINT "former_slugs_organization_id_slug_pk" PRIMARY KEY("organization_id","slug")
);
--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_workflow" ON "former_slugs" USING btree ("workflow_id");--> statement-breakpoint
ALTER TABLE former_slugs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE former_slugs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON former_slugs TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON former_slugs TO rounds_app;
