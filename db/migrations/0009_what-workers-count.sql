--> statement-breakpoint
-- The web process answers the metrics; numbers and hosts only, of no organization.
GRANT SELECT, INSERT, UPDATE ON service_numbers TO rounds_engine;
--> statement-breakpoint
GRANT SELECT ON service_numbers, workers TO rounds_auth;
