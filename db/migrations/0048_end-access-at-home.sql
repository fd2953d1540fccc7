-- Generated from db/functions by npm run db:functions.
-- Ends what a person does in an organization: their sessions there, their API keys and their claims
-- of open screens. Called in the transaction that takes the membership away, also by a role that
-- may not see sessions. Returns how many of each ended.
CREATE OR REPLACE FUNCTION end_access(organization uuid, person uuid,
  OUT sessions integer, OUT api_keys integer, OUT claims integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- The web's role ends access only in the organization that it works for.
  IF session_user = 'rounds_app' AND organization IS DISTINCT FROM
    nullif(current_setting('rounds.organization_id', true), '')::uuid
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'this is another organization';
  END IF;
  DELETE FROM public.sessions AS ended
  WHERE ended.organization_id = organization AND ended.user_id = person;
  GET DIAGNOSTICS sessions = ROW_COUNT;
  UPDATE public.api_keys AS ended SET stopped_at = now()
  WHERE ended.organization_id = organization AND ended.created_by = person
    AND ended.stopped_at IS NULL;
  GET DIAGNOSTICS api_keys = ROW_COUNT;
  claims := public.release_claims(organization, person);
END $$;
