-- Raises the revision of the organization's access rules, by which each process knows whether the
-- rules that it remembers are those in force. A trigger of access_rules, workflow_folders and
-- workflows.folder_id.
CREATE OR REPLACE FUNCTION access_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.organizations SET access_revision = access_revision + 1
    WHERE id = coalesce(NEW.organization_id, OLD.organization_id);
  RETURN NULL;
END $$;
