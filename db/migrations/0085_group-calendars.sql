CREATE TABLE "group_calendars" (
	"organization_id" uuid NOT NULL,
	"group_id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "past_actions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "group_calendars" ADD CONSTRAINT "group_calendars_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_calendars" ADD CONSTRAINT "group_calendars_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_calendars" ADD CONSTRAINT "group_calendars_calendar_id_business_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."business_calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_calendars_organization" ON "group_calendars" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "group_calendars_calendar" ON "group_calendars" USING btree ("calendar_id");
--> statement-breakpoint
ALTER TABLE group_calendars ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE group_calendars FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON group_calendars TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON group_calendars TO rounds_app;
