CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"revision" integer NOT NULL,
	"definition" json NOT NULL,
	"content_hash" text NOT NULL,
	"base_version_id" uuid,
	"note" text NOT NULL,
	"accept" text[] NOT NULL,
	"proof" jsonb NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"ended_by_name" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "approval_requests_status" CHECK (status in ('open', 'approved', 'sent-back', 'void', 'withdrawn', 'published'))
);
--> statement-breakpoint
CREATE TABLE "draft_authors" (
	"workflow_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_authors_workflow_id_author_id_pk" PRIMARY KEY("workflow_id","author_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";
--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "approval" jsonb;
--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_base_version_id_workflow_versions_id_fk" FOREIGN KEY ("base_version_id") REFERENCES "public"."workflow_versions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "draft_authors" ADD CONSTRAINT "draft_authors_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "draft_authors" ADD CONSTRAINT "draft_authors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_standing" ON "approval_requests" USING btree ("workflow_id") WHERE status in ('open', 'approved');
--> statement-breakpoint
CREATE INDEX "approval_requests_list" ON "approval_requests" USING btree ("workflow_id","id");
--> statement-breakpoint
CREATE INDEX "approval_requests_base" ON "approval_requests" USING btree ("base_version_id");
--> statement-breakpoint
-- blocks writes: some thousand rows; their kinds are among the new ones too.
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK (kind in ('assigned', 'handed-over', 'returned', 'stand-in', 'reminder', 'overdue', 'escalated', 'mentioned', 'commented', 'approval-asked', 'approval-decided', 'published-unapproved'));
--> statement-breakpoint
ALTER TABLE approval_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE approval_requests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON approval_requests TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON approval_requests TO rounds_app;
--> statement-breakpoint
-- A key that is narrowed to workflows works with the drafts of these only.
CREATE POLICY narrow ON approval_requests AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
ALTER TABLE draft_authors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE draft_authors FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY organization ON draft_authors TO rounds_app
  USING (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid)
  WITH CHECK (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON draft_authors TO rounds_app;
--> statement-breakpoint
-- A key that is narrowed to workflows works with the drafts of these only.
CREATE POLICY narrow ON draft_authors AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
-- Who changed the drafts of today, from the audit log: they do not approve them.
INSERT INTO draft_authors (workflow_id, organization_id, author_id, at)
SELECT flow.id, flow.organization_id, coalesce(key.created_by, entry.actor_id::uuid),
  min(entry.created_at)
FROM workflows flow
LEFT JOIN workflow_versions version ON version.id = flow.published_version_id
JOIN audit_entries entry ON entry.organization_id = flow.organization_id
  AND entry.object_id = flow.id::text
  AND entry.created_at >= coalesce(version.created_at, '-infinity')
  AND entry.action IN ('workflow.created', 'workflow.draft_saved', 'workflow.version_restored',
    'workflow.imported', 'workflow.duplicated')
  AND entry.actor_kind IN ('user', 'api-key')
LEFT JOIN api_keys key ON key.id::text = entry.actor_id
GROUP BY 1, 2, 3;
