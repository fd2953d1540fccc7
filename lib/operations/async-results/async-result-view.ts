import { text } from 'node:stream/consumers'
import type { asyncResults } from '#db/schema/async-results'
import { openFile } from '#lib/documents/file-store'
import type { AsyncResultView } from '#lib/domain/run/async-result'

type Row = typeof asyncResults.$inferSelect

/**
 * An async result as the API shows it. A large result is read from the file store. Throws 503 when
 * its file is missing.
 */
export async function asyncResultView(row: Row): Promise<AsyncResultView> {
  const { id, kind, status, description, error } = row
  const result: unknown =
    row.resultKey === null
      ? (row.result ?? null)
      : JSON.parse(await text(await openFile(row.resultKey)))
  return {
    id,
    status,
    result,
    error,
    kind,
    description,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
