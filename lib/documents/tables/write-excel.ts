import { columnLetters, maxSheetColumns, maxSheetRows } from '#lib/domain/tables/cell-names'
import { ApiError } from '#lib/domain/api-error'
import { shortText } from '#lib/domain/text'
import { cellText } from './cell-text.ts'
import type { TableToWrite } from './table-to-write.ts'
import { writeZip, type ZipPart } from './zip-writer.ts'
import {
  contentTypesXml,
  escapeXml,
  relationsXml,
  rootRelationsXml,
  styleOf,
  stylesXml,
  workbookXml,
} from './workbook-xml.ts'

export type SheetToWrite = TableToWrite & {
  name: string
  header: boolean
  /** Widths in characters, by column; the others follow from their header and first rows. */
  widths: Record<string, number>
  /** Number formats such as `0.00`, by column. */
  formats: Record<string, string>
}

const pieceCharacters = 64 * 1024
/** What a cell of Excel holds. */
const maxCellCharacters = 32_767
const sampledRows = 100

const datePattern = /^\d{4}-\d\d-\d\d$/
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/
const dayMs = 86_400_000
/** Day 0, so that day 61 is 1 March 1900: Excel counts a 29 February 1900. */
const epoch = Date.UTC(1899, 11, 30)

/** The number of a date from 1 March 1900 on; undefined for other texts and older dates. */
function serialOf(text: string): number | undefined {
  if (!datePattern.test(text) && !dateTimePattern.test(text)) return undefined
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
  // 2026-02-30 is a text.
  if (Number.isNaN(time) || !text.startsWith(new Date(time).toISOString().slice(0, 10)))
    return undefined
  const serial = (time - epoch) / dayMs
  return serial >= 61 ? Math.round(serial * 1e8) / 1e8 : undefined
}

function textCell(place: string, text: string, style: string): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}"${style} t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`
}

/** Writes the cells of one sheet; `formats` has the style of each column that has a format. */
class RowWriter {
  readonly #names: readonly string[]
  readonly #letters: string[]
  readonly #styles: (number | undefined)[]

  constructor(names: readonly string[], styles: (number | undefined)[]) {
    this.#names = names
    this.#letters = names.map((_, at) => columnLetters(at))
    this.#styles = styles
  }

  header(row: number): string {
    const cells = this.#names.map((name, at) =>
      textCell(`${this.#letters[at]}${row}`, name, ` s="${styleOf.header}"`),
    )
    return `<row r="${row}">${cells.join('')}</row>`
  }

  row(row: number, values: readonly unknown[]): string {
    let cells = ''
    for (let at = 0; at < this.#letters.length; at += 1) cells += this.#cell(row, at, values[at])
    return `<row r="${row}">${cells}</row>`
  }

  #cell(row: number, at: number, value: unknown): string {
    if (value === null || value === undefined || value === '') return ''
    const place = `${this.#letters[at]}${row}`
    const own = this.#styles[at]
    const style = own === undefined ? '' : ` s="${own}"`
    if (typeof value === 'number' && Number.isFinite(value))
      return `<c r="${place}"${style}><v>${value}</v></c>`
    if (typeof value === 'boolean')
      return `<c r="${place}"${style} t="b"><v>${value ? 1 : 0}</v></c>`
    const text = cellText(value)
    const serial = typeof value === 'string' ? serialOf(text) : undefined
    if (serial !== undefined) {
      const shown = own ?? (text.length === 10 ? styleOf.date : styleOf.dateTime)
      return `<c r="${place}" s="${shown}"><v>${serial}</v></c>`
    }
    if (text.length > maxCellCharacters) this.#refuseLong(row, at)
    return textCell(place, text, style)
  }

  #refuseLong(row: number, at: number): never {
    const place = `${this.#letters[at]}${row} "${shortText(this.#names[at] ?? '', 60)}"`
    throw ApiError.invalid([
      {
        path: 'rows',
        message: `Cell ${place} has more than 32,767 characters, which Excel cannot hold.`,
      },
    ])
  }
}

const shownLength = (value: unknown): number =>
  Math.max(
    0,
    ...cellText(value)
      .split('\n')
      .map((line) => line.length),
  )

/** Widths by the header and the first rows, between 8 and 60 characters. */
function columnsXml(
  { names, widths }: SheetToWrite,
  first: readonly (readonly unknown[])[],
): string {
  if (names.length === 0) return ''
  const columns = names.map((name, at) => {
    const given = Object.hasOwn(widths, name) ? widths[name] : undefined
    const longest = Math.max(
      name.length + 1,
      ...first.slice(0, sampledRows).map((row) => shownLength(row[at])),
    )
    const width = given ?? Math.min(Math.max(longest + 2, 8), 60)
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  return `<cols>${columns.join('')}</cols>`
}

const frozen =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ' +
  'state="frozen"/></sheetView>'
const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>'

function tooLarge(what: string): never {
  throw ApiError.invalid([{ path: 'rows', message: `A sheet of Excel has at most ${what}.` }])
}

async function* sheetXml(
  sheet: SheetToWrite,
  styles: (number | undefined)[],
): AsyncGenerator<Buffer> {
  const { names, rows, header } = sheet
  if (names.length > maxSheetColumns) tooLarge('16,384 columns')
  const writer = new RowWriter(names, styles)
  const view = header && names.length > 0 ? frozen : '<sheetView workbookViewId="0"/>'
  let text = ''
  let isFirst = true
  let row = 0
  const begin = (first: readonly (readonly unknown[])[]) => {
    isFirst = false
    text = `${head}${view}</sheetViews>${columnsXml(sheet, first)}<sheetData>`
    if (header && names.length > 0) text += writer.header((row += 1))
  }
  for await (const block of rows) {
    if (isFirst) begin(block)
    for (const values of block) {
      row += 1
      if (row > maxSheetRows) tooLarge('1,048,576 rows. Split the rows over several sheets')
      text += writer.row(row, values)
      if (text.length < pieceCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  if (isFirst) begin([])
  const filter =
    header && row > 1 ? `<autoFilter ref="A1:${columnLetters(names.length - 1)}${row}"/>` : ''
  yield Buffer.from(`${text}</sheetData>${filter}</worksheet>`)
}

/** Writes a workbook (.xlsx) of several sheets as a stream; row by row, so memory stays small. */
export function writeExcel(sheets: readonly SheetToWrite[]): AsyncGenerator<Buffer> {
  const codes = [...new Set(sheets.flatMap(({ formats }) => Object.values(formats)))]
  const parts = async function* (): AsyncGenerator<ZipPart> {
    const part = (name: string, text: string): ZipPart => ({ name, content: [Buffer.from(text)] })
    yield part('[Content_Types].xml', contentTypesXml(sheets.length))
    yield part('_rels/.rels', rootRelationsXml)
    yield part('xl/workbook.xml', workbookXml(sheets.map(({ name }) => name)))
    yield part('xl/_rels/workbook.xml.rels', relationsXml(sheets.length))
    yield part('xl/styles.xml', stylesXml(codes))
    for (const [index, sheet] of sheets.entries()) {
      const styles = sheet.names.map((name) => {
        const code = Object.hasOwn(sheet.formats, name) ? sheet.formats[name] : undefined
        return code === undefined ? undefined : styleOf.firstOwn + codes.indexOf(code)
      })
      yield { name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet, styles) }
    }
  }
  return writeZip(parts())
}
