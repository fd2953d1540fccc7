-- Has a worker with the label of a connection test it, inside the caller's transaction, without rights
-- on the queue's tables. A test that still waits is not queued twice.
CREATE OR REPLACE FUNCTION enqueue_connection_test(connection uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  label text;
BEGIN
  SELECT worker_label INTO label FROM public.connections
  WHERE id = connection
    AND organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid;
  IF label IS NULL THEN RETURN; END IF;
  PERFORM graphile_worker.add_job('connection-test:' || label,
    json_build_object('connectionId', connection), job_key := 'connection-test:' || connection,
    max_attempts := 1, priority := -10);
END $$;
