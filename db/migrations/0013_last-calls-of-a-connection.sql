CREATE TABLE "connection_history" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"error" text,
	"provider_status" integer,
	"provider_code" text,
	"run_id" uuid,
	"task_id" uuid,
	"request_id" text,
	CONSTRAINT "connection_history_connection_id_id_pk" PRIMARY KEY("connection_id","id")
);
--> statement-breakpoint
ALTER TABLE "connection_history" ADD CONSTRAINT "connection_history_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_history" ADD CONSTRAINT "connection_history_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_history_organization" ON "connection_history" USING btree ("organization_id");--> statement-breakpoint
ALTER TABLE connection_history ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE connection_history FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON connection_history TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON connection_history TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON connection_history TO rounds_app, rounds_engine;
