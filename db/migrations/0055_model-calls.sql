CREATE TABLE "model_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"run_id" uuid,
	"task_id" uuid,
	"begun_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"ended_at" timestamp with time zone,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"micros" bigint,
	"error" text,
	"attempt" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_calls_day" ON "model_calls" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "model_calls_begun" ON "model_calls" USING btree ("organization_id","begun_at");--> statement-breakpoint
CREATE INDEX "model_calls_run" ON "model_calls" USING btree ("run_id");--> statement-breakpoint
ALTER TABLE model_calls ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE model_calls FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON model_calls TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON model_calls TO rounds_app;
