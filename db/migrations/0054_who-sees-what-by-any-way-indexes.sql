-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "runs_items" ON "runs" USING btree ("scope_run_id") WHERE scope_run_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_open_screens" ON "tasks" USING btree ("organization_id","run_id") WHERE status = 'suspended' and state->>'reason' = 'screen';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_item_screens" ON "tasks" USING btree ("organization_id","run_id") WHERE status = 'suspended' and state->>'reason' = 'screen' and key like '%:%';
