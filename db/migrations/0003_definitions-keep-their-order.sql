ALTER TABLE "workflow_versions" ALTER COLUMN "definition" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "workflows" ALTER COLUMN "draft" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "draft_definition" SET DATA TYPE json;