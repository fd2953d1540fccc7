CREATE TABLE "directories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"token_hash" text,
	"token_prefix" text,
	"token_created_at" timestamp with time zone,
	"former_token_hash" text,
	"former_token_until" timestamp with time zone,
	"connection_id" uuid,
	"webhook_secret" text,
	"cursor" text,
	"needs_reconcile" boolean DEFAULT false NOT NULL,
	"reconciled_at" timestamp with time zone,
	"last_sync_at" timestamp with time zone,
	"last_sync_ok" boolean,
	"last_sync_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directories_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "directories_former_token_hash_unique" UNIQUE("former_token_hash"),
	CONSTRAINT "directories_name" UNIQUE("organization_id","name"),
	CONSTRAINT "directories_connection" UNIQUE("connection_id")
);
--> statement-breakpoint
CREATE TABLE "directory_group_members" (
	"organization_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"directory_user_id" uuid NOT NULL,
	CONSTRAINT "directory_group_members_group_id_directory_user_id_pk" PRIMARY KEY("group_id","directory_user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_group_roles" (
	"organization_id" uuid NOT NULL,
	"group_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"directory_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"directory_id" uuid NOT NULL,
	"members" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"decision" text
);
--> statement-breakpoint
CREATE TABLE "directory_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"directory_id" uuid NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"external_id" text,
	"provider_id" text,
	"display_name" text NOT NULL,
	"email" text,
	"active" boolean NOT NULL,
	"attributes" jsonb NOT NULL,
	"role_given" text,
	"problem" text,
	"plan_id" uuid,
	"left_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directories" ADD CONSTRAINT "directories_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directories" ADD CONSTRAINT "directories_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_directory_user_id_directory_users_id_fk" FOREIGN KEY ("directory_user_id") REFERENCES "public"."directory_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_roles" ADD CONSTRAINT "directory_group_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_roles" ADD CONSTRAINT "directory_group_roles_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_plans" ADD CONSTRAINT "directory_plans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_plans" ADD CONSTRAINT "directory_plans_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_plan_id_directory_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."directory_plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_group_members_user" ON "directory_group_members" USING btree ("directory_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_groups_name" ON "directory_groups" USING btree ("directory_id",lower("display_name")) WHERE "directory_groups"."provider_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_groups_provider" ON "directory_groups" USING btree ("directory_id","provider_id");--> statement-breakpoint
CREATE INDEX "directory_groups_external" ON "directory_groups" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE INDEX "directory_groups_page" ON "directory_groups" USING btree ("directory_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_plans_open" ON "directory_plans" USING btree ("directory_id") WHERE "directory_plans"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "directory_plans_directory" ON "directory_plans" USING btree ("directory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_name" ON "directory_users" USING btree ("directory_id",lower("user_name")) WHERE "directory_users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_provider" ON "directory_users" USING btree ("directory_id","provider_id");--> statement-breakpoint
CREATE INDEX "directory_users_external" ON "directory_users" USING btree ("directory_id","external_id");--> statement-breakpoint
CREATE INDEX "directory_users_email" ON "directory_users" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "directory_users_person" ON "directory_users" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "directory_users_page" ON "directory_users" USING btree ("directory_id","id");--> statement-breakpoint
CREATE INDEX "directory_users_plan" ON "directory_users" USING btree ("plan_id");
--> statement-breakpoint
ALTER TABLE directories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directories FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directories TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directories FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directories TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directories TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directories TO rounds_engine;
--> statement-breakpoint
ALTER TABLE directory_plans ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directory_plans FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directory_plans TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directory_plans FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directory_plans TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directory_plans TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directory_plans TO rounds_engine;
--> statement-breakpoint
ALTER TABLE directory_users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directory_users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directory_users TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directory_users FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directory_users TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directory_users TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directory_users TO rounds_engine;
--> statement-breakpoint
ALTER TABLE directory_groups ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directory_groups FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directory_groups TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directory_groups FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directory_groups TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directory_groups TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directory_groups TO rounds_engine;
--> statement-breakpoint
ALTER TABLE directory_group_members ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directory_group_members FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directory_group_members TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directory_group_members FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directory_group_members TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directory_group_members TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directory_group_members TO rounds_engine;
--> statement-breakpoint
ALTER TABLE directory_group_roles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE directory_group_roles FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON directory_group_roles TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON directory_group_roles FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON directory_group_roles TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON directory_group_roles TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON directory_group_roles TO rounds_engine;
--> statement-breakpoint
-- A directory that pushes is found by its token, and a person who signs in is tied to what their
-- directory knows, before an organization is set.
GRANT SELECT ON directories, directory_groups, directory_group_members, directory_group_roles
  TO rounds_auth;
--> statement-breakpoint
GRANT SELECT, UPDATE ON directory_users TO rounds_auth;
--> statement-breakpoint
-- Gives back the open screens that a person works on. Returns how many.
CREATE OR REPLACE FUNCTION release_claims(organization uuid, person uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  released integer;
BEGIN
  UPDATE public.tasks SET claimed_by = NULL, claimed_by_name = NULL, claimed_at = NULL
  WHERE organization_id = organization AND status = 'suspended'
    AND state->>'reason' = 'screen' AND claimed_by = person;
  GET DIAGNOSTICS released = ROW_COUNT;
  RETURN released;
END $$;
--> statement-breakpoint
-- Ends what a person does in an organization: their sessions there, their API keys and their claims
-- of open screens. Called in the transaction that takes the membership away, also by a role that
-- may not see sessions. Returns how many of each ended.
CREATE OR REPLACE FUNCTION end_access(organization uuid, person uuid,
  OUT sessions integer, OUT api_keys integer, OUT claims integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.sessions AS ended
  WHERE ended.organization_id = organization AND ended.user_id = person;
  GET DIAGNOSTICS sessions = ROW_COUNT;
  UPDATE public.api_keys AS ended SET stopped_at = now()
  WHERE ended.organization_id = organization AND ended.created_by = person
    AND ended.stopped_at IS NULL;
  GET DIAGNOSTICS api_keys = ROW_COUNT;
  claims := public.release_claims(organization, person);
END $$;
--> statement-breakpoint
-- The account of this address for a person whom a directory announces; made, without password and
-- identity, when there is none. `known` says that the account was there before: then it may belong
-- to somebody elsewhere, and the caller must not make it a member without being entitled to.
CREATE OR REPLACE FUNCTION account_for_directory(new_id uuid, address text, person_name text,
  OUT id uuid, OUT known boolean, OUT disabled boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.users (id, email, name) VALUES (new_id, address, person_name)
  ON CONFLICT DO NOTHING RETURNING users.id INTO id;
  known := id IS NULL;
  disabled := false;
  IF known THEN
    SELECT users.id, users.disabled_at IS NOT NULL INTO id, disabled
    FROM public.users WHERE lower(users.email) = lower(address);
  END IF;
END $$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO rounds_auth, rounds_engine;
--> statement-breakpoint
ALTER FUNCTION release_claims(uuid, uuid) OWNER TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION end_access(uuid, uuid) OWNER TO rounds_auth;
--> statement-breakpoint
ALTER FUNCTION account_for_directory(uuid, text, text) OWNER TO rounds_auth;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_auth, rounds_engine;
--> statement-breakpoint
REVOKE ALL ON FUNCTION release_claims(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION release_claims(uuid, uuid) TO rounds_auth;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_access(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION account_for_directory(uuid, text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION end_access(uuid, uuid) TO rounds_app, rounds_auth;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION account_for_directory(uuid, text, text) TO rounds_app;
