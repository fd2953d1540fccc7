-- Puts a mail into the queue inside the caller's transaction, without rights on the queue's tables. Mails by
-- an organization's own server are sent one after the other: a slow one takes one place of the workers.
CREATE OR REPLACE FUNCTION enqueue_mail(mail_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  own_queue text;
BEGIN
  SELECT 'mail:' || mails.organization_id INTO own_queue
    FROM public.mails JOIN public.mail_senders USING (organization_id)
    WHERE mails.id = mail_id AND mail_senders.host IS NOT NULL AND NOT mails.of_account;
  PERFORM graphile_worker.add_job('mail', json_build_object('mailId', mail_id),
    queue_name := own_queue, job_key := 'mail:' || mail_id, max_attempts := 25);
END $$;
