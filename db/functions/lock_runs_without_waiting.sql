-- Locks those of these runs that this worker may commit to and that no other transaction has locked,
-- and returns their ids. `first` and `last` are the first and the last id, which exclude other months.
--
-- A function, so that the statement that calls it locks no rows itself: PostgreSQL 18 corrupts the
-- memory of its process, and thus ends all sessions, when such a lock meets a row that was changed
-- since the statement began and the same statement writes to partitioned tables in WITH
-- (seen under contention by the chaos run, which looks for such ends).
CREATE OR REPLACE FUNCTION lock_runs_without_waiting(
  ids uuid[], first uuid, last uuid, worker uuid) RETURNS SETOF uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT runs.id FROM public.runs
    WHERE runs.id = ANY (ids) AND runs.id >= first AND runs.id <= last
      AND runs.status = 'running' AND (runs.lease_worker IS NULL OR runs.lease_worker = worker)
    FOR NO KEY UPDATE SKIP LOCKED;
END $$;
