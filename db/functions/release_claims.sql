-- Gives back the open screens that a person works on. Returns how many.
CREATE OR REPLACE FUNCTION release_claims(organization uuid, person uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  released integer;
BEGIN
  UPDATE public.tasks SET claimed_by = NULL, claimed_by_name = NULL, claimed_at = NULL
  WHERE organization_id = organization AND status = 'suspended'
    AND state->>'reason' = 'screen' AND claimed_by = person;
  GET DIAGNOSTICS released = ROW_COUNT;
  RETURN released;
END $$;
