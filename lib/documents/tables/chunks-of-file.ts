import {
  chunkParts,
  chunkRows,
  defaultChunkSize,
  placeOf,
  rowNumbers,
  type ChunkPart,
  type TableChunk,
} from '#lib/domain/tables/chunk'
import { ApiError } from '#lib/domain/api-error'
import type { Cell } from '#lib/domain/tables/columns'
import type { FoundTable } from '#lib/domain/tables/found'
import { csvReadSchema, excelReadSchema } from '#lib/domain/tables/options'
import type { Content } from '#lib/process-pool/kind'
import { tableLimits, type TableLimits, type TableRequest } from './messages.ts'
import { readTable } from './read-table.ts'
import { openTable, type OpenTable } from './table-file.ts'

export type FileOfTable = {
  id: string
  fileName: string
  content: Content
}
type Options = {
  organizationId: string
  signal?: AbortSignal
  limits?: ChunkLimits
}
/** A chunk, and the row of the file in which each of its rows stands. */
export type FileChunk = TableChunk & { rowNumbers: number[] }

/** Bounds of a file that is split; tests make them small. */
export type ChunkLimits = Pick<TableLimits, 'rows' | 'tableCharacters'> & {
  sheets: number
  /** Bytes of all sheets, packed, which are held in memory. */
  packedBytes: number
  /** Characters of a table that is split by columns, whose rows are in memory all at once. */
  wideCharacters: number
}
export const chunkLimits: ChunkLimits = {
  rows: 200_000,
  tableCharacters: 64_000_000,
  sheets: 100,
  packedBytes: 64 * 1024 * 1024,
  wideCharacters: 12_000_000,
}

/** Whether a file is read as a table, by the ending of its name. */
export const isTableFile = (fileName: string): boolean => /\.(?:xlsx|csv|tsv)$/i.test(fileName)

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'file', message }])
}

function requestOf({ id, fileName }: FileOfTable, sheet: string, limits: ChunkLimits) {
  const { rows, tableCharacters } = limits
  const base = {
    as: 'table' as const,
    source: { fileId: id, fileName },
    limits: { ...tableLimits, rows, tableCharacters },
    allowEmpty: true,
  }
  const request: TableRequest = fileName.toLowerCase().endsWith('.xlsx')
    ? { ...base, do: 'excel', options: { ...excelReadSchema.parse({}), sheet } }
    : { ...base, do: 'csv', options: csvReadSchema.parse({ problems: 'report' }) }
  return request
}

type Sheet = { table: OpenTable; parts: ChunkPart[] }

/** Reads a sheet; its rows stay packed in memory. */
async function readSheet(
  file: FileOfTable,
  sheet: string,
  room: number,
  { organizationId, signal, limits = chunkLimits }: Options,
): Promise<Sheet & { found: FoundTable; packedBytes: number }> {
  let pieces: Buffer[] = []
  let size = 0
  const receive = () => {
    pieces = []
    size = 0
    return async (part: Buffer) => {
      size += part.length
      if (size > room) refuse('This table is too large to be read in parts. Split the file.')
      pieces.push(part)
      await Promise.resolve()
    }
  }
  const request = requestOf(file, sheet, limits)
  const found = await readTable({ request, content: file.content, organizationId, signal, receive })
  const packed = Buffer.concat(pieces)
  const table = await openTable({
    size: packed.length,
    async *read({ start, end }) {
      yield packed.subarray(start, end)
    },
  })
  const parts = chunkParts(found, { by: 'auto', size: defaultChunkSize })
  return { found, packedBytes: packed.length, table, parts }
}

/** All rows, for the parts of a wide table, each of which has some cells of every row. */
async function allRows(table: OpenTable, limits: ChunkLimits): Promise<Cell[][]> {
  const all: Cell[][] = []
  let characters = 0
  for await (const rows of table.rows())
    for (const row of rows) {
      for (const cell of row) characters += typeof cell === 'string' ? cell.length + 3 : 8
      if (characters > limits.wideCharacters)
        refuse('This table has too many columns and too much text. Split the file.')
      all.push(row)
    }
  return all
}

/** The rows of each part of a table, one after the other. */
async function* rowsOfParts({ table, parts }: Sheet, limits: ChunkLimits) {
  const [first, second] = parts
  if (first && second?.from === 0) {
    const rows = await allRows(table, limits)
    for (const part of parts) yield { part, rows }
    return
  }
  let waiting: Cell[][] = []
  let at = 0
  for await (const rows of table.rows()) {
    waiting = waiting.concat(rows)
    for (let part = parts[at]; part && waiting.length >= part.count; part = parts[at]) {
      yield { part, rows: waiting.slice(0, part.count) }
      waiting = waiting.slice(part.count)
      at += 1
    }
  }
}

async function* chunksOfSheets(
  sheets: readonly Sheet[],
  limits: ChunkLimits,
): AsyncGenerator<FileChunk, void> {
  for (const sheet of sheets) {
    const { columns: _columns, source, runs } = sheet.table.index
    const rowNumber = rowNumbers(runs)
    for await (const { part, rows } of rowsOfParts(sheet, limits))
      yield {
        ...placeOf(part, { source, rowNumber }),
        columns: part.columns,
        rows: chunkRows(part, rows),
        rowNumbers: Array.from({ length: part.count }, (_, index) => rowNumber(part.from + index)),
      }
  }
}

/**
 * Reads a CSV or Excel file into chunks of 50 rows, or of columns where it is wide, of each sheet
 * that is not hidden. Each has the header, and its place in the file, to which a citation can point;
 * `textOfChunk` (lib/domain/tables/chunk.ts) makes text of one. The rows stay packed until their
 * chunk is asked for: a workbook of 100,000 rows takes some 10 MB.
 * @throws ApiError 400 with what is wrong with the file; `rate_limited` and `unavailable`
 */
export async function chunksOfFile(
  file: FileOfTable,
  options: Options,
): Promise<{ total: number; chunks: AsyncGenerator<FileChunk, void> }> {
  const { limits = chunkLimits } = options
  const first = await readSheet(file, '', limits.packedBytes, options)
  const sheets = [first]
  let room = limits.packedBytes - first.packedBytes
  const [, ...others] = first.found.sheets.filter(({ hidden }) => !hidden)
  if (others.length >= limits.sheets)
    refuse(`This file has more than ${limits.sheets} sheets. Split the file.`)
  for (const { name } of others) {
    const sheet = await readSheet(file, name, room, options)
    room -= sheet.packedBytes
    sheets.push(sheet)
  }
  const total = sheets.reduce((sum, { parts }) => sum + parts.length, 0)
  return { total, chunks: chunksOfSheets(sheets, limits) }
}
