-- Generated from db/functions by npm run db:functions.
-- Puts a mail into the queue inside the caller's transaction, without rights on the queue's tables.
CREATE OR REPLACE FUNCTION enqueue_mail(mail_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('mail', json_build_object('mailId', mail_id),
    job_key := 'mail:' || mail_id, max_attempts := 25);
END $$;
