CREATE TABLE "business_calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"rules" json NOT NULL,
	"holidays" json NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_calendars_slug" UNIQUE("organization_id","slug")
);
--> statement-breakpoint
ALTER TABLE "business_calendars" ADD CONSTRAINT "business_calendars_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "business_calendars_default" ON "business_calendars" USING btree ("organization_id") WHERE is_default;--> statement-breakpoint
ALTER TABLE business_calendars ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE business_calendars FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON business_calendars TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON business_calendars TO rounds_app;
