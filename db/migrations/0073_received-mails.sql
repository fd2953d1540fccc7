CREATE TABLE "mail_reply_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"async_result_id" uuid NOT NULL,
	"key" text NOT NULL,
	"run_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_reply_addresses_key" UNIQUE("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "mail_triggers" (
	"workflow_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"local_part" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"rules" jsonb NOT NULL,
	"updated_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_triggers_local_part_unique" UNIQUE("local_part")
);
--> statement-breakpoint
CREATE TABLE "received_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"purpose" text NOT NULL,
	"workflow_id" uuid,
	"async_result_id" uuid,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"remote_address" text,
	"helo" text,
	"raw_key" text NOT NULL,
	"raw_size" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" jsonb,
	"content" jsonb,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"run_id" uuid,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "received_mails_key" UNIQUE("organization_id","key"),
	CONSTRAINT "received_mails_status" CHECK (status in ('waiting', 'started', 'answered', 'stopped', 'refused', 'unreadable')),
	CONSTRAINT "received_mails_purpose" CHECK (purpose in ('start', 'reply'))
);
--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_triggers" ADD CONSTRAINT "mail_triggers_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_triggers" ADD CONSTRAINT "mail_triggers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_workflow" ON "mail_reply_addresses" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_created" ON "mail_reply_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_triggers_organization" ON "mail_triggers" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "received_mails_list" ON "received_mails" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "received_mails_due" ON "received_mails" USING btree ("next_look_at") WHERE next_look_at is not null;--> statement-breakpoint
CREATE INDEX "received_mails_run" ON "received_mails" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "received_mails_workflow" ON "received_mails" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "received_mails_created" ON "received_mails" USING btree ("created_at");
--> statement-breakpoint
ALTER TABLE mail_triggers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mail_triggers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON mail_triggers TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON mail_triggers TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_triggers TO rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE received_mails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE received_mails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON received_mails TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON received_mails TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON received_mails TO rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE mail_reply_addresses ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mail_reply_addresses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON mail_reply_addresses TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON mail_reply_addresses TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_reply_addresses TO rounds_app, rounds_engine;
--> statement-breakpoint
-- A key that is narrowed to workflows works with the mail addresses and mails of these only.
CREATE POLICY narrow ON mail_triggers AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]))
  WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON received_mails AS RESTRICTIVE TO rounds_narrow
  USING ((nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]))
    AND (run_id IS NULL OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)))
  WITH CHECK (true);
--> statement-breakpoint
-- The receiver of mails asks whose an address is, before it knows the organization.
CREATE POLICY sign_in ON mail_triggers FOR SELECT TO rounds_auth USING (enabled);
--> statement-breakpoint
CREATE POLICY sign_in ON mail_reply_addresses FOR SELECT TO rounds_auth USING (true);
--> statement-breakpoint
GRANT SELECT (workflow_id, organization_id, local_part, enabled) ON mail_triggers TO rounds_auth;
--> statement-breakpoint
GRANT SELECT (id, organization_id, workflow_id) ON mail_reply_addresses TO rounds_auth;
