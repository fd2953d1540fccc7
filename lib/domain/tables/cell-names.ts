/** Rows and columns of a sheet as Excel allows them. */
export const maxSheetRows = 1_048_576
export const maxSheetColumns = 16_384

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** A rectangle of cells. Columns count from 0, rows from 1 as people see them; ends belong to it. */
export type CellRange = {
  firstColumn: number
  lastColumn: number
  firstRow: number
  lastRow: number
}

export const formatRange = ({ firstColumn, lastColumn, firstRow, lastRow }: CellRange): string => {
  const first = `${columnLetters(firstColumn)}${firstRow}`
  const last = `${columnLetters(lastColumn)}${lastRow}`
  return first === last ? first : `${first}:${last}`
}

function parseCorner(text: string, otherwise: { column: number; row: number }) {
  const found = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,6})?$/.exec(text)
  if (!found || text === '') return undefined
  const [, letters, digits] = found
  const column = letters
    ? Array.from(letters.toUpperCase()).reduce(
        (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
        0,
      ) - 1
    : otherwise.column
  const row = digits ? Number(digits) : otherwise.row
  return column < maxSheetColumns && row <= maxSheetRows ? { column, row } : undefined
}

/** Reads `B2:F51`, `B:F`, `2:51` or `B2`; undefined for anything else. */
export function parseRange(text: string): CellRange | undefined {
  const [from = '', to = from, ...more] = text.trim().split(':')
  const first = parseCorner(from, { column: 0, row: 1 })
  const last = parseCorner(to, { column: maxSheetColumns - 1, row: maxSheetRows })
  if (!first || !last || more.length > 0) return undefined
  return {
    firstColumn: Math.min(first.column, last.column),
    lastColumn: Math.max(first.column, last.column),
    firstRow: Math.min(first.row, last.row),
    lastRow: Math.max(first.row, last.row),
  }
}
