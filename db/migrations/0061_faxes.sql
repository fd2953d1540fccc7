CREATE TABLE "faxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"key" text NOT NULL,
	"connection_id" uuid NOT NULL,
	"connection" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"pages" integer,
	"failure" jsonb,
	"file_id" uuid,
	"async_result_id" uuid,
	"attempts" integer DEFAULT 1 NOT NULL,
	"attempt_until" timestamp with time zone,
	"next_look_at" timestamp with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"run_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faxes_key" UNIQUE("organization_id","key"),
	CONSTRAINT "faxes_status" CHECK (status in ('sending', 'not_sent', 'unknown', 'queued', 'transmitting', 'delivered', 'failed', 'cancelled', 'receiving', 'received', 'refused')),
	CONSTRAINT "faxes_direction" CHECK (direction in ('out', 'in'))
);
--> statement-breakpoint
ALTER TABLE "faxes" ADD CONSTRAINT "faxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faxes" ADD CONSTRAINT "faxes_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faxes_list" ON "faxes" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "faxes_due" ON "faxes" USING btree ("next_look_at") WHERE next_look_at is not null;--> statement-breakpoint
CREATE INDEX "faxes_provider" ON "faxes" USING btree ("connection_id","provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "faxes_file" ON "faxes" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE faxes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE faxes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON faxes TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON faxes TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Faxes without a run came in and started none.
CREATE POLICY narrow ON faxes AS RESTRICTIVE TO rounds_narrow
  USING (run_id IS NULL OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON faxes TO rounds_app, rounds_engine;
