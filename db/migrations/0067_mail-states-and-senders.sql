CREATE TABLE "dkim_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"selector" text NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dkim_keys_selector" UNIQUE("organization_id","domain","selector")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"recipient" text,
	"type" text NOT NULL,
	"hard" boolean DEFAULT false NOT NULL,
	"code" text,
	"reason" text,
	"source" text NOT NULL,
	"event_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_events_event" UNIQUE("organization_id","source","event_id"),
	CONSTRAINT "mail_events_type" CHECK (type in ('delivered', 'delayed', 'bounced', 'complained'))
);
--> statement-breakpoint
CREATE TABLE "mail_senders" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"reply_to" text,
	"host" text,
	"port" integer,
	"security" text,
	"user_name" text,
	"password" text,
	"bounce_domain" text,
	"provider" text,
	"provider_key" text,
	"provider_secret" text,
	"subscribed_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressed_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"mail_id" uuid,
	"lifted_at" timestamp with time zone,
	"lifted_by" text,
	"lifted_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressed_addresses_reason" CHECK (reason in ('bounced', 'complained'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "cc" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bcc" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "of_account" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "provider_id" text;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "async_result_id" uuid;
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "wait_for" text;
--> statement-breakpoint
ALTER TABLE "dkim_keys" ADD CONSTRAINT "dkim_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_senders" ADD CONSTRAINT "mail_senders_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "suppressed_addresses" ADD CONSTRAINT "suppressed_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "mail_events_mail" ON "mail_events" USING btree ("mail_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "suppressed_addresses_in_force" ON "suppressed_addresses" USING btree ("organization_id","address") WHERE lifted_at is null;
--> statement-breakpoint
CREATE INDEX "suppressed_addresses_list" ON "suppressed_addresses" USING btree ("organization_id","id");
--> statement-breakpoint
ALTER TABLE mail_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mail_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON mail_events TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- The worker sends the mails of every organization.
CREATE POLICY engine ON mail_events TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_events TO rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE suppressed_addresses ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE suppressed_addresses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON suppressed_addresses TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- The worker sends the mails of every organization.
CREATE POLICY engine ON suppressed_addresses TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON suppressed_addresses TO rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE mail_senders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mail_senders FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON mail_senders TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- The worker sends the mails of every organization.
CREATE POLICY engine ON mail_senders TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_senders TO rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE dkim_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE dkim_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON dkim_keys TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- The worker sends the mails of every organization.
CREATE POLICY engine ON dkim_keys TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON dkim_keys TO rounds_app, rounds_engine;
--> statement-breakpoint
CREATE POLICY narrow ON mail_events AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM mails m WHERE m.id = mail_id)) WITH CHECK (true);
--> statement-breakpoint
-- Of which organization a mail is. Reports about mails come by mail: the signed token in their
-- address names the mail, and nobody knows the organization yet.
CREATE OR REPLACE FUNCTION organization_of_mail(asked uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT organization_id FROM public.mails WHERE id = asked
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION organization_of_mail(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION organization_of_mail(uuid) TO rounds_auth, rounds_engine;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION organization_of_mail(uuid) OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_engine;
