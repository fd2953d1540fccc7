-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "mails_provider" ON "mails" USING btree ("organization_id","provider_id") WHERE provider_id is not null;
