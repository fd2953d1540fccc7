-- migrate: outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY "notifications_unread_workflow" ON "notifications" USING btree ("organization_id","user_id","kind","workflow_id") WHERE read_at is null and workflow_id is not null and step_id is null;
