ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "absence_id" uuid;
--> statement-breakpoint
-- blocks writes: for the moment of reading a column that is null everywhere.
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_absence_id_absences_id_fk" FOREIGN KEY ("absence_id") REFERENCES "public"."absences"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- blocks writes: some thousand rows; their kinds are among the new ones too.
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK (kind in ('assigned', 'handed-over', 'returned', 'stand-in', 'reminder', 'overdue', 'escalated', 'mentioned', 'commented'));
