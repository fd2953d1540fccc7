-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "letters_due" ON "letters" USING btree ("next_look_at") WHERE next_look_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "letters_run" ON "letters" USING btree ("run_id") WHERE run_id is not null;
