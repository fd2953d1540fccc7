import {
  chunkParts,
  chunkRows,
  defaultChunkSize,
  placeOf,
  rowNumbers,
  type ChunkSize,
  type TableChunk,
} from '#lib/domain/tables/chunk'
import { csvReadSchema, excelReadSchema } from '#lib/domain/tables/options'
import type { Content } from '#lib/process-pool/kind'
import { tableLimits, type TableRequest } from './messages.ts'
import { readTable } from './read-table.ts'

export type FileOfTable = {
  id: string
  fileName: string
  content: Content
}
type Options = Partial<ChunkSize> & {
  organizationId: string
  /** By its name; the first that is not hidden where it is left out. */
  sheet?: string
  signal?: AbortSignal
  /** A sheet without cells gives no chunks, where it would be refused otherwise. */
  allowEmpty?: boolean
}
/** A chunk, and the row of the file in which each of its rows stands. */
export type FileChunk = TableChunk & { rowNumbers: number[] }

/** Whether a file is read as a table, by the ending of its name. */
export const isTableFile = (fileName: string): boolean => /\.(?:xlsx|csv|tsv)$/i.test(fileName)

/**
 * Reads a CSV or Excel file (up to 10,000 rows of one sheet) into chunks of 50 rows, or of columns
 * where it is wide. Each has the header, and its place in the file, to which a citation can point;
 * `textOfChunk` (lib/domain/tables/chunk.ts) makes text of one. `sheets` names all sheets.
 * @throws ApiError 400 with what is wrong with the file; `rate_limited` and `unavailable`
 */
export async function chunksOfFile(
  { id, fileName, content }: FileOfTable,
  options: Options,
): Promise<{ chunks: FileChunk[]; sheets: { name: string; hidden: boolean }[] }> {
  const { organizationId, sheet = '', signal, by = 'auto', size = defaultChunkSize } = options
  const isExcel = fileName.toLowerCase().endsWith('.xlsx')
  const source = { fileId: id, fileName }
  const { allowEmpty = false } = options
  const base = { as: 'list' as const, source, limits: tableLimits, allowEmpty }
  const request: TableRequest = isExcel
    ? { ...base, do: 'excel', options: { ...excelReadSchema.parse({}), sheet } }
    : { ...base, do: 'csv', options: csvReadSchema.parse({ problems: 'report' }) }
  const found = await readTable({ request, content, organizationId, signal })
  const { columns, rows, rowCount, runs, sheets, headerRow } = found
  const about = { source: { ...source, sheet: found.sheet, headerRow } }
  const rowNumber = rowNumbers(runs)
  const chunks = chunkParts({ rowCount, columns }, { by, size }).map((part) => ({
    ...placeOf(part, { ...about, rowNumber }),
    columns: part.columns,
    rows: chunkRows(part, rows.slice(part.from, part.from + part.count)),
    rowNumbers: Array.from({ length: part.count }, (_, index) => rowNumber(part.from + index)),
  }))
  return { chunks, sheets }
}
