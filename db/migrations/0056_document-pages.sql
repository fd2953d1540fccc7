CREATE TABLE "document_pages" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"reader" text NOT NULL,
	"content" text NOT NULL,
	"page" integer NOT NULL,
	"page_count" integer NOT NULL,
	"width" real NOT NULL,
	"height" real NOT NULL,
	"text" text NOT NULL,
	"words" integer[] NOT NULL,
	"how" text NOT NULL,
	"confidence" real NOT NULL,
	"sheet" text,
	"range" text,
	"search" "tsvector" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_pages_file_id_reader_page_pk" PRIMARY KEY("file_id","reader","page")
);
--> statement-breakpoint
ALTER TABLE "document_pages" ADD CONSTRAINT "document_pages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_pages" ADD CONSTRAINT "document_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_pages_content" ON "document_pages" USING btree ("organization_id","content");
--> statement-breakpoint
ALTER TABLE document_pages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE document_pages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON document_pages TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY narrow ON document_pages AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM files WHERE files.id = document_pages.file_id))
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON document_pages TO rounds_app;
