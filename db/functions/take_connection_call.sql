-- Takes the right to one call of a connection. Returns 0, or after how many milliseconds to ask
-- again. Calls of one connection ask one after the other.
CREATE OR REPLACE FUNCTION take_connection_call(
  connection uuid, call uuid, concurrent integer, per_minute integer, seconds integer
) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  leaves timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('calls:' || connection::text, 0));
  DELETE FROM public.connection_calls
  WHERE connection_id = connection AND started_at < clock_timestamp() - interval '1 minute'
    AND (ended_at IS NOT NULL OR expires_at < clock_timestamp());
  IF concurrent IS NOT NULL AND concurrent <= (
    SELECT count(*) FROM public.connection_calls
    WHERE connection_id = connection AND ended_at IS NULL AND expires_at > clock_timestamp())
  THEN RETURN 2000; END IF;
  IF per_minute IS NOT NULL THEN
    -- The call whose minute, once over, makes room.
    SELECT started_at + interval '1 minute' INTO leaves FROM public.connection_calls
    WHERE connection_id = connection AND started_at > clock_timestamp() - interval '1 minute'
    ORDER BY started_at DESC OFFSET per_minute - 1 LIMIT 1;
    IF leaves IS NOT NULL THEN
      RETURN greatest(1, ceil(extract(epoch FROM leaves - clock_timestamp()) * 1000))::integer;
    END IF;
  END IF;
  INSERT INTO public.connection_calls
    (id, organization_id, connection_id, started_at, expires_at)
  VALUES (call, nullif(current_setting('rounds.organization_id', true), '')::uuid, connection,
    clock_timestamp(), clock_timestamp() + make_interval(secs => seconds));
  RETURN 0;
END $$;
