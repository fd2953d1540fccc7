CREATE TABLE "code_use" (
	"organization_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"ms" bigint NOT NULL,
	CONSTRAINT "code_use_organization_id_hour_pk" PRIMARY KEY("organization_id","hour")
);
--> statement-breakpoint
CREATE TABLE "storage_use" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"files" bigint NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "starts_per_minute" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "storage_bytes" bigint;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "code_seconds_per_hour" integer;--> statement-breakpoint
ALTER TABLE "code_use" ADD CONSTRAINT "code_use_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_use" ADD CONSTRAINT "storage_use_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE code_use ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE code_use FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON code_use TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON code_use TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE storage_use ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE storage_use FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON storage_use TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON storage_use TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON code_use TO rounds_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON code_use TO rounds_engine;
--> statement-breakpoint
GRANT SELECT ON storage_use TO rounds_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON storage_use TO rounds_engine;
--> statement-breakpoint
GRANT UPDATE (starts_per_minute, storage_bytes, code_seconds_per_hour) ON organizations TO rounds_auth;
