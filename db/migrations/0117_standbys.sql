-- Generated from db/functions by npm run db:functions.
-- The standbys of the database and how far each is behind. Only a superuser, or a role with
-- pg_read_all_stats, sees more of another role's standbys than their names, so they are read as the
-- role that migrates; where that one may not see it either, they have no state and are left out.
CREATE OR REPLACE FUNCTION standbys() RETURNS TABLE (name text, "lagSeconds" float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(nullif(application_name, ''), client_addr::text, 'standby'),
    coalesce(extract(epoch FROM replay_lag), 0)::float8
  FROM pg_stat_replication WHERE state IS NOT NULL AND application_name NOT LIKE 'rounds%'
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION standbys() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION standbys() TO rounds_engine;
