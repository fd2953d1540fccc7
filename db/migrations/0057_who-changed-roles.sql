ALTER TABLE "roles" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_sessions" ADD COLUMN "name_id" jsonb;