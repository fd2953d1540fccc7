ALTER TABLE "runs" ADD COLUMN "waits_for_label" text;
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "labels" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "unbound" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "worker_label" text;
