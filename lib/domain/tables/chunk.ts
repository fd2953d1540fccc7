import { z } from 'zod'
import { columnLetters, formatRange } from './cell-names.ts'
import { columnTypes, rowObject, type Cell, type Column } from './columns.ts'

/** How many rows or columns a chunk has unless somebody says otherwise. */
export const defaultChunkSize = 50
/** A loop takes no more items. */
export const maxChunks = 10_000

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(columnTypes),
  letters: z.string(),
})

/** Consecutive rows: the number of the first one in the source, and how many follow each other. */
const runSchema = z.object({ first: z.int().min(1), count: z.int().min(1) })
export type RowRun = z.output<typeof runSchema>

/** Where rows came from; null where rows of a list belong to no file. */
export const sourceSchema = z.object({
  fileId: z.string().nullable(),
  fileName: z.string().nullable(),
  sheet: z.string().nullable(),
  headerRow: z.int().nullable(),
})
export type TableSource = z.output<typeof sourceSchema>

/** A table that is stored as a file of the run; its rows are read in parts. */
export const tableSchema = z.object({
  tableFileId: z.string(),
  rowCount: z.int(),
  columns: z.array(columnSchema),
  source: sourceSchema,
})
export type StoredTable = z.output<typeof tableSchema>

export const columnsSchema = z.array(columnSchema)
export const runsSchema = z.array(runSchema)

/** The rows and columns of one chunk, counted from 0 within the table. */
export type ChunkPart = {
  number: number
  of: number
  from: number
  count: number
  columns: Column[]
  firstColumn: number
}

/** What a citation needs to point back: `Claims!B2:F51` of a file, and the header it stands under. */
const placeFields = {
  number: z.int().meta({ title: 'Number', description: 'From 1.' }),
  of: z.int().meta({ title: 'Of', description: 'How many chunks there are.' }),
  file: z
    .object({ id: z.string(), fileName: z.string() })
    .nullable()
    .meta({ title: 'File', description: 'Empty where the rows belong to no file.', phi: true }),
  sheet: z.string().nullable().meta({ title: 'Sheet', description: 'Empty for a CSV file.' }),
  range: z.string().nullable().meta({ title: 'Range', description: 'Its cells, as in B2:F51.' }),
  headerRange: z
    .string()
    .nullable()
    .meta({ title: 'Range of the header', description: 'As in B1:F1.' }),
}
const placeSchema = z.object(placeFields)
export type ChunkPlace = z.output<typeof placeSchema>

/** A chunk of a list has columns and rows, one of a stored table says where they are. */
export const chunkFields = {
  ...placeFields,
  columns: columnsSchema
    .optional()
    .meta({ title: 'Columns', description: 'The header, repeated in each chunk.' }),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .meta({ title: 'Rows', description: 'Rows with the columns as fields.', phi: true }),
  text: z
    .string()
    .optional()
    .meta({ title: 'As text', description: 'Its place, the header and the rows.', phi: true }),
}
const storedFields = {
  tableFileId: z.string(),
  from: z.int().min(0),
  count: z.int().min(0).max(1_048_576),
  firstColumn: z.int().min(0),
  columnCount: z.int().min(0),
}
/** A chunk of either kind, as steps hand it over. */
export const chunkSchema = z.object({
  ...chunkFields,
  ...z.object(storedFields).partial().shape,
})

/** Names the rows of a stored table that belong to a chunk. */
export const chunkReference = z.object({ ...placeFields, ...storedFields })

/** A chunk with its rows and with the header information, which each chunk repeats. */
export type TableChunk = ChunkPlace & { columns: Column[]; rows: Record<string, unknown>[] }

export type ChunkSize = { by: 'auto' | 'rows' | 'columns'; size: number }

/** A wide table is split by columns, any other by rows. */
const isWide = (rowCount: number, columnCount: number, size: number): boolean =>
  columnCount > size && columnCount > rowCount

/**
 * Splits a table into parts of `size` rows, or of `size` columns. Parts of columns repeat the first
 * column, since it says what a row is.
 */
export function chunkParts(
  { rowCount, columns }: { rowCount: number; columns: Column[] },
  { by, size }: ChunkSize,
): ChunkPart[] {
  const byColumns = by === 'columns' || (by === 'auto' && isWide(rowCount, columns.length, size))
  if (!byColumns) {
    const of = Math.ceil(rowCount / size)
    return Array.from({ length: of }, (_, index) => ({
      number: index + 1,
      of,
      from: index * size,
      count: Math.min(size, rowCount - index * size),
      columns,
      firstColumn: 0,
    }))
  }
  const [key, ...others] = columns
  // The key is one of the columns of each part.
  const step = Math.max(size - 1, 1)
  const of = Math.max(Math.ceil(others.length / step), 1)
  return Array.from({ length: of }, (_, index) => ({
    number: index + 1,
    of,
    from: 0,
    count: rowCount,
    columns: key ? [key, ...others.slice(index * step, (index + 1) * step)] : [],
    firstColumn: index === 0 ? 0 : index * step + 1,
  }))
}

