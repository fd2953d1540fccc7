CREATE TABLE "service_numbers" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"numbers" json NOT NULL,
	CONSTRAINT "service_numbers_only" CHECK ("service_numbers"."only")
);
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "metrics" json;--> statement-breakpoint
-- The web process answers the metrics; numbers and hosts only, of no organization.
GRANT SELECT, INSERT, UPDATE ON service_numbers TO rounds_engine;
--> statement-breakpoint
GRANT SELECT ON service_numbers, workers TO rounds_auth;
