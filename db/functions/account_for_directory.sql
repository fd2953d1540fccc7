-- The account of this address for a person whom a directory announces; made, without password and
-- identity, when there is none. `known` says that the account was there before: then it may belong
-- to somebody elsewhere, and the caller must not make it a member without being entitled to.
CREATE OR REPLACE FUNCTION account_for_directory(new_id uuid, address text, person_name text,
  OUT id uuid, OUT known boolean, OUT disabled boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.users (id, email, name) VALUES (new_id, address, person_name)
  ON CONFLICT DO NOTHING RETURNING users.id INTO id;
  known := id IS NULL;
  disabled := false;
  IF known THEN
    SELECT users.id, users.disabled_at IS NOT NULL INTO id, disabled
    FROM public.users WHERE lower(users.email) = lower(address);
  END IF;
END $$;
