-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "runs_own" ON "runs" USING btree ("started_by_user_id","id") WHERE started_by_user_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_claimed" ON "tasks" USING btree ("claimed_by","run_id") WHERE claimed_by is not null;
