CREATE TABLE "break_glass_owners" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"alerted_at" timestamp with time zone,
	CONSTRAINT "break_glass_owners_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "email_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"challenge" text NOT NULL,
	"connection_id" uuid,
	"enforced" boolean DEFAULT false NOT NULL,
	"proven_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_domains_domain" UNIQUE("organization_id","domain")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"connection_id" uuid,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "identities_subject" UNIQUE NULLS NOT DISTINCT("connection_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sso_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"config" jsonb NOT NULL,
	"secrets" text,
	"join_role" text,
	"last_test" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_connections_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "sso_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"provider_session" text,
	"id_token" text
);
--> statement-breakpoint
CREATE TABLE "sso_states" (
	"key" text PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"sealed" text NOT NULL,
	"ticket" text,
	"return_to" text NOT NULL,
	"tested_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sso_states_ticket_unique" UNIQUE("ticket")
);
--> statement-breakpoint
CREATE TABLE "sso_used_ids" (
	"connection_id" uuid NOT NULL,
	"key" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sso_used_ids_connection_id_key_pk" PRIMARY KEY("connection_id","key")
);
--> statement-breakpoint
ALTER TABLE "break_glass_owners" ADD CONSTRAINT "break_glass_owners_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_sessions" ADD CONSTRAINT "sso_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "sso_sessions" ADD CONSTRAINT "sso_sessions_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_states" ADD CONSTRAINT "sso_states_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_states" ADD CONSTRAINT "sso_states_tested_by_users_id_fk" FOREIGN KEY ("tested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_used_ids" ADD CONSTRAINT "sso_used_ids_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_domains_proven" ON "email_domains" USING btree ("domain") WHERE proven_at is not null;--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sso_sessions_subject" ON "sso_sessions" USING btree ("connection_id","subject");--> statement-breakpoint
CREATE INDEX "sso_states_expires" ON "sso_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sso_used_ids_expires" ON "sso_used_ids" USING btree ("expires_at");
--> statement-breakpoint
-- The identities so far are those of the provider of the whole installation.
INSERT INTO identities (id, user_id, connection_id, issuer, subject)
  SELECT gen_random_uuid(), id, NULL, oidc_issuer, oidc_subject FROM users
  WHERE oidc_issuer IS NOT NULL AND oidc_subject IS NOT NULL;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['sso_connections', 'email_domains', 'break_glass_owners'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format($policy$CREATE POLICY organization ON %I TO rounds_app
      USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
      WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)$policy$,
      table_name);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', table_name);
    -- Whoever signs in belongs to no organization yet.
    EXECUTE format('CREATE POLICY sign_in ON %I TO rounds_auth USING (true) WITH CHECK (true)', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rounds_app', table_name);
    -- The worker checks the DNS records and tells owners when a break-glass owner signs in.
    EXECUTE format('GRANT SELECT, UPDATE ON %I TO rounds_engine, rounds_auth', table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- Of people and their sign-ins: for the sign-in role alone.
GRANT SELECT, INSERT, UPDATE, DELETE ON identities, sso_states, sso_used_ids, sso_sessions TO rounds_auth;
