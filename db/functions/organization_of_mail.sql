-- Of which organization a mail is. Reports about mails come by mail: the signed token in their
-- address names the mail, and nobody knows the organization yet.
CREATE OR REPLACE FUNCTION organization_of_mail(asked uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT organization_id FROM public.mails WHERE id = asked
$$;
