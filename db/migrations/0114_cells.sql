ALTER TABLE "organizations" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "moved_epoch" integer;