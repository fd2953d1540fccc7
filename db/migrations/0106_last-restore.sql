-- Generated from db/functions by npm run db:functions.
-- When the installation was restored from a backup, as long as nobody has released what that holds;
-- null otherwise. The organizations' role sees nothing else of the table.
CREATE OR REPLACE FUNCTION last_restore() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(restored_at) FROM public.restores WHERE released_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION last_restore() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION last_restore() TO rounds_app, rounds_auth, rounds_engine;
--> statement-breakpoint
REVOKE SELECT ON restores FROM rounds_app;
