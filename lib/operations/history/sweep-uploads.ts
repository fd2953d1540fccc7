import { and, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { files, policies, uploads } from '#db/schema/documents'
import { letters } from '#db/schema/letters'
import { runs } from '#db/schema/runs'
import { removeFile, removeParts } from '#lib/documents/file-store'
import { loadValue } from '#lib/engine/store/payloads'
import { firstIdAt } from '#lib/ids'
import { log } from '#lib/log'
import { idsIn } from '../files/claim-files.ts'

/** How long an upload for a shared form waits for the form: a day. */
const keptMs = 24 * 3_600_000
const batch = 500
/**
 * Runs whose id is older than the upload by more than clocks may differ cannot have started with
 * it.
 */
const clocksDifferMs = 10 * 60_000

type Upload = { id: string; organizationId: string; createdAt: Date }

/**
 * Which of an organization's uploads the start data of a run name all the same: of a form that was
 * handed in to a process that did not claim files yet.
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
    where exists (select from ${runs} where ${later} and ${runs.startRef} is null and lower(${runs.startData}::text) like '%' || upload.id || '%')`)
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
 * The organization's uploads that nothing names are deleted, the others claimed. Answers the keys
 * of their bytes.
 */
async function sweepOf(tx: Tx, organizationId: string, uploads: Upload[]): Promise<string[]> {
  const named = await namedByRuns(tx, organizationId, uploads)
  const [kept, lost] = [
    uploads.filter(({ id }) => named.has(id)),
    uploads.filter(({ id }) => !named.has(id)),
  ].map((some) => some.map(({ id }) => id)) as [string[], string[]]
  if (kept.length > 0)
    await tx.update(files).set({ unclaimed: false }).where(inArray(files.id, kept))
  if (lost.length === 0) return []
  const gone = await tx
    .delete(files)
    .where(
      and(
        inArray(files.id, lost),
        // Asked once more of the row as it is now: whoever hands the form in at this moment has it
        // claimed.
        eq(files.unclaimed, true),
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
 * Deletes what strangers uploaded for a shared form and did not hand in within a day. Only such
 * uploads are ever looked at: of any other file somebody may have the id, and where it is used
 * cannot be known. Answers how many went.
 */
export async function sweepUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  let gone = 0
  for (let after = new Date(0); ;) {
    const uploads = await engineDb()
      .select({ id: files.id, organizationId: files.organizationId, createdAt: files.createdAt })
      .from(files)
      .where(
        and(eq(files.unclaimed, true), lt(files.createdAt, before), gte(files.createdAt, after)),
      )
      .orderBy(files.createdAt)
      .limit(batch)
    for (const organizationId of new Set(uploads.map((upload) => upload.organizationId))) {
      const own = uploads.filter((upload) => upload.organizationId === organizationId)
      // What cannot be told surely (a large value that cannot be read) leaves all of the
      // organization's where they are.
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
    // A round without progress (uploads that a policy names) ends it; the next day looks again.
    if (uploads.length < batch || !last || last.getTime() === after.getTime()) break
    after = last
  }
  if (gone > 0)
    log.info({ files: gone }, 'uploads for shared forms that were never handed in were removed')
  return gone
}

/**
 * Deletes uploads in parts of which nothing arrived for a day, with what had arrived. Answers how
 * many went.
 */
export async function sweepUnfinishedUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  const gone = await engineDb()
    .delete(uploads)
    .where(lt(uploads.updatedAt, before))
    .returning({ storageKey: uploads.storageKey })
  for (const { storageKey } of gone) await removeParts(storageKey)
  if (gone.length > 0) log.info({ uploads: gone.length }, 'unfinished uploads were removed')
  return gone.length
}
