ALTER TABLE "directories" ADD COLUMN "sync_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "directories" ADD COLUMN "last_refusal" text;--> statement-breakpoint
ALTER TABLE "directories" ADD COLUMN "last_refusal_at" timestamp with time zone;
--> statement-breakpoint
-- A worker takes directories that are due; all else is written in the organization.
CREATE POLICY engine_takes ON directories FOR UPDATE TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT UPDATE (sync_due_at) ON directories TO rounds_engine;
--> statement-breakpoint
-- SCIM notes why it refused a request before it knows whose token it is.
GRANT UPDATE (last_refusal, last_refusal_at) ON directories TO rounds_auth;
