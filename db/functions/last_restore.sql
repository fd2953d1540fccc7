-- When the installation was restored from a backup, as long as nobody has released what that holds;
-- null otherwise. The organizations' role sees nothing else of the table.
CREATE OR REPLACE FUNCTION last_restore() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(restored_at) FROM public.restores WHERE released_at IS NULL
$$;
