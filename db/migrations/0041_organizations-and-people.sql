CREATE TABLE "organization_logos" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"mime_type" text NOT NULL,
	"content" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "organization_logos_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "instance_administrators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "inviter_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organization_logos" ADD CONSTRAINT "organization_logos_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_administrators" ADD CONSTRAINT "instance_administrators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE organization_logos ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organization_logos FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON organization_logos TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
-- Shown before signing in, by the random id of the picture.
CREATE POLICY sign_in ON organization_logos FOR SELECT TO rounds_auth USING (true);
--> statement-breakpoint
-- The worker puts it into mails.
CREATE POLICY engine ON organization_logos FOR SELECT TO rounds_engine USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_logos TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON organization_logos TO rounds_auth, rounds_engine;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON instance_administrators TO rounds_auth;
--> statement-breakpoint
-- Instance administrators rename organizations, and invite the first owner of a new one.
GRANT UPDATE (name) ON organizations TO rounds_auth;
--> statement-breakpoint
GRANT INSERT ON invitations TO rounds_auth;
