import type { HtmlElement, HtmlNode } from './html-nodes.ts'
import { refuse } from './refused.ts'

/** A cell of a table without its content. */
export type RawCell = {
  element: HtmlElement | undefined
  colspan: number
  rowspan: number
  head: boolean
}
export type RawTable = { columns: number; head: RawCell[][]; body: RawCell[][] }

const maxColumns = 50

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string'
const named = (nodes: HtmlNode[], ...tags: string[]): HtmlElement[] =>
  nodes.filter(isElement).filter(({ tag }) => tags.includes(tag))

function span(element: HtmlElement, name: string, most: number): number {
  const given = Number(element.attributes[name] ?? 1)
  return Number.isInteger(given) ? Math.min(Math.max(given, 1), most) : 1
}

/**
 * Lays out the rows of one section. A cell takes the next free place and never one that another cell
 * of an earlier row takes, so what overlaps in HTML is made narrower here.
 */
function layOut(rows: HtmlElement[]): RawCell[][] {
  const taken = rows.map((): boolean[] => [])
  return rows.map((row, y) => {
    let x = 0
    return named(row.children, 'td', 'th').map((element) => {
      while (taken[y]?.[x]) x += 1
      const wanted = span(element, 'colspan', maxColumns)
      let colspan = 1
      while (colspan < wanted && !taken[y]?.[x + colspan]) colspan += 1
      const rowspan = span(element, 'rowspan', rows.length - y)
      for (const below of taken.slice(y, y + rowspan))
        for (let at = x; at < x + colspan; at += 1) below[at] = true
      x += colspan
      return { element, colspan, rowspan, head: element.tag === 'th' }
    })
  })
}

/** The number of columns that each row takes, together with the cells that reach down into it. */
function widths(rows: RawCell[][]): number[] {
  const found = rows.map(() => 0)
  rows.forEach((row, y) => {
    for (const { colspan, rowspan } of row)
      for (let at = y; at < y + rowspan; at += 1) found[at] = (found[at] ?? 0) + colspan
  })
  return found
}

/** Gives each row so many columns; each missing cell is one, because they may lie apart. */
function fillUp(rows: RawCell[][], columns: number): RawCell[][] {
  const taken = widths(rows)
  const empty = { element: undefined, colspan: 1, rowspan: 1, head: false }
  return rows.map((row, y) => {
    const missing = Math.max(0, columns - (taken[y] ?? 0))
    return row.concat(Array.from({ length: missing }, () => empty))
  })
}

const allHead = (row: HtmlElement): boolean => {
  const cells = named(row.children, 'td', 'th')
  return cells.length > 0 && cells.every(({ tag }) => tag === 'th')
}

/**
 * Reads the cells of a table. Its head is `thead`, or the first rows that have only `th`; the foot
 * comes last. Nothing when it has no cells.
 */
export function readTable(table: HtmlElement): RawTable | undefined {
  const rowsOf = (tag: string) =>
    named(table.children, tag).flatMap(({ children }) => named(children, 'tr'))
  const loose = table.children
    .filter(isElement)
    .flatMap((each) => (each.tag === 'tbody' ? named(each.children, 'tr') : named([each], 'tr')))
  let head = rowsOf('thead')
  let body = loose.concat(rowsOf('tfoot'))
  if (head.length === 0) {
    const first = body.findIndex((row) => !allHead(row))
    const count = first === -1 ? 0 : first
    head = body.slice(0, count)
    body = body.slice(count)
  }
  const headCells = layOut(head)
  const bodyCells = layOut(body)
  const columns = Math.max(0, ...widths(headCells), ...widths(bodyCells))
  if (columns === 0) return undefined
  if (columns > maxColumns) refuse(`A table may have at most ${maxColumns} columns.`)
  return { columns, head: fillUp(headCells, columns), body: fillUp(bodyCells, columns) }
}
