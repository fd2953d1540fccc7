import { useEffect, useRef } from 'react'
import { cn } from '#components/ui/cn'
import type { Place, TableView } from '#lib/domain/document/page'
import { columnOf } from '#lib/domain/tables/chunk'
import { parseRange } from '#lib/domain/tables/cell-names'
import { scrollInViewer } from './scroll-in-viewer.ts'

type Props = { table: TableView; place: Place | undefined; others: Place[] }

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

type Marked = 'no' | 'quiet' | 'chosen'
const markedClass: Record<Marked, string> = {
  no: '',
  quiet: 'bg-sky-200 text-black',
  chosen: 'bg-yellow-200 text-black',
}

function Cell({ text, header, how }: { text: string; header: boolean; how: Marked }) {
  return (
    <td
      dir="auto"
      data-marked={how === 'chosen'}
      className={cn(
        'max-w-80 min-w-16 border-r border-b px-2 py-1 align-top break-words',
        header ? 'font-semibold' : '',
        numeric.test(text) ? 'text-right tabular-nums' : '',
        markedClass[how],
      )}
    >
      {text}
    </td>
  )
}

/** A part of a spreadsheet with its letters and row numbers, and the cells of places marked. */
export function PageTable({ table: { columns, rows }, place, others }: Props) {
  const root = useRef<HTMLTableElement>(null)
  const isMarked = marker(place)
  const quiet = others.map(marker)
  const howMarked = (letters: string, row: number): Marked => {
    if (isMarked(letters, row)) return 'chosen'
    return quiet.some((isOther) => isOther(letters, row)) ? 'quiet' : 'no'
  }
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
              const how = howMarked(letters, number)
              return <Cell key={letters} text={text} header={header} how={how} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
