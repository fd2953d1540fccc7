ALTER TABLE "organizations" ADD COLUMN "rate_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "permissions" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "workflows" uuid[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rate_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_address" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_agent" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "sandbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_previous_hash_unique" UNIQUE("previous_hash");--> statement-breakpoint
-- blocks writes: an installation has few API keys.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_mode" CHECK ("api_keys"."mode" in ('live', 'test'));