'use client'

import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { cutText } from '#lib/domain/text'
import { cellText } from './to-csv.ts'

type Field = { name: string; type: string }
type Props = { fields: Field[]; rows: unknown[][] }

/** Ten thousand rows at once would freeze the page. */
const perPage = 100
/** Characters: a longer text opens in a dialog. */
const maxInline = 80

/** Types whose values are aligned as numbers, also where a text keeps every digit. */
const numeric = /^(?:smallint|integer|bigint|numeric|real|double precision|money|oid)$/

function pretty(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value, null, 2)
    : cellText(value)
}

const longValueClass = cn(
  'block min-h-6 max-w-full truncate rounded-sm text-left underline decoration-dotted',
  'underline-offset-4 outline-none hover:decoration-solid',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

function Cell({ value, field, onOpen }: { value: unknown; field: Field; onOpen(): void }) {
  const text = cellText(value)
  const className = numeric.test(field.type) ? 'text-right tabular-nums' : ''
  if (value === null)
    return <TableCell className={`${className} text-muted-foreground italic`}>null</TableCell>
  if (text.length <= maxInline && !text.includes('\n'))
    return (
      <TableCell className={`${className} font-mono text-[13px] whitespace-pre`}>{text}</TableCell>
    )
  return (
    <TableCell className="max-w-96 font-mono text-[13px]">
      <button
        type="button"
        className={longValueClass}
        aria-label={`Show the whole ${field.name}`}
        onClick={onOpen}
      >
        {cutText(text, 200)}
      </button>
    </TableCell>
  )
}

type OpenValue = { name: string; value: unknown }

/**
 * The rows of an answer, a hundred at a time, with the name and type of each column; long values
 * open in a dialog.
 */
export function ResultTable({ fields, rows }: Props) {
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<OpenValue | null>(null)
  const first = page * perPage
  return (
    <div className="space-y-2">
      <Table label="Result">
        <TableHeader>
          <TableRow>
            {fields.map(({ name, type }, index) => (
              <TableHead key={index} className={numeric.test(type) ? 'text-right' : ''}>
                <span className="text-foreground">{name}</span>{' '}
                <span className="font-normal">{type}</span>
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.slice(first, first + perPage).map((row, number) => (
            <TableRow key={first + number}>
              {fields.map((field, index) => (
                <Cell
                  key={index}
                  value={row[index]}
                  field={field}
                  onOpen={() => setOpen({ name: field.name, value: row[index] })}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {rows.length > perPage ? <Pages page={page} count={rows.length} onPage={setPage} /> : null}
      <WholeValue open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

type PagesProps = {
  /** From 0. */
  page: number
  /** All rows. */
  count: number
  onPage(page: number): void
}

function Pages({ page, count, onPage }: PagesProps) {
  const first = page * perPage
  const last = Math.min(first + perPage, count)
  return (
    <nav
      className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground"
      aria-label="Pages of the result"
    >
      <Button variant="outline" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon aria-hidden /> Previous
      </Button>
      <span aria-live="polite" className="tabular-nums">
        {(first + 1).toLocaleString('en-US')}–{last.toLocaleString('en-US')} of{' '}
        {count.toLocaleString('en-US')}
      </span>
      <Button variant="outline" size="sm" disabled={last >= count} onClick={() => onPage(page + 1)}>
        Next <ChevronRightIcon aria-hidden />
      </Button>
    </nav>
  )
}

const valueClass = cn(
  'max-h-[60vh] overflow-auto rounded-md border bg-muted/40 p-3 font-mono text-[13px]',
  'whitespace-pre-wrap [overflow-wrap:anywhere]',
)

function WholeValue({ open, onClose }: { open: OpenValue | null; onClose(): void }) {
  return (
    <Dialog open={open !== null} onOpenChange={onClose}>
      <DialogContent className="sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>{open?.name}</DialogTitle>
          <DialogDescription>The whole value.</DialogDescription>
        </DialogHeader>
        <pre className={valueClass} tabIndex={0} aria-label={open?.name}>
          {open ? pretty(open.value) : ''}
        </pre>
      </DialogContent>
    </Dialog>
  )
}
