CREATE TABLE "work_items" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"case_run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"title" text NOT NULL,
	"priority" integer NOT NULL,
	"candidates" text[],
	"opened_at" timestamp with time zone NOT NULL,
	"assignee_id" uuid,
	"assignee_name" text,
	"assigned_at" timestamp with time zone,
	"first_assigned_at" timestamp with time zone,
	"sender_id" uuid,
	"sender_name" text,
	"note" text,
	"due_at" timestamp with time zone,
	"follow_up_at" timestamp with time zone,
	"actions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_action_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"outcome" text,
	"closed_by_id" uuid,
	CONSTRAINT "work_items_outcome" CHECK ((closed_at is null) = (outcome is null))
);
--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_items_queue" ON "work_items" USING btree ("organization_id","priority" DESC NULLS FIRST,"opened_at","task_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "work_items_due" ON "work_items" USING btree ("organization_id","due_at","task_id") WHERE closed_at is null and due_at is not null;--> statement-breakpoint
CREATE INDEX "work_items_assignee" ON "work_items" USING btree ("organization_id","assignee_id") WHERE closed_at is null and assignee_id is not null;--> statement-breakpoint
CREATE INDEX "work_items_actions" ON "work_items" USING btree ("next_action_at") WHERE closed_at is null and next_action_at is not null;--> statement-breakpoint
CREATE INDEX "work_items_closed" ON "work_items" USING btree ("organization_id","closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "work_items_run" ON "work_items" USING btree ("run_id");--> statement-breakpoint
ALTER TABLE work_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE work_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON work_items TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON work_items TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
-- A narrowed key works with the screens of the runs that it sees.
CREATE POLICY narrow ON work_items AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM runs WHERE runs.id = work_items.run_id))
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON work_items TO rounds_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON work_items TO rounds_engine;
