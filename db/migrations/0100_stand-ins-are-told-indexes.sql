-- migrate: outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY "notifications_unread_absence" ON "notifications" USING btree ("organization_id","user_id","absence_id") WHERE read_at is null and absence_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_absence" ON "notifications" USING btree ("absence_id") WHERE absence_id is not null;
