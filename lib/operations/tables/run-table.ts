import {
  NoTable,
  openTable,
  type OpenTable,
  type TableIndex,
} from '#lib/documents/tables/table-file'
import { ApiError } from '#lib/domain/api-error'
import type { Cell } from '#lib/domain/tables/columns'
import { runFileContent } from '../files/run-file-content.ts'

/** Says in a sentence that a file is no stored table. */
export async function asTable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof NoTable)) throw error
    throw ApiError.invalid([{ path: 'table', message: error.message }])
  }
}

/** Opens a stored table of the organization. @throws ApiError `not_found`, 400 for another file */
export async function openRunTable(organizationId: string, fileId: string): Promise<OpenTable> {
  const file = await runFileContent(organizationId, fileId)
  return await asTable(openTable({ size: file.size, read: (part) => file.read(part) }))
}

/** What a stored table knows of itself, without its rows. */
export const runTableIndex = async (organizationId: string, fileId: string): Promise<TableIndex> =>
  (await openRunTable(organizationId, fileId)).index

/** Rows of a stored table, with the cells of all its columns. */
export async function runTableRows(
  organizationId: string,
  fileId: string,
  { from, count }: { from: number; count: number },
): Promise<Cell[][]> {
  const table = await openRunTable(organizationId, fileId)
  const all = async () => {
    const rows: Cell[][] = []
    for await (const block of table.rows(from, count)) rows.push(...block)
    return rows
  }
  return await asTable(all())
}
