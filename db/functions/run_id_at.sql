-- The lowest id that a run of this instant can have: a run's id is a UUID version 7, whose first 48
-- bits are the milliseconds since 1970, so a month is a range of ids.
CREATE OR REPLACE FUNCTION run_id_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
