-- Generated from db/functions by npm run db:functions.
-- Ends the sessions in an organization that these people began without one of its identity
-- providers. Called in the transaction that demands single sign-on of them, by a role that may not
-- see sessions. Returns how many ended.
CREATE OR REPLACE FUNCTION end_own_sessions(organization uuid, people uuid[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  count integer;
BEGIN
  -- The web's role ends sessions only in the organization that it works for.
  IF session_user = 'rounds_app' AND organization IS DISTINCT FROM
    nullif(current_setting('rounds.organization_id', true), '')::uuid
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'this is another organization';
  END IF;
  DELETE FROM public.sessions AS ended
  WHERE ended.organization_id = organization AND ended.user_id = ANY (people)
    AND NOT EXISTS (
      SELECT FROM public.sso_sessions AS started WHERE started.session_id = ended.id);
  GET DIAGNOSTICS count = ROW_COUNT;
  RETURN count;
END $$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO rounds_auth;
--> statement-breakpoint
ALTER FUNCTION end_own_sessions(uuid, uuid[]) OWNER TO rounds_auth;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM rounds_auth;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_own_sessions(uuid, uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION end_own_sessions(uuid, uuid[]) TO rounds_app;
