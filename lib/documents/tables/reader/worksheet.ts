import {
  maxSheetColumns,
  maxSheetRows,
  parseRange,
  type CellRange,
} from '#lib/domain/tables/cell-names'
import type { Cell } from '#lib/domain/tables/columns'
import { refuse } from './refused.ts'
import { dateText } from './serial-date.ts'
import { plainText, type Workbook } from './workbook.ts'
import { attribute, readXml, type XmlHandler } from './xml.ts'

const reference = attribute('r')
const style = attribute('s')
const cellType = attribute('t')
const hiddenRow = attribute('hidden')
const mergedCells = attribute('ref')

const damaged = 'This Excel file is damaged: a cell stands outside of the sheet.'
/** Merged cells beyond this many are no table. */
const maxMerged = 100_000

/** A row as it stands in the sheet: its number, and its cells from column A on. */
export type SheetRow = { number: number; cells: Cell[]; hidden: boolean }
export type SheetEvents = {
  row(row: SheetRow): void
  /** A cell without a usable value: an error, or a formula that was never computed. */
  flaw(flaw: { row: number; column: number; what: 'error' | 'formula'; text: string }): void
  merged(range: CellRange): void
}

/** The column of `AB12`, or undefined where a cell does not say it. */
function columnOfReference(text: string): number | undefined {
  let column = 0
  let at = 0
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return at === 0 ? undefined : column - 1
}

/** Collects one sheet from its tags. */
class SheetHandler implements XmlHandler {
  readonly #workbook: Workbook
  readonly #events: SheetEvents
  #row: SheetRow = { number: 0, cells: [], hidden: false }
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #inline = ''
  #hasFormula = false
  #reads: 'value' | 'inline' | 'nothing' = 'nothing'
  #inHint = false
  #merged = 0

  constructor(workbook: Workbook, events: SheetEvents) {
    this.#workbook = workbook
    this.#events = events
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#reads = 'value'
    else if (name === 't') this.#reads = this.#inHint ? 'nothing' : 'inline'
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'rPh') this.#inHint = true
    else if (name === 'mergeCell') this.#merge(mergedCells(attributes) ?? '')
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#reads = 'nothing'
    else if (name === 'rPh') this.#inHint = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row' && this.#row.cells.length > 0) this.#events.row(this.#row)
  }

  text(text: string): void {
    if (this.#reads === 'value') this.#value += text
    else if (this.#reads === 'inline') this.#inline += text
  }

  #openRow(attributes: string): void {
    const number = Number(reference(attributes) ?? this.#row.number + 1)
    if (!Number.isInteger(number) || number <= this.#row.number || number > maxSheetRows)
      refuse(damaged)
    this.#row = { number, cells: [], hidden: /^(?:1|true)$/.test(hiddenRow(attributes) ?? '') }
    this.#column = -1
  }

  #openCell(attributes: string): void {
    const named = reference(attributes)
    const column = (named && columnOfReference(named)) ?? this.#column + 1
    if (Number(column) >= maxSheetColumns) refuse(damaged)
    this.#column = Number(column)
    this.#type = cellType(attributes) ?? 'n'
    this.#style = Number(style(attributes) ?? 0)
    this.#value = ''
    this.#inline = ''
    this.#hasFormula = false
  }

  #closeCell(): void {
    const value = this.#cellValue()
    if (value === null) return
    const { cells } = this.#row
    while (cells.length < this.#column) cells.push(null)
    cells[this.#column] = value
  }

  #cellValue(): Cell {
    const { texts, kinds, is1904 } = this.#workbook
    const text = this.#value
    const type = this.#type
    if (type === 'inlineStr') return plainText(this.#inline)
    if (text === '') return type === 'str' || !this.#hasFormula ? null : this.#flaw('formula', '')
    if (type === 's') return texts[Number(text)] ?? null
    if (type === 'str') return plainText(text)
    if (type === 'b') return text === '1' || text === 'true'
    if (type === 'e') return this.#flaw('error', text)
    if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    const number = Number(text)
    if (!Number.isFinite(number)) return text
    return dateText(number, kinds[this.#style] ?? 'number', is1904) ?? number
  }

  #flaw(what: 'error' | 'formula', text: string): Cell {
    this.#events.flaw({ row: this.#row.number, column: this.#column, what, text })
    return what === 'error' ? text : null
  }

  #merge(text: string): void {
    this.#merged += 1
    const range = this.#merged <= maxMerged ? parseRange(text) : undefined
    if (range) this.#events.merged(range)
  }
}

export async function readSheet(
  part: AsyncIterable<Buffer>,
  workbook: Workbook,
  events: SheetEvents,
): Promise<void> {
  await readXml(part, new SheetHandler(workbook, events))
}

const endOfRows = Buffer.from('sheetData>')

/** The bytes behind the rows, where merged cells are named. */
async function* behindRows(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  let isBehind = false
  for await (const piece of part) {
    if (isBehind) {
      yield piece
      continue
    }
    const both = Buffer.concat([before, piece])
    // The end tag; the start tag has a "<" or a prefix before its name.
    let at = both.indexOf(endOfRows)
    while (at > 0 && !/<\/(?:\w+:)?$/.test(both.toString('latin1', Math.max(0, at - 40), at)))
      at = both.indexOf(endOfRows, at + 1)
    isBehind = at > 0
    if (isBehind) yield both.subarray(at + endOfRows.length)
    else before = both.subarray(-64)
  }
}

/** Finds the merged cells of a sheet without looking at its rows. */
export async function readMerged(part: AsyncIterable<Buffer>): Promise<CellRange[]> {
  const ranges: CellRange[] = []
  let count = 0
  await readXml(behindRows(part), {
    open(name, attributes) {
      if (name !== 'mergeCell') return
      count += 1
      const range = count <= maxMerged ? parseRange(mergedCells(attributes) ?? '') : undefined
      if (range) ranges.push(range)
    },
    close: () => undefined,
    text: () => undefined,
  })
  return ranges
}
