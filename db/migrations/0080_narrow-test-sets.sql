-- A key that is narrowed to workflows works with the test cases and trials of these only.
CREATE POLICY narrow ON test_cases AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
CREATE POLICY narrow ON trials AS RESTRICTIVE TO rounds_narrow
  USING (nullif(current_setting('rounds.workflows', true), '') IS NULL
    OR workflow_id = ANY (nullif(current_setting('rounds.workflows', true), '')::uuid[]));
--> statement-breakpoint
-- Restrictive as well: what is read of a trial must be of a trial that the key may read.
CREATE POLICY narrow ON trial_results AS RESTRICTIVE TO rounds_narrow
  USING (EXISTS (SELECT FROM trials WHERE trials.id = trial_results.trial_id));
