import type { DocumentPage, TableView } from '#lib/domain/document/page'
import { columnLetters, formatRange, parseRange } from '#lib/domain/tables/cell-names'

/*
 * The words of a page of a table are its cells, and their boxes are in cells (`table-pages.ts`).
 */

/** The smallest rectangle with the cells of a page between two characters; undefined for none. */
export function rangeBetween(page: DocumentPage, start: number, end: number): string | undefined {
  const boxes = page.words
    .filter(({ start: from, text }) => from < end && from + text.length > start)
    .map(({ box }) => box)
  if (boxes.length === 0) return undefined
  const columns = boxes.map(({ x }) => x)
  const rows = boxes.map(({ y }) => y)
  return formatRange({
    firstColumn: Math.min(...columns),
    lastColumn: Math.max(...columns),
    firstRow: Math.min(...rows),
    lastRow: Math.max(...rows),
  })
}

/** The cells of a page of a table as a grid, for people; undefined for other pages. */
export function tableOfPage({ cells, words }: DocumentPage): TableView | undefined {
  if (!cells) return undefined
  const byRow = new Map<number, Map<number, string>>()
  const columns = new Set<number>()
  for (const { text, box } of words) {
    columns.add(box.x)
    const row = byRow.get(box.y) ?? new Map<number, string>()
    byRow.set(box.y, row.set(box.x, text))
  }
  const firstRow = parseRange(cells.range)?.firstRow ?? 1
  const across = [...columns].toSorted((one, other) => one - other)
  return {
    columns: across.map(columnLetters),
    rows: [...byRow]
      .toSorted(([one], [other]) => one - other)
      .map(([number, row]) => ({
        number,
        header: number < firstRow,
        cells: across.map((column) => row.get(column) ?? ''),
      })),
  }
}
