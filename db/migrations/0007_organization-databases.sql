CREATE TABLE "organization_database_service" (
	"id" integer PRIMARY KEY NOT NULL,
	"template" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "organization_databases" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"schema_name" text NOT NULL,
	"reader_role" text NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"address" text,
	"reason" text,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_databases_reader_role_unique" UNIQUE("reader_role"),
	CONSTRAINT "organization_databases_status" CHECK ("organization_databases"."status" in ('preparing', 'ready', 'failed', 'unavailable'))
);
--> statement-breakpoint
CREATE TABLE "outside_databases" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"database" text NOT NULL,
	"user_name" text NOT NULL,
	"secrets" text NOT NULL,
	"ca" text,
	"updated_by" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_databases" ADD CONSTRAINT "organization_databases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_databases" ADD CONSTRAINT "outside_databases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rounds_reader') THEN
    CREATE ROLE rounds_reader NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOINHERIT;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same cluster was migrating too
END $$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['organization_databases', 'outside_databases'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY organization ON %I TO rounds_app
         USING (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)
         WITH CHECK (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)', name);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT ON organization_databases TO rounds_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON outside_databases TO rounds_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON organization_databases TO rounds_engine;
--> statement-breakpoint
GRANT SELECT ON outside_databases, organization_database_service TO rounds_engine;
--> statement-breakpoint
-- What an organization's own SQL may read of the platform. Each organization reads by a role of its own, and sees the rows that belong to that role:
-- session_user is who signed in, which nothing in a session changes. Owned by rounds_engine, whom row-level security lets see all rows.
CREATE SCHEMA organization_reading;
--> statement-breakpoint
CREATE VIEW organization_reading.audit_logs WITH (security_barrier) AS
SELECT a.id, a.created_at, a.actor_kind, a.actor_id, a.actor_name, a.action, a.object_kind, a.object_id, a.details, a.request_id
FROM audit_entries a
WHERE a.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user);
--> statement-breakpoint
CREATE VIEW organization_reading.tasks WITH (security_barrier) AS
SELECT t.id, t.run_id, r.status AS run_status, r.workflow_id, w.slug AS workflow_slug, w.name AS workflow_name, t.key, t.step_id, t.step_type, t.title, t.status,
  t.attempt, coalesce(t.output, p.body) AS output, p.size AS output_bytes, t.via, t.error, t.priority, t.completed_by, t.created_at, t.started_at, t.finished_at
FROM tasks t
JOIN runs r ON r.id = t.run_id
JOIN workflows w ON w.id = r.workflow_id
LEFT JOIN payloads p ON p.run_id = t.run_id AND p.hash = t.output_ref
WHERE t.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user);
--> statement-breakpoint
GRANT USAGE, CREATE ON SCHEMA organization_reading TO rounds_engine;
--> statement-breakpoint
ALTER VIEW organization_reading.audit_logs OWNER TO rounds_engine;
--> statement-breakpoint
ALTER VIEW organization_reading.tasks OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA organization_reading FROM rounds_engine;
--> statement-breakpoint
GRANT USAGE ON SCHEMA organization_reading TO rounds_reader;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA organization_reading TO rounds_reader;
