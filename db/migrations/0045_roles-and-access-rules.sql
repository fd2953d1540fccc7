CREATE TABLE "workflow_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_rules" (
	"organization_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"workflow_id" uuid,
	"folder_id" uuid,
	"rules" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_rules_organization_id_object_id_pk" PRIMARY KEY("organization_id","object_id"),
	CONSTRAINT "access_rules_object" CHECK (object_id = coalesce(workflow_id, folder_id, organization_id)
        and num_nonnulls(workflow_id, folder_id) <= 1)
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"organization_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roles_organization_id_slug_pk" PRIMARY KEY("organization_id","slug")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "access_revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "folder_id" uuid;--> statement-breakpoint
ALTER TABLE "workflow_folders" ADD CONSTRAINT "workflow_folders_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_folders" ADD CONSTRAINT "workflow_folders_parent_id_workflow_folders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."workflow_folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_folder_id_workflow_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."workflow_folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_folders_name" ON "workflow_folders" USING btree ("organization_id",coalesce("parent_id", "organization_id"),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "access_rules_workflow" ON "access_rules" USING btree ("workflow_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_rules_folder" ON "access_rules" USING btree ("folder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree ("organization_id",lower("name"));--> statement-breakpoint
-- blocks writes: an organization has few workflows; checking an empty column takes no time
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_folder_id_workflow_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."workflow_folders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON roles TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON roles TO rounds_app;
--> statement-breakpoint
ALTER TABLE workflow_folders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE workflow_folders FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON workflow_folders TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow_folders TO rounds_app;
--> statement-breakpoint
ALTER TABLE access_rules ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE access_rules FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON access_rules TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON access_rules TO rounds_app;
--> statement-breakpoint
CREATE POLICY sign_in ON roles TO rounds_auth USING (true);
--> statement-breakpoint
GRANT SELECT ON roles TO rounds_auth;
--> statement-breakpoint
-- Raises the revision of the organization's access rules, by which each process knows whether the
-- rules that it remembers are those in force. A trigger of access_rules, workflow_folders and
-- workflows.folder_id.
CREATE OR REPLACE FUNCTION access_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.organizations SET access_revision = access_revision + 1
    WHERE id = coalesce(NEW.organization_id, OLD.organization_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION access_changed() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON access_rules
  FOR EACH ROW EXECUTE FUNCTION access_changed();
--> statement-breakpoint
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON workflow_folders
  FOR EACH ROW EXECUTE FUNCTION access_changed();
--> statement-breakpoint
CREATE TRIGGER access_changed AFTER UPDATE OF folder_id ON workflows
  FOR EACH ROW EXECUTE FUNCTION access_changed();
