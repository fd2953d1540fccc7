-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "runs_patient" ON "runs" USING btree ("organization_id","patient_key","id") WHERE patient_key is not null;
