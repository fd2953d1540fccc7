CREATE TABLE "inbox_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sharing" text NOT NULL,
	"group_id" uuid,
	"settings" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_views_sharing" CHECK (sharing in ('own', 'group', 'organization')),
	CONSTRAINT "inbox_views_group" CHECK ((sharing = 'group') = (group_id is not null))
);
--> statement-breakpoint
CREATE TABLE "personal_settings" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"letter_keys" boolean DEFAULT true NOT NULL,
	"inbox_view_id" uuid,
	CONSTRAINT "personal_settings_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "inbox_views" ADD CONSTRAINT "inbox_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_views" ADD CONSTRAINT "inbox_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_views" ADD CONSTRAINT "inbox_views_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_settings" ADD CONSTRAINT "personal_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_settings" ADD CONSTRAINT "personal_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_settings" ADD CONSTRAINT "personal_settings_inbox_view_id_inbox_views_id_fk" FOREIGN KEY ("inbox_view_id") REFERENCES "public"."inbox_views"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_views_owner" ON "inbox_views" USING btree ("organization_id","owner_id");--> statement-breakpoint
CREATE INDEX "inbox_views_group_id" ON "inbox_views" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "personal_settings_view" ON "personal_settings" USING btree ("inbox_view_id");
--> statement-breakpoint
ALTER TABLE inbox_views ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE inbox_views FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON inbox_views TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox_views TO rounds_app;
--> statement-breakpoint
ALTER TABLE personal_settings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE personal_settings FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON personal_settings TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON personal_settings TO rounds_app;
