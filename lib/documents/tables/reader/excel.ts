import {
  columnLetters,
  formatRange,
  parseRange,
  type CellRange,
} from '#lib/domain/tables/cell-names'
import { fieldNames, type Cell, type Column, type ColumnType } from '#lib/domain/tables/columns'
import type { ExcelReadOptions } from '#lib/domain/tables/options'
import type { FoundTable } from '#lib/domain/tables/found'
import type { TableRequest } from '../messages.ts'
import { openArchive } from './archive.ts'
import { looksLikeHeader } from './column-kinds.ts'
import { MergedFill } from './merged-fill.ts'
import { Problems } from './problems.ts'
import { refuse } from './refused.ts'
import type { RowSink } from './row-sink.ts'
import { readWorkbook, type SheetEntry, type Workbook } from './workbook.ts'
import { readMerged, readSheet, type SheetRow } from './worksheet.ts'

/** Merged cells that an answer names. */
const maxNamed = 1_000

const datePattern = /^\d{4}-\d\d-\d\d$/
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

function typeOf(cell: Exclude<Cell, null>): ColumnType {
  if (typeof cell === 'number') return 'number'
  if (typeof cell === 'boolean') return 'boolean'
  if (datePattern.test(cell)) return 'date'
  return dateTimePattern.test(cell) ? 'date-time' : 'text'
}

function sheetOf({ sheets }: Workbook, name: string): SheetEntry {
  const shown = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  const lower = name.toLowerCase()
  const found = name === '' ? shown : sheets.find((sheet) => sheet.name.toLowerCase() === lower)
  if (found) return found
  const names = sheets.map((sheet) => `"${sheet.name}"`)
  return refuse(`There is no sheet "${name}". The sheets are ${names.slice(0, 20).join(', ')}.`)
}

const everything: CellRange = {
  firstColumn: 0,
  lastColumn: Infinity,
  firstRow: 1,
  lastRow: Infinity,
}

function rangeOf({ range }: ExcelReadOptions): CellRange {
  if (range === '') return everything
  return parseRange(range) ?? refuse(`"${range}" is no range of cells. Write it as B2:F51 or B:F.`)
}

const sameAs = (a: ColumnType | undefined, b: ColumnType): ColumnType =>
  a === undefined || a === b ? b : 'mixed'

/** Takes the rows of a sheet as they come: the first may be the header, the others are the table. */
class SheetTable {
  readonly problems = new Problems()
  readonly merged: CellRange[] = []
  headerRow: number | null = null
  header: (string | null)[] | undefined
  readonly #options: ExcelReadOptions
  readonly #range: CellRange
  readonly #sink: RowSink
  readonly #types: (ColumnType | undefined)[] = []
  #width = 0
  #isFirst = true

  constructor(options: ExcelReadOptions, sink: RowSink) {
    this.#options = options
    this.#range = rangeOf(options)
    this.#sink = sink
  }

  /** Whether no later row can be inside of the range. */
  isIn(row: number, column: number): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#range
    return row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn
  }

  row({ number, cells, hidden }: SheetRow): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#range
    if (number < firstRow || number > lastRow) return
    if (hidden && this.#options.skipHiddenRows) return
    const inside =
      this.#range === everything
        ? cells
        : cells.slice(firstColumn, Math.min(lastColumn + 1, 16_384))
    if (inside.every((cell) => cell === null || cell === '')) return
    this.#width = Math.max(this.#width, inside.length)
    const { header } = this.#options
    if (this.#isFirst) {
      this.#isFirst = false
      if (header === 'yes' || (header === 'auto' && looksLikeHeader(inside))) {
        this.headerRow = number
        this.header = inside.map((cell) => (cell === null ? null : String(cell)))
        this.#sink.nameCharacters = this.header.join('    ').length
        return
      }
    }
    for (const [at, cell] of inside.entries())
      if (cell !== null) this.#types[at] = sameAs(this.#types[at], typeOf(cell))
    this.#sink.add(inside, number)
  }

  columns(): Column[] {
    const { firstColumn } = this.#range
    const letters = Array.from({ length: this.#width }, (_, at) => columnLetters(firstColumn + at))
    const given = letters.map((_, at) => this.header?.[at] ?? null)
    return fieldNames(given, letters).map((name, at) => ({
      name,
      type: this.#types[at] ?? 'empty',
      letters: letters[at] ?? '',
    }))
  }
}

function flawSentence(cell: string, what: 'error' | 'formula', text: string): string {
  return what === 'error'
    ? `${cell} has the error ${text}.`
    : `${cell} is a formula whose value is not in the file. Open and save it in Excel.`
}

/** Reads one sheet of an Excel file row by row. */
export async function readExcel(
  bytes: Buffer,
  request: TableRequest & { do: 'excel' },
  sink: RowSink,
): Promise<FoundTable> {
  const { options, limits } = request
  const archive = openArchive(bytes, limits)
  const workbook = await readWorkbook(archive, limits)
  const sheet = sheetOf(workbook, options.sheet)
  if (!archive.has(sheet.path)) refuse('This Excel file is damaged: a sheet is missing.')
  const table = new SheetTable(options, sink)
  const fill = options.fillMerged
    ? new MergedFill(await readMerged(archive.stream(sheet.path)))
    : undefined
  await readSheet(archive.stream(sheet.path), workbook, {
    row: (row) => table.row(fill ? fill.filled(row) : row),
    flaw({ row, column, what, text }) {
      if (!table.isIn(row, column)) return
      const letters = columnLetters(column)
      table.problems.add(row, letters, flawSentence(`${letters}${row}`, what, text))
    },
    merged: (range) => table.merged.push(range),
  })
  const columns = table.columns()
  const { headerRow, problems, merged } = table
  if (columns.length === 0 && !request.allowEmpty)
    refuse(`There are no cells with values in ${options.range || `the sheet "${sheet.name}"`}.`)
  sink.end(columns, { headerRow, sheet: sheet.name })
  return {
    columns,
    headerRow,
    rowCount: sink.rowCount,
    runs: sink.rows.length > 0 ? sink.runs : [],
    problems: problems.first,
    problemCount: problems.count,
    rows: sink.rows,
    detected: null,
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })),
    merged: merged.slice(0, maxNamed).map(formatRange),
  }
}
