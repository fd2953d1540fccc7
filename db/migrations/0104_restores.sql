CREATE TABLE "restores" (
	"generation" integer PRIMARY KEY NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
GRANT SELECT ON restores TO rounds_app, rounds_auth;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON restores TO rounds_engine;
