import { and, eq, gte, inArray, lt, not, notExists, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { files, policies, uploads } from '#db/schema/documents'
import { letters } from '#db/schema/letters'
import { runs } from '#db/schema/runs'
import { savedForms } from '#db/schema/saved-forms'
import { staysInCell } from '#db/goes-on-here'
import { removeFile, removeParts } from '#lib/documents/file-store'
import { loadValue } from '#lib/engine/store/payloads'
import { firstIdAt } from '#lib/ids'
import { log } from '#lib/log'
import { idsIn } from '../files/claim-files.ts'

/** How long an upload for a shared form is stored before the form is submitted: a day. */
const keptMs = 24 * 3_600_000
const batch = 500
/**
 * A run that is older than the upload, by more than clocks may differ, cannot have started with it.
 */
const clocksDifferMs = 10 * 60_000

/** Nobody goes on with a form that names the upload. */
const isSaved = sql`exists (select from ${savedForms}
  where ${savedForms.fileIds} @> array[${files.id}] and ${savedForms.endsAt} > now())`

type Upload = { id: string; organizationId: string; createdAt: Date }

/**
 * Finds the uploads of an organization that the start data of a run name: the form was submitted to
 * a process of an older version, which did not claim files.
 */
async function namedByRuns(
  tx: Tx,
  organizationId: string,
  uploads: Upload[],
): Promise<Set<string>> {
  const since = firstIdAt(
    new Date(Math.min(...uploads.map(({ createdAt }) => createdAt.getTime())) - clocksDifferMs),
  )
  const ids = uploads.map(({ id }) => id)
  const later = and(eq(runs.organizationId, organizationId), gte(runs.id, since))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::text[]) as upload (id)
    where exists (select from ${runs} where ${later} and ${runs.startRef} is null
      and lower(${runs.startData}::text) like '%' || upload.id || '%')`)
  const named = new Set(rows.map(({ id }) => id))
  const large = await tx
    .select({ id: runs.id, startData: runs.startData, startRef: runs.startRef })
    .from(runs)
    .where(and(later, sql`${runs.startRef} is not null`))
  for (const run of large)
    for (const id of idsIn(await loadValue(tx, run.id, run.startData, run.startRef))) named.add(id)
  return named
}

/**
 * Deletes the organization's uploads that no run names and claims the others. Answers the keys of
 * the deleted files.
 */
async function sweepOf(tx: Tx, organizationId: string, uploads: Upload[]): Promise<string[]> {
  const named = await namedByRuns(tx, organizationId, uploads)
  const ids = uploads.map(({ id }) => id)
  const kept = ids.filter((id) => named.has(id))
  const lost = ids.filter((id) => !named.has(id))
  if (kept.length > 0)
    await tx.update(files).set({ unclaimed: false }).where(inArray(files.id, kept))
  if (lost.length === 0) return []
  const gone = await tx
    .delete(files)
    .where(
      and(
        inArray(files.id, lost),
        // The row is checked again now: a form that is submitted at this moment has claimed it.
        eq(files.unclaimed, true),
        not(isSaved),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(policies)
            .where(eq(policies.fileId, files.id)),
        ),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(letters)
            .where(eq(letters.fileId, files.id)),
        ),
      ),
    )
    .returning({ storageKey: files.storageKey })
  return gone.map(({ storageKey }) => storageKey)
}

/**
 * Deletes uploads for a shared form that was not submitted within a day. Only such uploads are
 * checked: the id of any other file may be used in places that cannot be known. Answers their
 * number.
 */
export async function sweepUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  let gone = 0
  for (let after = new Date(0); ;) {
    const uploads = await engineDb()
      .select({ id: files.id, organizationId: files.organizationId, createdAt: files.createdAt })
      .from(files)
      .where(
        and(
          eq(files.unclaimed, true),
          lt(files.createdAt, before),
          gte(files.createdAt, after),
          not(isSaved),
          staysInCell,
        ),
      )
      .orderBy(files.createdAt)
      .limit(batch)
    for (const organizationId of new Set(uploads.map((upload) => upload.organizationId))) {
      const own = uploads.filter((upload) => upload.organizationId === organizationId)
      // When a large value cannot be read, all uploads of the organization stay.
      const keys = await engineDb()
        .transaction(async (tx) => await sweepOf(tx, organizationId, own))
        .catch((error: unknown) => {
          log.warn({ organizationId, error }, 'uploads for shared forms could not be swept')
          return []
        })
      for (const key of keys) await removeFile(key)
      gone += keys.length
    }
    const last = uploads.at(-1)?.createdAt
    // A round without progress (uploads that a policy names) ends the sweep until the next day.
    if (uploads.length < batch || !last || last.getTime() === after.getTime()) break
    after = last
  }
  if (gone > 0)
    log.info({ files: gone }, 'uploads of shared forms that were never submitted were deleted')
  return gone
}

/**
 * Deletes uploads in parts to which nothing was added for a day, with their bytes. Answers their
 * number.
 */
export async function sweepUnfinishedUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  const gone = await engineDb()
    .delete(uploads)
    .where(lt(uploads.updatedAt, before))
    .returning({ storageKey: uploads.storageKey })
  for (const { storageKey } of gone) await removeParts(storageKey)
  if (gone.length > 0) log.info({ uploads: gone.length }, 'unfinished uploads were deleted')
  return gone.length
}
