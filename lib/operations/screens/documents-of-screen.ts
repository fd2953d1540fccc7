import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { can, type Actor } from '#lib/auth/actor'
import type { ScreenDocument } from '#lib/contracts/runs/screens'
import type { ScreenState } from '#lib/domain/run/screen-state'
import { visibleAmong } from '../access/access-sql.ts'
import { idsIn } from '../files/claim-files.ts'
import { getFileFor } from '../files/file-for.ts'

type Case = {
  runId: string
  /** The run around the loop whose item has the screen. */
  scopeRunId: string | null
  startData: unknown
  screen: ScreenState
}

/** A person looks at a few beside their decision; the run has them all. */
const mostDocuments = 30
/** Of the ids that data name, most are no files. */
const mostIds = 500

/** Whether the caller may open a file, for who does not see its run. */
const mayOpen = async (tx: Tx, actor: Actor, id: string): Promise<boolean> =>
  await getFileFor(tx, actor, id).then(
    () => true,
    () => false,
  )

/**
 * The files of a screen's case that the caller may open: those that the screen shows, then those of
 * the start data, then the others of the run.
 */
export async function documentsOf(
  tx: Tx,
  actor: Actor,
  { runId, scopeRunId, startData, screen: { show, data } }: Case,
): Promise<ScreenDocument[]> {
  if (!can(actor, 'files:read')) return []
  const ofStart = idsIn(startData)
  const named = [...new Set([...idsIn([show, data]), ...ofStart])].slice(0, mostIds)
  const runIds = scopeRunId ? [runId, scopeRunId] : [runId]
  const ids = sql`${sql.param(named)}::uuid[]`
  const { id, fileName, mimeType, size } = files
  const found = await tx
    .select({ file: { id, fileName, mimeType, size }, runId: files.runId })
    .from(files)
    .where(or(inArray(files.runId, runIds), eq(files.id, sql`any(${ids})`)))
    .orderBy(sql`array_position(${ids}, ${files.id}) nulls last`, files.id)
    .limit(mostDocuments)
  const seesRun = found.length > 0 && (await visibleAmong(tx, actor, [runId])).size > 0
  const open: ScreenDocument[] = []
  for (const { file, runId: owner } of found) {
    const isOfRun = ofStart.includes(file.id) || (owner !== null && runIds.includes(owner))
    if ((seesRun && isOfRun) || (await mayOpen(tx, actor, file.id))) open.push(file)
  }
  return open
}
