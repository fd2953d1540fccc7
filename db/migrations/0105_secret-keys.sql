CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"is_first" boolean NOT NULL,
	"wraps" jsonb NOT NULL,
	"writes_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "secret_keys_first" ON "secret_keys" USING btree ("is_first") WHERE is_first;--> statement-breakpoint
GRANT SELECT ON secret_keys TO rounds_auth;
