CREATE TABLE "async_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"description" text,
	"result" jsonb,
	"result_key" text,
	"error" jsonb,
	"due_at" timestamp with time zone,
	"due_outcome" jsonb,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "async_results_status" CHECK (status in ('pending', 'completed', 'failed')),
	CONSTRAINT "async_results_due_outcome" CHECK (status <> 'pending' or (due_at is null) = (due_outcome is null))
);
--> statement-breakpoint
CREATE TABLE "hie_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"async_result_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"request" jsonb NOT NULL,
	"ticket" jsonb,
	"provider_request_id" text,
	"stored" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"lease_worker" uuid,
	"lease_epoch" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "hie_requests_key" UNIQUE("organization_id","key")
);
--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_trigger";--> statement-breakpoint
ALTER TABLE "async_results" ADD CONSTRAINT "async_results_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hie_requests" ADD CONSTRAINT "hie_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hie_requests" ADD CONSTRAINT "hie_requests_async_result_id_async_results_id_fk" FOREIGN KEY ("async_result_id") REFERENCES "public"."async_results"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "async_results_due" ON "async_results" USING btree ("due_at") WHERE status = 'pending' and due_at is not null;--> statement-breakpoint
CREATE INDEX "async_results_expiry" ON "async_results" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "hie_requests_due" ON "hie_requests" USING btree ("next_look_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "hie_requests_provider" ON "hie_requests" USING btree ("connection_id","provider_request_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "hie_requests_result" ON "hie_requests" USING btree ("async_result_id");--> statement-breakpoint
CREATE INDEX "tasks_awaited" ON "tasks" USING btree ((state->>'asyncResultId')) WHERE status = 'suspended' and state->>'reason' = 'async-result';--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_trigger" CHECK (trigger in ('manual', 'form', 'api', 'schedule', 'retry', 'parent'));--> statement-breakpoint
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['async_results', 'hie_requests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format(
      'CREATE POLICY organization ON %I TO rounds_app
         USING (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)
         WITH CHECK (organization_id = nullif(current_setting(''rounds.organization_id'', true), '''')::uuid)', t);
    EXECUTE format('CREATE POLICY engine ON %I TO rounds_engine USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rounds_app, rounds_engine', t);
  END LOOP;
END $$;
