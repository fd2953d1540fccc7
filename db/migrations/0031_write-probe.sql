CREATE TABLE "write_probe" (
	"filler" varchar(100) NOT NULL
);
--> statement-breakpoint
-- Filled and emptied by a transaction of the web process that is always rolled back; see
-- read-readiness.ts. No organization's data is ever in it.
GRANT INSERT, TRUNCATE ON write_probe TO rounds_auth;
