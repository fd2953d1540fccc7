import { listToWrite, tableToWrite, type TableToWrite } from '#lib/documents/tables/table-to-write'
import { writeCsv } from '#lib/documents/tables/write-csv'
import { writeExcel } from '#lib/documents/tables/write-excel'
import type { Row } from '#lib/domain/tables/columns'
import type { CsvWriteOptions } from '#lib/domain/tables/options'
import { storeRunFile, type StoredRunFile } from '../files/store-run-file.ts'
import { asTable, openRunTable } from './run-table.ts'

/** Rows of a list, or those of a stored table; the columns in `columnOrder` come first. */
export type RowsToWrite = {
  rows: readonly Row[] | { tableFileId: string }
  columnOrder: readonly string[]
}
export type SheetOfRun = RowsToWrite & {
  name: string
  header: boolean
  widths: Record<string, number>
  formats: Record<string, string>
}
export type WriteRunTable = {
  key: string
  runId: string
  fileName: string
  createdBy: string
  signal: AbortSignal
  write:
    | { do: 'csv'; table: RowsToWrite; options: CsvWriteOptions }
    | { do: 'excel'; sheets: readonly SheetOfRun[] }
}

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function toWrite(
  organizationId: string,
  { rows, columnOrder }: RowsToWrite,
): Promise<TableToWrite> {
  if ('tableFileId' in rows)
    return tableToWrite(await openRunTable(organizationId, rows.tableFileId), columnOrder)
  return listToWrite(rows, columnOrder)
}

async function* until(signal: AbortSignal, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}

/**
 * Writes rows to a CSV or Excel file of a run, piece by piece. The same `key` never makes a second
 * file.
 * @throws ApiError 400 for rows that the format cannot hold, `payload_too_large` above 200 MB
 */
export async function writeRunTable(
  organizationId: string,
  { key, runId, fileName, createdBy, signal, write }: WriteRunTable,
): Promise<StoredRunFile> {
  const store = async (mimeType: string, pieces: AsyncIterable<Buffer>) => {
    const content = until(signal, pieces)
    const file = { key, runId, fileName, mimeType, content, createdBy }
    return await asTable(storeRunFile(organizationId, file))
  }
  if (write.do === 'csv')
    return await store(
      'text/csv',
      writeCsv(await toWrite(organizationId, write.table), write.options),
    )
  const sheets = await Promise.all(
    write.sheets.map(async (sheet) => ({ ...sheet, ...(await toWrite(organizationId, sheet)) })),
  )
  return await store(excelType, writeExcel(sheets))
}
