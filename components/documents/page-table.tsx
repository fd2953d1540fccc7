import { useEffect, useRef } from 'react'
import { cn } from '#components/ui/cn'
import type { Place, TableView } from '#lib/domain/document/page'
import { columnOf } from '#lib/domain/tables/chunk'
import { parseRange } from '#lib/domain/tables/cell-names'
import { scrollInViewer } from './scroll-in-viewer.ts'

type Props = { table: TableView; place: Place | undefined }

/** Whether a cell is one of those of the place. */
function marker(place: Place | undefined) {
  const range = place?.cells && parseRange(place.cells.range)
  return (letters: string, row: number): boolean => {
    if (!range) return false
    const column = columnOf(letters)
    return (
      row >= range.firstRow &&
      row <= range.lastRow &&
      column >= range.firstColumn &&
      column <= range.lastColumn
    )
  }
}

/** Numbers, also with a currency, stand one below the other. */
const numeric = /^[-+]?[$€£]?\d[\d.,]*%?$/

const nameClass = 'bg-muted px-2 py-1 text-center text-xs font-normal text-muted-foreground'

/** A part of a spreadsheet with its letters and row numbers, and the cells of a place marked. */
export function PageTable({ table: { columns, rows }, place }: Props) {
  const root = useRef<HTMLTableElement>(null)
  const isMarked = marker(place)
  useEffect(() => {
    scrollInViewer(root.current?.querySelector<HTMLElement>('[data-marked="true"]') ?? null)
  }, [place])
  return (
    <table
      ref={root}
      className="w-max border-separate border-spacing-0 border bg-background text-sm"
    >
      <thead>
        <tr>
          <td className={cn(nameClass, 'sticky -top-3 -left-3 z-10 border-r border-b')} />
          {columns.map((letters) => (
            <th
              key={letters}
              scope="col"
              className={cn(nameClass, 'sticky -top-3 border-r border-b')}
            >
              {letters}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, header, cells }) => (
          <tr key={number}>
            <th
              scope="row"
              className={cn(nameClass, 'sticky -left-3 border-r border-b tabular-nums')}
            >
              {number}
            </th>
            {cells.map((text, index) => {
              const letters = columns[index] ?? ''
              const marked = isMarked(letters, number)
              return (
                <td
                  key={letters}
                  dir="auto"
                  data-marked={marked}
                  className={cn(
                    'max-w-80 min-w-16 border-r border-b px-2 py-1 align-top break-words',
                    header ? 'font-semibold' : '',
                    numeric.test(text) ? 'text-right tabular-nums' : '',
                    marked ? 'bg-yellow-200 text-black' : '',
                  )}
                >
                  {text}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
