-- The three roles of the product, the rights of each, and row-level security by organization.
--
-- rounds_app     the web process: sees only the organization named in the transaction's setting rounds.organization_id
-- rounds_auth    sign-in: users, memberships, sessions, API keys, and nothing a workflow holds
-- rounds_engine  the worker: all organizations' runs; owns the queue (schema graphile_worker)
--
-- Their passwords are set after the migrations (db/migrate.ts), derived from SECRET_KEY.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['rounds_app', 'rounds_auth', 'rounds_engine'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOINHERIT', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same cluster was migrating too
    END;
  END LOOP;
  EXECUTE format('GRANT rounds_engine TO %I WITH SET TRUE', current_user);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO rounds_app, rounds_auth, rounds_engine', current_database());
  EXECUTE format('GRANT CREATE ON DATABASE %I TO rounds_engine', current_database());
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO rounds_app, rounds_auth, rounds_engine;
--> statement-breakpoint
DO $$
DECLARE t record;
BEGIN
  FOR t IN
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables b USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND b.table_type = 'BASE TABLE' AND c.table_name <> 'sessions'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t.table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t.table_name);
    EXECUTE format(
      'CREATE POLICY organization ON %I TO rounds_app
         USING (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)
         WITH CHECK (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)', t.table_name);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', t.table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rounds_app, rounds_engine', t.table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What is written once stays as it was written.
REVOKE UPDATE, DELETE ON audit_entries FROM rounds_app, rounds_engine;
--> statement-breakpoint
REVOKE UPDATE ON workflow_versions FROM rounds_app, rounds_engine;
--> statement-breakpoint
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON organizations TO rounds_app
  USING (id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY engine ON organizations TO rounds_engine USING (true);
--> statement-breakpoint
CREATE POLICY sign_in ON organizations TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON organizations TO rounds_app;
--> statement-breakpoint
GRANT SELECT ON organizations TO rounds_engine;
--> statement-breakpoint
GRANT SELECT, INSERT ON organizations TO rounds_auth;
--> statement-breakpoint
-- Sign-in: people and credentials of every organization, and the public link of a form; nothing else.
GRANT SELECT, INSERT, UPDATE, DELETE ON users, members, sessions, api_keys TO rounds_auth;
--> statement-breakpoint
GRANT INSERT ON audit_entries TO rounds_auth;
--> statement-breakpoint
GRANT SELECT (id, organization_id, form_token, form_public) ON workflows TO rounds_auth;
--> statement-breakpoint
CREATE POLICY sign_in ON members TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY sign_in ON api_keys TO rounds_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY sign_in ON audit_entries FOR INSERT TO rounds_auth WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY sign_in ON workflows FOR SELECT TO rounds_auth USING (form_public);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO rounds_engine;
--> statement-breakpoint
-- Lets the web process put a run (or a mail) into the queue inside its own transaction without rights on the queue's tables.
-- One job per run: the job key is the run's id, so a run that is already queued is not queued twice.
CREATE FUNCTION enqueue_run(run_id uuid, priority integer DEFAULT 0, run_at timestamptz DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('turn', json_build_object('runId', run_id), run_at := run_at,
    job_key := 'run:' || run_id, priority := priority, max_attempts := 25);
END $$;
--> statement-breakpoint
CREATE FUNCTION enqueue_mail(mail_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('mail', json_build_object('mailId', mail_id), job_key := 'mail:' || mail_id, max_attempts := 25);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION enqueue_run(uuid, integer, timestamptz), enqueue_mail(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION enqueue_run(uuid, integer, timestamptz), enqueue_mail(uuid) TO rounds_app, rounds_engine;
--> statement-breakpoint
-- A migrating role that is no superuser can hand over only to a role that may create in the schema; the right is taken back at once.
GRANT CREATE ON SCHEMA public TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION enqueue_run(uuid, integer, timestamptz) OWNER TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION enqueue_mail(uuid) OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_engine;
