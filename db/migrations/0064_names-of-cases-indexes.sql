-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "runs_retried" ON "runs" USING btree ("retried_from_run_id") WHERE retried_from_run_id is not null;
