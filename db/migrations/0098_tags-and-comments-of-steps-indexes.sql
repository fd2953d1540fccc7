-- migrate: outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY "notifications_unread_step" ON "notifications" USING btree ("organization_id","user_id","kind","workflow_id","step_id") WHERE read_at is null and workflow_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_workflow" ON "notifications" USING btree ("workflow_id") WHERE workflow_id is not null;
