-- The id of a task that has no row yet; the same as deterministicTaskId in lib/engine/model/task-id.ts, so that
-- everybody who creates the task gives it the same id.
CREATE OR REPLACE FUNCTION born_task_id(run uuid, key text, place integer) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT (left(run::text, 13)
    || '-7' || substr(hex, 1, 3)
    || '-8' || substr(hex, 4, 3)
    || '-' || left(encode(sha256(convert_to(run::text || ':' || key, 'UTF8')), 'hex'), 12))::uuid
  FROM right(lpad(to_hex(place), 6, '0'), 6) AS hex
$$;
