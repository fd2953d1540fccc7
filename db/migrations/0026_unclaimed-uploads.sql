ALTER TABLE "files" ADD COLUMN "unclaimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "files_unclaimed" ON "files" USING btree ("created_at") WHERE unclaimed;