CREATE TABLE "former_template_slugs" (
	"organization_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"template_id" uuid NOT NULL,
	CONSTRAINT "former_template_slugs_organization_id_slug_pk" PRIMARY KEY("organization_id","slug")
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"source" json NOT NULL,
	"fields" json NOT NULL,
	"content" "bytea",
	"note" text DEFAULT '' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "template_versions_number" UNIQUE("template_id","number")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_slug" UNIQUE("organization_id","slug")
);
--> statement-breakpoint
ALTER TABLE "former_template_slugs" ADD CONSTRAINT "former_template_slugs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_template_slugs" ADD CONSTRAINT "former_template_slugs_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_template_slugs_template" ON "former_template_slugs" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "template_versions_organization" ON "template_versions" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE templates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE templates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON templates TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON templates TO rounds_app;
--> statement-breakpoint
ALTER TABLE former_template_slugs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE former_template_slugs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON former_template_slugs TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON former_template_slugs TO rounds_app;
--> statement-breakpoint
ALTER TABLE template_versions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE template_versions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON template_versions TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT ON template_versions TO rounds_app;
