import { tableLimits, type TableLimits, type TableRequest } from '#lib/documents/tables/messages'
import { readCsv } from '#lib/documents/tables/reader/csv'
import { readExcel } from '#lib/documents/tables/reader/excel'
import { RowSink } from '#lib/documents/tables/reader/row-sink'
import { rowObjects } from '#lib/domain/tables/columns'
import type { CsvReadOptions, CsvWriteOptions, ExcelReadOptions } from '#lib/domain/tables/options'

type Base = Pick<TableRequest, 'as' | 'source' | 'limits'>
const base = (limits: Partial<TableLimits>): Base => ({
  as: 'list',
  source: { fileId: 'f', fileName: 'a file' },
  limits: { ...tableLimits, ...limits },
})
const nowhere = () => undefined

export const csvOptions: CsvReadOptions = {
  header: 'auto',
  delimiter: 'auto',
  encoding: 'auto',
  quote: 'auto',
  lineEnd: 'auto',
  skipLines: 0,
  types: 'auto',
  columnTypes: {},
  problems: 'stop',
}
export const csvWriteOptions: CsvWriteOptions = {
  header: true,
  delimiter: 'comma',
  encoding: 'utf-8',
  quote: 'double',
  quoteAll: false,
  lineEnd: 'crlf',
  formulaGuard: true,
}
export const excelOptions: ExcelReadOptions = {
  sheet: '',
  range: '',
  header: 'auto',
  fillMerged: false,
  skipHiddenRows: false,
}

/** Reads CSV in this process, where the product reads it in one that may be killed. */
export async function csvTable(
  content: string | Buffer,
  options: Partial<CsvReadOptions> = {},
  limits: Partial<TableLimits> = {},
) {
  const request = { ...base(limits), do: 'csv' as const, options: { ...csvOptions, ...options } }
  const found = await readCsv(Buffer.from(content), request, new RowSink(request, nowhere))
  return { ...found, objects: rowObjects(found.columns, found.rows) }
}

/** Reads Excel in this process, as above. */
export async function excelTable(
  content: Buffer,
  options: Partial<ExcelReadOptions> = {},
  limits: Partial<TableLimits> = {},
) {
  const merged = { ...excelOptions, ...options }
  const request = { ...base(limits), do: 'excel' as const, options: merged }
  const found = await readExcel(content, request, new RowSink(request, nowhere))
  return { ...found, objects: rowObjects(found.columns, found.rows) }
}
