CREATE TABLE "secure_message_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_message_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"recipient_id" uuid,
	"type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secure_message_events_type" CHECK (type in ('sent', 'renewed', 'way-changed', 'opened', 'code-mailed', 'code-texted', 'code-told', 'wrong-code', 'read', 'replied', 'expired', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "secure_message_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"recipient_id" uuid,
	"reply_id" uuid,
	"sealed" text,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_message_keys" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wrapped" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_message_readings" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_message_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_way" text NOT NULL,
	"sealed" text,
	"answer_hash" text,
	"token_hash" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"mail_id" uuid NOT NULL,
	"opened_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secure_message_recipients_token" UNIQUE("token_hash"),
	CONSTRAINT "secure_message_recipients_way" CHECK (code_way in ('mail', 'phone', 'sms', 'question'))
);
--> statement-breakpoint
CREATE TABLE "secure_message_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"sealed" text,
	"run_id" uuid,
	"task_id" uuid,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"withdraw_on_cancel" boolean DEFAULT false NOT NULL,
	"async_result_id" uuid,
	"wait_for" text,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secure_messages_key" UNIQUE("organization_id","key"),
	CONSTRAINT "secure_messages_end" CHECK ((ended_at is null) = (end_reason is null)),
	CONSTRAINT "secure_messages_reason" CHECK (end_reason in ('expired', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "secure_message_codes" ADD CONSTRAINT "secure_message_codes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_codes" ADD CONSTRAINT "secure_message_codes_recipient_id_secure_message_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."secure_message_recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_events" ADD CONSTRAINT "secure_message_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_events" ADD CONSTRAINT "secure_message_events_message_id_secure_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."secure_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_files" ADD CONSTRAINT "secure_message_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_files" ADD CONSTRAINT "secure_message_files_message_id_secure_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."secure_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_keys" ADD CONSTRAINT "secure_message_keys_message_id_secure_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."secure_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_keys" ADD CONSTRAINT "secure_message_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_readings" ADD CONSTRAINT "secure_message_readings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_readings" ADD CONSTRAINT "secure_message_readings_recipient_id_secure_message_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."secure_message_recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_recipients" ADD CONSTRAINT "secure_message_recipients_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_recipients" ADD CONSTRAINT "secure_message_recipients_message_id_secure_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."secure_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_replies" ADD CONSTRAINT "secure_message_replies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_replies" ADD CONSTRAINT "secure_message_replies_message_id_secure_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."secure_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_message_replies" ADD CONSTRAINT "secure_message_replies_recipient_id_secure_message_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."secure_message_recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_messages" ADD CONSTRAINT "secure_messages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "secure_message_codes_recipient" ON "secure_message_codes" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "secure_message_codes_organization" ON "secure_message_codes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_events_message" ON "secure_message_events" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "secure_message_events_organization" ON "secure_message_events" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_files_message" ON "secure_message_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "secure_message_files_organization" ON "secure_message_files" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_files_storage" ON "secure_message_files" USING btree ("storage_key") WHERE storage_key is not null;--> statement-breakpoint
CREATE INDEX "secure_message_files_unsent" ON "secure_message_files" USING btree ("created_at") WHERE recipient_id is not null and reply_id is null and storage_key is not null;--> statement-breakpoint
CREATE INDEX "secure_message_keys_organization" ON "secure_message_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_readings_recipient" ON "secure_message_readings" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "secure_message_readings_organization" ON "secure_message_readings" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_readings_expiry" ON "secure_message_readings" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "secure_message_recipients_message" ON "secure_message_recipients" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "secure_message_recipients_organization" ON "secure_message_recipients" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_message_replies_message" ON "secure_message_replies" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "secure_message_replies_organization" ON "secure_message_replies" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "secure_messages_list" ON "secure_messages" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "secure_messages_due" ON "secure_messages" USING btree ("expires_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "secure_messages_cancel" ON "secure_messages" USING btree ("run_id") WHERE ended_at is null and withdraw_on_cancel;
--> statement-breakpoint
ALTER TABLE secure_messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_messages TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_messages TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_messages TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_messages TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_keys TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_keys TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_keys TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_keys TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_recipients ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_recipients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_recipients TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_recipients TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_recipients TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_recipients TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_codes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_codes TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_codes TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_codes TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_codes TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_readings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_readings FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_readings TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_readings TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_readings TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_readings TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_events TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_events TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_events TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_events TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_replies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_replies FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_replies TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_replies TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_replies TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_replies TO rounds_engine;
--> statement-breakpoint
ALTER TABLE secure_message_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE secure_message_files FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON secure_message_files TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_files TO rounds_app;
--> statement-breakpoint
-- The worker ends messages of every organization.
CREATE POLICY engine ON secure_message_files TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_message_files TO rounds_engine;
--> statement-breakpoint
-- Who has a link is found by its token, before the organization is known.
CREATE POLICY links ON secure_message_recipients FOR SELECT TO rounds_auth USING (true);
--> statement-breakpoint
GRANT SELECT (id, organization_id, token_hash) ON secure_message_recipients TO rounds_auth;
--> statement-breakpoint
-- Keys for some workflows, and test keys, reach what they sent and what their runs sent.
CREATE POLICY narrow ON secure_messages AS RESTRICTIVE TO rounds_narrow
  USING (created_by_id = nullif(current_setting('rounds.caller_id', true), '')::uuid
    OR EXISTS (SELECT FROM runs WHERE runs.id = run_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_keys AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_messages m WHERE m.id = message_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_recipients AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_messages m WHERE m.id = message_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_codes AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_message_recipients r WHERE r.id = recipient_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_readings AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_message_recipients r WHERE r.id = recipient_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_events AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_messages m WHERE m.id = message_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_replies AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_messages m WHERE m.id = message_id)) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY narrow ON secure_message_files AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM secure_messages m WHERE m.id = message_id)) WITH CHECK (true);
