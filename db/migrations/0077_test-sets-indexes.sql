-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY "files_test_case" ON "files" USING btree ("test_case_id") WHERE test_case_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "model_calls_trial" ON "model_calls" USING btree ("trial_id") WHERE trial_id is not null;
