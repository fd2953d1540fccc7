-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "faxes_number" ON "faxes" USING btree ("organization_id","number_hash") WHERE number_hash is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "faxes_run" ON "faxes" USING btree ("run_id") WHERE run_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "faxes_series" ON "faxes" USING btree ("organization_id","series") WHERE series is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "faxes_again_of" ON "faxes" USING btree ("again_of") WHERE again_of is not null;
--> statement-breakpoint
ALTER TABLE runs VALIDATE CONSTRAINT runs_trigger;
--> statement-breakpoint
ALTER TABLE secure_message_events VALIDATE CONSTRAINT secure_message_events_type;
