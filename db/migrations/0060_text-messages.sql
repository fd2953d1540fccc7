CREATE TABLE "text_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"connection_id" uuid NOT NULL,
	"connection" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"segments" integer,
	"failure" jsonb,
	"attempts" integer DEFAULT 1 NOT NULL,
	"attempt_until" timestamp with time zone,
	"looked_at" timestamp with time zone,
	"run_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_messages_key" UNIQUE("organization_id","key"),
	CONSTRAINT "text_messages_status" CHECK (status in ('sending', 'not_sent', 'unknown', 'accepted', 'sent', 'delivered', 'undelivered', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_messages_list" ON "text_messages" USING btree ("organization_id","id");--> statement-breakpoint
ALTER TABLE text_messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE text_messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON text_messages TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON text_messages TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Messages without a run carry codes to people; they were sent by the product itself.
CREATE POLICY narrow ON text_messages AS RESTRICTIVE TO rounds_narrow
  USING (run_id IS NULL OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON text_messages TO rounds_app, rounds_engine;
