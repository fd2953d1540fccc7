import { joinParts, newStorageKey, removeParts, writePart } from '#lib/documents/file-store'
import { tableLimits, type TableRequest } from '#lib/documents/tables/messages'
import { readTable } from '#lib/documents/tables/read-table'
import { tableFileType } from '#lib/documents/tables/table-file'
import { maxFileBytes } from '#lib/domain/form/file-limits'
import type { StoredTable } from '#lib/domain/tables/chunk'
import type { FoundTable } from '#lib/domain/tables/found'
import type { CsvReadOptions, ExcelReadOptions } from '#lib/domain/tables/options'
import { runFileContent } from '../files/run-file-content.ts'
import { recordRunFile } from '../files/store-run-file.ts'

export type ReadRunTable = {
  key: string
  runId: string
  fileId: string
  as: 'list' | 'table'
  read: { do: 'csv'; options: CsvReadOptions } | { do: 'excel'; options: ExcelReadOptions }
  createdBy: string
  signal: AbortSignal
}
export type RunTable = FoundTable & {
  file: { id: string; fileName: string }
  /** Null where the rows are in `rows`. */
  table: StoredTable | null
}

async function* one(part: Buffer): AsyncGenerator<Buffer> {
  yield part
}

/** Writes the parts of a table to the disk; again from the beginning where it is read again. */
function spool() {
  const storageKey = newStorageKey()
  let size = 0
  return {
    storageKey,
    size: () => size,
    receive() {
      size = 0
      return async (part: Buffer) => {
        const { size: written } = await writePart(storageKey, size, one(part), {
          maxBytes: maxFileBytes - size,
        })
        size += written
      }
    },
  }
}

/**
 * Reads a table of a file of the organization for a step. As a table its rows are stored as a file
 * of the run: the same `key` never makes a second one.
 * @throws ApiError `not_found`, 400 with what is wrong with the file, `rate_limited`, `unavailable`
 */
export async function readRunTable(
  organizationId: string,
  { key, runId, fileId, as, read, createdBy, signal }: ReadRunTable,
): Promise<RunTable> {
  const content = await runFileContent(organizationId, fileId)
  const { fileName } = content
  const request: TableRequest = { ...read, as, source: { fileId, fileName }, limits: tableLimits }
  const file = { id: fileId, fileName }
  if (as === 'list')
    return { ...(await readTable({ request, content, organizationId, signal })), file, table: null }
  const parts = spool()
  try {
    const { receive } = parts
    const found = await readTable({ request, content, organizationId, signal, receive })
    const bytes = await joinParts(parts.storageKey, parts.size())
    const stored = await recordRunFile(
      organizationId,
      { key, runId, fileName: `${fileName}.table`, mimeType: tableFileType, createdBy },
      bytes,
    )
    const { columns, rowCount, headerRow, sheet } = found
    const source = { fileId, fileName, sheet, headerRow }
    return { ...found, file, table: { tableFileId: stored.id, rowCount, columns, source } }
  } catch (error) {
    await removeParts(parts.storageKey)
    throw error
  }
}
