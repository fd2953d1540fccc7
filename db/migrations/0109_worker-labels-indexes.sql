-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "runs_waits_for_label" ON "runs" USING btree ("waits_for_label","organization_id") WHERE waits_for_label is not null;
