import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { staysInCell } from '#db/goes-on-here'
import { log } from '#lib/log'
import { removeBytes } from './remove-bytes.ts'
import { retentionDays } from './retention-days.ts'

const batch = 500

/**
 * Mails that are due: those whose run was deleted, and those without a run after the days of their
 * workflow, or of their organization where the workflow is gone. A mail that is still read stays.
 */
const due = sql`
  select mail.id from received_mails mail
  join organizations on organizations.id = mail.organization_id
  left join ${retentionDays} kept on kept.id = mail.workflow_id
  where mail.status <> 'waiting' and organizations.moved_to is null
    and case when mail.run_id is null
      then mail.created_at < now() - make_interval(days => case when kept.id is null
        then (organizations.settings->>'retentionDays')::int else kept.days end)
      else mail.created_at < now() - interval '1 day'
        and not exists (select from runs where runs.id = mail.run_id) end
  order by mail.id limit ${batch} for update of mail skip locked`

/**
 * Deletes received mails like the history of the runs that they belong to, with their bytes and the
 * files of those without a run, and reply addresses whose run is gone. Answers whether there may be
 * more.
 */
export async function pruneReceivedMails(): Promise<boolean> {
  const gone = await engineDb().transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string; fileIds: string[] }>(sql`
      with due as (${due})
      delete from received_mails using due where received_mails.id = due.id
      returning raw_key as key, array(
        select file->>'id' from jsonb_array_elements(attachments) file) as "fileIds"`)
    const fileIds = rows.flatMap((row) => row.fileIds)
    const { rows: deleted } = await tx.execute<{ key: string }>(sql`
      delete from files where id = any(${sql.param(fileIds)}::uuid[])
        and (run_id is null or not exists (select from runs where runs.id = files.run_id))
      returning storage_key as key`)
    return { mails: rows.length, keys: [...rows, ...deleted].map(({ key }) => key) }
  })
  await removeBytes({ storageKeys: gone.keys, payloadRuns: [] })
  await engineDb().execute(sql`
    delete from mail_reply_addresses where id in (
      select id from mail_reply_addresses address
      where created_at < now() - interval '1 day' and ${staysInCell}
        and not exists (select from runs where runs.id = address.run_id)
      limit ${batch})`)
  if (gone.mails > 0) log.info({ mails: gone.mails }, 'received mails were deleted')
  return gone.mails === batch
}
