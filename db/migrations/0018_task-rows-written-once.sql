CREATE TABLE "first_tasks" (
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"step_type" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"priority" integer NOT NULL,
	CONSTRAINT "first_tasks_version_id_position_pk" PRIMARY KEY("version_id","position")
);
--> statement-breakpoint
ALTER TABLE "run_search" DROP CONSTRAINT "run_search_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "unwritten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "first_tasks" ADD CONSTRAINT "first_tasks_version_id_workflow_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."workflow_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_tasks" ADD CONSTRAINT "first_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_unwritten" ON "runs" USING btree ("organization_id","id") WHERE unwritten;
--> statement-breakpoint
ALTER TABLE first_tasks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE first_tasks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON first_tasks TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON first_tasks TO rounds_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON first_tasks TO rounds_app, rounds_engine;
--> statement-breakpoint
-- The same as bornTaskId in lib/engine/task-id.ts: whoever makes a task that has no row yet gives it the same id.
CREATE FUNCTION born_task_id(run uuid, key text, place integer) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT (left(run::text, 13) || '-7' || substr(hex, 1, 3) || '-8' || substr(hex, 4, 3) || '-' || left(encode(sha256(convert_to(run::text || ':' || key, 'UTF8')), 'hex'), 12))::uuid
  FROM right(lpad(to_hex(place), 6, '0'), 6) AS hex
$$;
--> statement-breakpoint
CREATE VIEW unwritten_tasks WITH (security_invoker) AS
SELECT born_task_id(r.id, f.key, f.position) AS id, r.organization_id, r.id AS run_id, f.key, f.key AS step_id, f.step_type, f.title, 'unsafe'::text AS effect, f.status, 0 AS attempt,
  NULL::jsonb AS input, NULL::text AS input_ref, NULL::jsonb AS output, NULL::text AS output_ref, NULL::text AS via, NULL::jsonb AS error, NULL::jsonb AS state, '[]'::jsonb AS logs,
  NULL::integer AS children_left, NULL::text AS handles_step_id, NULL::timestamptz AS due_at, false AS resuming, f.priority, NULL::uuid AS claimed_by, NULL::text AS claimed_by_name,
  NULL::timestamptz AS claimed_at, NULL::text AS completed_by, r.created_at, NULL::timestamptz AS started_at, NULL::timestamptz AS finished_at
FROM runs r
JOIN first_tasks f ON f.version_id = r.version_id
WHERE r.unwritten;
--> statement-breakpoint
GRANT SELECT ON unwritten_tasks TO rounds_app, rounds_engine;
--> statement-breakpoint
CREATE OR REPLACE VIEW organization_reading.tasks WITH (security_barrier) AS
SELECT t.id, t.run_id, r.status AS run_status, r.workflow_id, w.slug AS workflow_slug, w.name AS workflow_name, t.key, t.step_id, t.step_type, t.title, t.status,
  t.attempt, coalesce(t.output, p.body) AS output, p.size AS output_bytes, t.via, t.error, t.priority, t.completed_by, t.created_at, t.started_at, t.finished_at
FROM tasks t
JOIN runs r ON r.id = t.run_id
JOIN workflows w ON w.id = r.workflow_id
LEFT JOIN payloads p ON p.run_id = t.run_id AND p.hash = t.output_ref
WHERE t.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user)
UNION ALL
SELECT born_task_id(r.id, f.key, f.position), r.id, r.status, r.workflow_id, w.slug, w.name, f.key, f.key, f.step_type, f.title, f.status,
  0, NULL, NULL, NULL, NULL, f.priority, NULL, r.created_at, NULL, NULL
FROM runs r
JOIN first_tasks f ON f.version_id = r.version_id
JOIN workflows w ON w.id = r.workflow_id
WHERE r.unwritten AND r.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user);
