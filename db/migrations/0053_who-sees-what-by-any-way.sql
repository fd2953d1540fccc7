CREATE TABLE "sql_scopes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflows" uuid[] NOT NULL,
	"runs" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "async_results" ADD COLUMN "created_by_id" uuid;
--> statement-breakpoint
ALTER TABLE "sql_scopes" ADD CONSTRAINT "sql_scopes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "sql_scopes_organization" ON "sql_scopes" USING btree ("organization_id","created_at");
--> statement-breakpoint
ALTER TABLE sql_scopes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sql_scopes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON sql_scopes TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON sql_scopes TO rounds_app;
--> statement-breakpoint
CREATE POLICY engine ON sql_scopes TO rounds_engine USING (true);
--> statement-breakpoint
GRANT SELECT ON sql_scopes TO rounds_engine;
--> statement-breakpoint
-- The tasks of organization_reading.tasks that one statement may read. The application name of the
-- session, which postgres_fdw takes from the session of the caller, names the scope of the statement.
CREATE VIEW organization_reading.own_tasks WITH (security_barrier) AS
SELECT t.id, t.run_id, r.status AS run_status, r.workflow_id, w.slug AS workflow_slug, w.name AS workflow_name, t.key, t.step_id, t.step_type, t.title, t.status,
  t.attempt, coalesce(t.output, p.body) AS output, p.size AS output_bytes, t.via, t.error, t.priority, t.completed_by, t.created_at, t.started_at, t.finished_at
FROM sql_scopes s
JOIN runs r ON r.organization_id = s.organization_id AND (r.workflow_id = ANY (s.workflows) OR r.id = ANY (s.runs))
JOIN tasks t ON t.run_id = r.id
LEFT JOIN workflows w ON w.id = r.workflow_id
LEFT JOIN payloads p ON p.run_id = t.run_id AND p.hash = t.output_ref
WHERE s.id = (SELECT substring(current_setting('application_name') FROM '^rounds sql (.{36})$')::uuid)
  AND s.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user)
UNION ALL
SELECT born_task_id(r.id, f.key, f.position), r.id, r.status, r.workflow_id, w.slug, w.name, f.key, f.key, f.step_type, f.title, f.status,
  0, NULL, NULL, NULL, NULL, f.priority, NULL, r.created_at, NULL, NULL
FROM sql_scopes s
JOIN runs r ON r.organization_id = s.organization_id AND (r.workflow_id = ANY (s.workflows) OR r.id = ANY (s.runs))
JOIN first_tasks f ON f.version_id = r.version_id
LEFT JOIN workflows w ON w.id = r.workflow_id
WHERE r.unwritten
  AND s.id = (SELECT substring(current_setting('application_name') FROM '^rounds sql (.{36})$')::uuid)
  AND s.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user);
--> statement-breakpoint
GRANT USAGE, CREATE ON SCHEMA organization_reading TO rounds_engine;
--> statement-breakpoint
ALTER VIEW organization_reading.own_tasks OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA organization_reading FROM rounds_engine;
--> statement-breakpoint
GRANT SELECT ON organization_reading.own_tasks TO rounds_reader;
