import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { oldFiles, removeFile, removeRemains } from '#lib/documents/file-store'
import {
  oldPayloadFiles,
  sweepPayloadFile,
  type OldPayloadFile,
} from '#lib/engine/store/payload-files'
import { log } from '#lib/log'
import { keyColumns } from '../files/key-columns.ts'

/** The row of a file is committed much sooner than this, or never. */
const settledMs = 24 * 3_600_000

async function storedKeys(keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const found = keyColumns.map(
    ({ table, column }) =>
      sql`select ${sql.identifier(column)} as key from ${sql.identifier(table)}
        where ${sql.identifier(column)} = any(${sql.param(keys)}::text[])`,
  )
  const { rows } = await engineDb().execute<{ key: string }>(sql.join(found, sql` union all `))
  return new Set(rows.map(({ key }) => key))
}

async function storedPayloads(found: OldPayloadFile[]): Promise<Set<string>> {
  const runIds = [...new Set(found.map(({ runId }) => runId))].filter((id) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id),
  )
  if (runIds.length === 0) return new Set()
  const { rows } = await engineDb().execute<{ name: string }>(
    sql`select run_id || ':' || hash as name from payloads
      where run_id = any(${sql.param(runIds)}::uuid[]) and body is null`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Deletes files without a row: of an attempt that was never committed, of an interrupted deletion,
 * and partial ones. Only files older than a day are checked, and the disk is read before the rows,
 * so a file whose row is just being written is never deleted. Answers their number.
 */
export async function sweepFiles(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - settledMs)
  let gone = 0
  for await (const { keys, remains } of oldFiles(before)) {
    const kept = await storedKeys(keys)
    const lost = keys.filter((key) => !kept.has(key))
    for (const key of lost) await removeFile(key)
    for (const name of remains) await removeRemains(name)
    gone += lost.length + remains.length
  }
  for await (const found of oldPayloadFiles(before)) {
    const kept = await storedPayloads(found)
    for (const file of found)
      if (await sweepPayloadFile(file, kept.has(`${file.runId}:${file.hash}`), before)) gone++
  }
  if (gone > 0) log.info({ files: gone }, 'files without a row were deleted')
  return gone
}
