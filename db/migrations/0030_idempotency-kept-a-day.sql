ALTER TABLE "idempotency_keys" ALTER COLUMN "result" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");
--> statement-breakpoint
-- Acts on people's accounts honour the keys, too.
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO rounds_auth;
--> statement-breakpoint
CREATE POLICY sign_in ON idempotency_keys TO rounds_auth USING (true) WITH CHECK (true);
