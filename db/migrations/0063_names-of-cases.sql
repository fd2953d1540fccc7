ALTER TABLE "runs" ADD COLUMN "subtitle" text;
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "case_columns" jsonb;
