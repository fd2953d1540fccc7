ALTER TABLE "letters" ADD COLUMN "extra_service" text DEFAULT 'none' NOT NULL;
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "address_check" jsonb;
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "next_look_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "looks" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "async_result_id" uuid;
--> statement-breakpoint
-- Letters under way are asked for by workers from now on, not all of them at once.
UPDATE letters SET next_look_at = now() + random() * interval '1 hour'
WHERE provider_id IS NOT NULL AND created_at > now() - interval '60 days'
  AND status NOT IN ('not_sent', 'delivered', 'returned_to_sender', 'failed', 'cancelled');
