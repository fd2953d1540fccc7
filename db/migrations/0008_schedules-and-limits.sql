CREATE TABLE "schedule_backfills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "schedule_backfills_status" CHECK (status in ('running', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "schedule_occurrences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"backfill_id" uuid,
	"kind" text DEFAULT 'scheduled' NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"run_id" uuid,
	"settled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_occurrences_planned" UNIQUE("schedule_id","planned_at"),
	CONSTRAINT "schedule_occurrences_status" CHECK (status in ('planned', 'queued', 'started', 'skipped', 'missed', 'failed', 'cancelled')),
	CONSTRAINT "schedule_occurrences_kind" CHECK (kind in ('scheduled', 'run-now', 'backfill'))
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"cron" text NOT NULL,
	"time_zone" text NOT NULL,
	"start_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"missed_policy" text DEFAULT 'latest' NOT NULL,
	"missed_limit" integer DEFAULT 10 NOT NULL,
	"overlap_policy" text DEFAULT 'skip' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone,
	"problem" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedules_missed_policy" CHECK (missed_policy in ('skip', 'latest', 'all')),
	CONSTRAINT "schedules_overlap_policy" CHECK (overlap_policy in ('allow', 'skip', 'queue'))
);
--> statement-breakpoint
CREATE TABLE "connection_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "paused_by" text;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "concurrency_limit" integer;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "when_full" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "max_concurrent" integer;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "max_per_minute" integer;--> statement-breakpoint
ALTER TABLE "schedule_backfills" ADD CONSTRAINT "schedule_backfills_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_backfills" ADD CONSTRAINT "schedule_backfills_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_backfill_id_schedule_backfills_id_fk" FOREIGN KEY ("backfill_id") REFERENCES "public"."schedule_backfills"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_calls" ADD CONSTRAINT "connection_calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_calls" ADD CONSTRAINT "connection_calls_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_backfills_schedule" ON "schedule_backfills" USING btree ("schedule_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "schedule_backfills_running" ON "schedule_backfills" USING btree ("id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "schedule_backfills_organization" ON "schedule_backfills" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "schedule_occurrences_open" ON "schedule_occurrences" USING btree ("schedule_id","planned_at") WHERE not settled and status in ('started', 'queued');--> statement-breakpoint
CREATE INDEX "schedule_occurrences_queued" ON "schedule_occurrences" USING btree ("schedule_id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "schedule_occurrences_backfill" ON "schedule_occurrences" USING btree ("backfill_id","status","planned_at") WHERE backfill_id is not null;--> statement-breakpoint
CREATE INDEX "schedule_occurrences_organization" ON "schedule_occurrences" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "schedules_next" ON "schedules" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_organization" ON "schedules" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "schedules_workflow" ON "schedules" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "connection_calls_recent" ON "connection_calls" USING btree ("connection_id","started_at");--> statement-breakpoint
CREATE INDEX "connection_calls_organization" ON "connection_calls" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "runs_backlog" ON "runs" USING btree ("organization_id","priority") WHERE status = 'running' and lease_worker is null;--> statement-breakpoint
CREATE INDEX "runs_slots" ON "runs" USING btree ("workflow_id","slot","priority","id") WHERE slot is not null and status in ('running', 'suspended');--> statement-breakpoint
CREATE INDEX "runs_parked" ON "runs" USING btree ("workflow_id") WHERE parked and status = 'suspended';
--> statement-breakpoint
-- Calls that a crash ends need not be remembered, so none of them waits for the disk.
ALTER TABLE connection_calls SET UNLOGGED;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['schedules', 'schedule_backfills', 'schedule_occurrences', 'connection_calls'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY organization ON %I TO rounds_app
         USING (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)
         WITH CHECK (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)', name);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rounds_app, rounds_engine', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What was published before this column was here.
UPDATE workflows SET concurrency_limit = (definition->'settings'->'concurrency'->>'limit')::integer, when_full = coalesce(definition->'settings'->'concurrency'->>'whenFull', 'queue')
FROM workflow_versions WHERE workflow_versions.id = published_version_id AND definition->'settings'->'concurrency'->>'limit' IS NOT NULL;
--> statement-breakpoint
-- Lets in the runs of a limited workflow that have room now: by priority, then by age. Called by whatever makes room, in its transaction.
CREATE FUNCTION admit_waiting(workflow uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  room integer;
  let_in integer;
BEGIN
  IF NOT EXISTS (SELECT FROM public.runs WHERE workflow_id = workflow AND slot = 'waiting' AND status = 'suspended') THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('slots:' || workflow::text, 0));
  SELECT CASE WHEN concurrency_limit IS NULL THEN 1000 ELSE least(concurrency_limit - taken, 1000) END INTO room
  FROM public.workflows, LATERAL (SELECT count(*)::integer AS taken FROM public.runs WHERE workflow_id = workflow AND slot = 'taken' AND status IN ('running', 'suspended')) AS under_way
  WHERE workflows.id = workflow;
  IF room IS NULL OR room <= 0 THEN RETURN 0; END IF;
  WITH next AS (
    SELECT id FROM public.runs WHERE workflow_id = workflow AND slot = 'waiting' AND status = 'suspended' ORDER BY priority, id LIMIT room FOR UPDATE SKIP LOCKED),
  admitted AS (
    UPDATE public.runs SET slot = 'taken', status = CASE WHEN parked THEN status ELSE 'running' END, revision = revision + 1
    FROM next WHERE runs.id = next.id RETURNING runs.id, runs.priority, runs.parked),
  queued AS MATERIALIZED (SELECT public.enqueue_run(id, priority) FROM admitted WHERE NOT parked)
  SELECT count(*) INTO let_in FROM queued;
  RETURN let_in;
END $$;
--> statement-breakpoint
-- Takes the right to one call of a connection. Answers 0, or after how many milliseconds to ask again. Calls of one connection ask one after the other.
CREATE FUNCTION take_connection_call(connection uuid, call uuid, concurrent integer, per_minute integer, seconds integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  leaves timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calls:' || connection::text, 0));
  DELETE FROM public.connection_calls
  WHERE connection_id = connection AND started_at < clock_timestamp() - interval '1 minute' AND (ended_at IS NOT NULL OR expires_at < clock_timestamp());
  IF concurrent IS NOT NULL AND concurrent <= (
    SELECT count(*) FROM public.connection_calls WHERE connection_id = connection AND ended_at IS NULL AND expires_at > clock_timestamp())
  THEN RETURN 2000; END IF;
  IF per_minute IS NOT NULL THEN
    -- The call whose end of its minute makes room.
    SELECT started_at + interval '1 minute' INTO leaves FROM public.connection_calls
    WHERE connection_id = connection AND started_at > clock_timestamp() - interval '1 minute' ORDER BY started_at DESC OFFSET per_minute - 1 LIMIT 1;
    IF leaves IS NOT NULL THEN RETURN greatest(1, ceil(extract(epoch FROM leaves - clock_timestamp()) * 1000))::integer; END IF;
  END IF;
  INSERT INTO public.connection_calls (id, organization_id, connection_id, started_at, expires_at)
  VALUES (call, nullif(current_setting('rounds.organization_id', true), '')::uuid, connection, clock_timestamp(), clock_timestamp() + make_interval(secs => seconds));
  RETURN 0;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION admit_waiting(uuid), take_connection_call(uuid, uuid, integer, integer, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION admit_waiting(uuid), take_connection_call(uuid, uuid, integer, integer, integer) TO rounds_app, rounds_engine;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO rounds_engine;
--> statement-breakpoint
ALTER FUNCTION admit_waiting(uuid) OWNER TO rounds_engine;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_engine;
--> statement-breakpoint
-- As before (migration child-runs), but a parent that holds, because its workflow is paused or it waits for its turn, goes on holding.
CREATE OR REPLACE FUNCTION child_run_ended(parent uuid, task uuid, failed boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE goes_on boolean;
BEGIN
  PERFORM FROM runs WHERE id = parent FOR NO KEY UPDATE;
  UPDATE tasks SET children_left = children_left - 1,
    status = CASE WHEN children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true') THEN 'pending' ELSE status END,
    resuming = children_left <= 1 OR (failed AND state->>'stopAtFailure' = 'true')
  WHERE run_id = parent AND id = task AND status = 'suspended' AND state->>'reason' = 'child-run'
  RETURNING resuming INTO goes_on;
  IF goes_on THEN
    UPDATE runs SET revision = revision + 1, status = CASE WHEN status = 'suspended' AND NOT parked AND slot IS DISTINCT FROM 'waiting' THEN 'running' ELSE status END WHERE id = parent;
    PERFORM enqueue_run(parent);
  END IF;
END $$;
