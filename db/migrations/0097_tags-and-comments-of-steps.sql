-- The types of the steps of a definition, each once.
CREATE OR REPLACE FUNCTION types_of_steps(definition json) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT array(
    SELECT DISTINCT step->>'type'
    FROM json_array_elements(CASE WHEN json_typeof(definition->'steps') = 'array'
      THEN definition->'steps' ELSE '[]' END) AS step
    ORDER BY 1)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION types_of_steps(json) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION types_of_steps(json) TO rounds_app, rounds_engine;
--> statement-breakpoint
CREATE TABLE "step_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" text
);
--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "run_id" DROP NOT NULL;
--> statement-breakpoint
-- Both tables are written anew: they are small (some thousand rows), and starts only read them.
ALTER TABLE "workflow_versions" ADD COLUMN "step_types" text[] GENERATED ALWAYS AS (public.types_of_steps(definition)) STORED;
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "draft_types" text[] GENERATED ALWAYS AS (public.types_of_steps(draft)) STORED;
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "workflow_id" uuid;
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "step_id" text;
--> statement-breakpoint
ALTER TABLE "step_comments" ADD CONSTRAINT "step_comments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "step_comments" ADD CONSTRAINT "step_comments_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "step_comments_step" ON "step_comments" USING btree ("workflow_id","step_id","id");
--> statement-breakpoint
-- blocks writes: for the moment of reading a column that is null everywhere.
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE step_comments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE step_comments FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON step_comments TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON step_comments TO rounds_app;
--> statement-breakpoint
-- A key that is narrowed to workflows sees the comments of these only.
CREATE POLICY narrow ON step_comments AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
