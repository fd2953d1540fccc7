CREATE TABLE "suspect_runs" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"alone" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Of all organizations, by id only, like `workers`: for the engine.
GRANT SELECT, INSERT, UPDATE, DELETE ON suspect_runs TO rounds_engine;
