import type { CellRange } from '#lib/domain/tables/cell-names'
import type { Cell } from '#lib/domain/tables/columns'
import type { SheetRow } from './worksheet.ts'

type Active = { range: CellRange; value: Cell }

/** Gives each of merged cells the value of their first one, row by row. */
export class MergedFill {
  readonly #waiting: CellRange[]
  #next = 0
  #active: Active[] = []

  constructor(ranges: CellRange[]) {
    this.#waiting = [...ranges].sort((a, b) => a.firstRow - b.firstRow)
  }

  filled(row: SheetRow): SheetRow {
    this.#active = this.#active.filter(({ range }) => range.lastRow >= row.number)
    for (; ; this.#next += 1) {
      const range = this.#waiting[this.#next]
      if (!range || range.firstRow > row.number) break
      // Where the first row is missing, the cells have no value.
      const value = range.firstRow === row.number ? (row.cells[range.firstColumn] ?? null) : null
      if (value !== null && range.lastRow >= row.number) this.#active.push({ range, value })
    }
    if (this.#active.length === 0) return row
    const cells = [...row.cells]
    for (const { range, value } of this.#active)
      for (let column = range.firstColumn; column <= range.lastColumn; column += 1) {
        while (cells.length < column) cells.push(null)
        cells[column] = value
      }
    return { ...row, cells }
  }
}
