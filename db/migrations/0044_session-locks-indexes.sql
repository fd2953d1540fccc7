-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "sessions_browser" ON "sessions" USING btree ("browser_id");
