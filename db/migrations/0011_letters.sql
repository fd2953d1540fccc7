CREATE TABLE "letter_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"location" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_events_key" UNIQUE("letter_id","key"),
	CONSTRAINT "letter_events_type" CHECK (type in ('created', 'rendered', 'mailed', 'in_transit', 'in_local_area', 'processed_for_delivery', 're_routed', 'pickup_available', 'international_exit', 'issue', 'delivered', 'returned_to_sender', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"connection_id" uuid NOT NULL,
	"connection" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"recipient" jsonb NOT NULL,
	"sender" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"color" boolean NOT NULL,
	"double_sided" boolean NOT NULL,
	"pages" integer NOT NULL,
	"file_id" uuid,
	"provider_id" text,
	"tracking_number" text,
	"expected_delivery_date" date,
	"answer" jsonb,
	"failure" jsonb,
	"attempts" integer DEFAULT 1 NOT NULL,
	"attempt_until" timestamp with time zone,
	"first_attempt_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	"run_id" uuid,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_key" UNIQUE("organization_id","key"),
	CONSTRAINT "letters_status" CHECK (status in ('sending', 'not_sent', 'unknown', 'created', 'rendered', 'mailed', 'in_transit', 'in_local_area', 'processed_for_delivery', 're_routed', 'pickup_available', 'international_exit', 'issue', 'delivered', 'returned_to_sender', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "letter_events" ADD CONSTRAINT "letter_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_events" ADD CONSTRAINT "letter_events_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_events_organization" ON "letter_events" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "letters_list" ON "letters" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "letters_provider" ON "letters" USING btree ("connection_id","provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "letters_file" ON "letters" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['letters', 'letter_events'] LOOP
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