/** Finds the number in the source of a row that is counted from 0 within the table. */
export function rowNumbers(runs: readonly RowRun[]): (index: number) => number {
  let total = 0
  const starts = runs.map(({ first, count }) => {
    const from = total
    total += count
    return { from, first }
  })
  return (index) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle]?.from ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const run = starts[low]
    return run ? run.first + index - run.from : index + 1
  }
}

/** Adds a row to runs of consecutive rows. */
export function addRowNumber(runs: RowRun[], row: number): void {
  const last = runs.at(-1)
  if (last && last.first + last.count === row) last.count += 1
  else runs.push({ first: row, count: 1 })
}

/** The number of a column by its letters: A is 0. */
export const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Says where a part of a table stands in its source. */
export function placeOf(
  part: ChunkPart,
  { source, rowNumber }: { source: TableSource; rowNumber: (index: number) => number },
): ChunkPlace {
  const { number, of, from, count, columns, firstColumn } = part
  const first = columns[firstColumn === 0 ? 0 : 1]
  const last = columns.at(-1)
  const { fileId, fileName, sheet, headerRow } = source
  const place = { number, of, sheet, file: fileId && fileName ? { id: fileId, fileName } : null }
  if (!fileId || !first || !last || count === 0) return { ...place, range: null, headerRange: null }
  const across = { firstColumn: columnOf(first.letters), lastColumn: columnOf(last.letters) }
  const firstRow = rowNumber(from)
  const lastRow = rowNumber(from + count - 1)
  return {
    ...place,
    range: formatRange({ ...across, firstRow, lastRow }),
    headerRange: headerRow
      ? formatRange({ ...across, firstRow: headerRow, lastRow: headerRow })
      : null,
  }
}

/** The rows of a part, from all cells of these rows. */
export const chunkRows = (
  { columns, firstColumn }: Pick<ChunkPart, 'columns' | 'firstColumn'>,
  rows: readonly (readonly Cell[])[],
): Record<string, Cell>[] => {
  const names = columns.map(({ name }) => name)
  return rows.map((cells) => {
    if (firstColumn === 0) return rowObject(names, cells)
    const rest = cells.slice(firstColumn, firstColumn + names.length - 1)
    return rowObject(names, [cells[0] ?? null, ...rest])
  })
}

/** The columns of a part, from all columns of its table. */
export const partColumns = (
  columns: readonly Column[],
  { firstColumn, columnCount }: { firstColumn: number; columnCount: number },
): Column[] =>
  firstColumn === 0
    ? columns.slice(0, columnCount)
    : [...columns.slice(0, 1), ...columns.slice(firstColumn, firstColumn + columnCount - 1)]

/** Columns of a list of objects: nothing is known of a source, so letters are as written. */
export const listColumns = (names: readonly string[]): Column[] =>
  names.map((name, index) => ({ name, type: 'mixed', letters: columnLetters(index) }))

const inTable = (cell: unknown): string =>
  (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell ?? ''))
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('|', '\\|')

/** Where a cell stands in the text of its chunk. `row` counts from 0; the header's is -1. */
export type WrittenCell = { start: number; text: string; column: number; row: number }

/**
 * Writes a chunk as text for reading: where it stands, then a table with its header. Each line
 * begins with nothing but cells, so that a quote of a cell is found again by its exact text.
 * `form` changes each piece of text before it is written.
 */
export function writeChunk(
  chunk: TableChunk,
  form: (text: string) => string = (text) => text,
): { text: string; cells: WrittenCell[] } {
  const { file, sheet, range, number, of, columns, rows } = chunk
  const place = [file?.fileName, sheet && `sheet "${sheet}"`, range && `cells ${range}`]
  const names = columns.map(({ name }) => name)
  const cells: WrittenCell[] = []
  let text = form([...place.filter(Boolean), `part ${number} of ${of}`].join(', '))
  const line = (values: readonly unknown[], row: number | undefined) => {
    text += '\n|'
    for (const [column, value] of values.entries()) {
      const written = form(inTable(value))
      if (row !== undefined && written !== '')
        cells.push({ start: text.length + 1, text: written, column, row })
      text += ` ${written} |`
    }
  }
  line(names, -1)
  line(
    names.map(() => '---'),
    undefined,
  )
  for (const [index, row] of rows.entries())
    line(
      names.map((name) => row[name]),
      index,
    )
  return { text, cells }
}

/** A chunk as text for reading (`writeChunk`). */
export const textOfChunk = (chunk: TableChunk): string => writeChunk(chunk).text
