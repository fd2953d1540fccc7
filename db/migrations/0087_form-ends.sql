ALTER TABLE "workflows" ADD COLUMN "form_closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_max_answers" integer;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "form_answers" integer DEFAULT 0 NOT NULL;