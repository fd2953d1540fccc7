-- Unlogged: a use is counted at each sign-in and each reading of a shared form, and a crash may
-- forget the counts.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Of no organization; only keyed hashes and instants. The web process counts as rounds_auth.
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO rounds_auth;
