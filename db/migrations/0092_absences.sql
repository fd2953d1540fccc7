CREATE TABLE "absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text,
	"delegate_id" uuid,
	"held_cases" text NOT NULL,
	"begun_at" timestamp with time zone,
	"passed" integer DEFAULT 0 NOT NULL,
	"released" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"set_by" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "absences_days" CHECK (first_day <= last_day),
	CONSTRAINT "absences_held_cases" CHECK (held_cases in ('keep', 'pass', 'release'))
);
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "assigned_for_id" uuid;--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "assigned_for_name" text;--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "assigned_for_until" date;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_member" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."members"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_person" ON "absences" USING btree ("organization_id","user_id","last_day") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "absences_delegate" ON "absences" USING btree ("organization_id","delegate_id","last_day") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "absences_to_begin" ON "absences" USING btree ("first_day") WHERE begun_at is null and ended_at is null;
--> statement-breakpoint
ALTER TABLE absences ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE absences FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON absences TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON absences TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON absences TO rounds_app;
--> statement-breakpoint
GRANT SELECT, UPDATE ON absences TO rounds_engine;
--> statement-breakpoint
-- Keeps the work item of an open screen like its task: makes it when the screen opens, and takes over
-- a new title, priority, claim or choice of people. What belongs to the item alone (due dates, notes)
-- stays, but a sender, their note and whom it was meant for end with the claim that they made.
CREATE OR REPLACE FUNCTION keep_work_item() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  planned jsonb := coalesce(NEW.state -> 'actions', '[]');
BEGIN
  INSERT INTO public.work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id,
    title, priority, candidates, opened_at, assignee_id, assignee_name, assigned_at,
    first_assigned_at, due_at, actions, next_action_at)
  SELECT NEW.id, NEW.run_id, coalesce(run.scope_run_id, run.id), NEW.organization_id,
    run.workflow_id, NEW.step_id, coalesce(NEW.state ->> 'title', NEW.title), NEW.priority,
    nullif(ARRAY(SELECT jsonb_array_elements_text(nullif(NEW.state -> 'candidates', 'null'))), '{}'),
    coalesce(NEW.started_at, NEW.created_at), NEW.claimed_by, NEW.claimed_by_name, NEW.claimed_at,
    NEW.claimed_at, (NEW.state ->> 'dueAt')::timestamptz, planned,
    (planned -> 0 ->> 'at')::timestamptz
  FROM public.runs AS run WHERE run.id = NEW.run_id
  ON CONFLICT (task_id) DO UPDATE SET
    title = excluded.title,
    priority = excluded.priority,
    candidates = excluded.candidates,
    assignee_id = excluded.assignee_id,
    assignee_name = excluded.assignee_name,
    assigned_at = excluded.assigned_at,
    first_assigned_at = coalesce(work_items.first_assigned_at, excluded.assigned_at),
    sender_id = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_id END,
    sender_name = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.sender_name END,
    note = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.note END,
    assigned_for_id = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_id END,
    assigned_for_name = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_name END,
    assigned_for_until = CASE WHEN work_items.assigned_at IS NOT DISTINCT FROM excluded.assigned_at
      THEN work_items.assigned_for_until END;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The screens that ended in the last 90 days, before there were work items, for the figures of the
-- work. Who had them first, whom the step chose and when they were due is not known any more.
INSERT INTO work_items (task_id, run_id, case_run_id, organization_id, workflow_id, step_id, title,
  priority, opened_at, assignee_id, assignee_name, assigned_at, closed_at, outcome, closed_by_id)
SELECT task.id, task.run_id, coalesce(run.scope_run_id, run.id), task.organization_id,
  run.workflow_id, task.step_id, task.title, task.priority, coalesce(task.started_at, task.created_at),
  task.claimed_by, task.claimed_by_name, task.claimed_at, task.finished_at,
  CASE WHEN task.status = 'completed' THEN 'completed' ELSE 'cancelled' END,
  CASE WHEN task.status = 'completed' THEN task.claimed_by END
FROM tasks AS task JOIN runs AS run ON run.id = task.run_id
WHERE task.step_type = 'screen' AND task.status IN ('completed', 'cancelled')
  AND task.finished_at > now() - interval '90 days'
ON CONFLICT (task_id) DO NOTHING;
