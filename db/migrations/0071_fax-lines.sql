CREATE TABLE "fax_triggers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fax_triggers_line" UNIQUE("connection_id","number")
);
--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_trigger";
--> statement-breakpoint
ALTER TABLE "secure_message_events" DROP CONSTRAINT "secure_message_events_type";
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "earlier_run_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "series" text;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "try_number" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "retry" jsonb;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "again_of" uuid;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "sealed" text;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "number_hash" text;
--> statement-breakpoint
ALTER TABLE "faxes" ADD COLUMN "ended_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "fax_triggers" ADD CONSTRAINT "fax_triggers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fax_triggers" ADD CONSTRAINT "fax_triggers_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fax_triggers" ADD CONSTRAINT "fax_triggers_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "fax_triggers_organization" ON "fax_triggers" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "fax_triggers_workflow" ON "fax_triggers" USING btree ("workflow_id");
--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_trigger" CHECK (trigger in ('manual', 'form', 'api', 'schedule', 'retry', 'parent', 'mail', 'fax')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "secure_message_events" ADD CONSTRAINT "secure_message_events_type" CHECK (type in ('sent', 'renewed', 'way-changed', 'address-changed', 'opened', 'code-mailed', 'code-texted', 'code-told', 'wrong-code', 'read', 'replied', 'expired', 'withdrawn')) NOT VALID;
--> statement-breakpoint
ALTER TABLE fax_triggers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE fax_triggers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON fax_triggers TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON fax_triggers TO rounds_app;
--> statement-breakpoint
CREATE POLICY narrow ON fax_triggers AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
-- The workflow that a connection named becomes the line for all of its numbers.
INSERT INTO fax_triggers (id, organization_id, workflow_id, connection_id, updated_by)
SELECT gen_random_uuid(), connections.organization_id, workflows.id, connections.id, 'an update'
FROM connections
JOIN workflows ON workflows.organization_id = connections.organization_id
  AND (workflows.slug = connections.config->>'workflow'
    OR workflows.id::text = lower(connections.config->>'workflow'))
WHERE connections.kind = 'fax'
ON CONFLICT DO NOTHING;
