'use client'

import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/dialog'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import { cutText } from '#lib/domain/text'
import { cellText } from './to-csv.ts'

type Field = { name: string; type: string }
type Props = { fields: Field[]; rows: unknown[][] }

/** Ten thousand rows at once would freeze the page. */
const perPage = 100
const longText = 80

/**
 * What reads as a number is aligned as one, also when it comes as a text so that no digit is lost.
 */
const numeric = /^(?:smallint|integer|bigint|numeric|real|double precision|money|oid)$/

function pretty(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value, null, 2)
    : cellText(value)
}

function Cell({ value, field, onOpen }: { value: unknown; field: Field; onOpen(): void }) {
  const text = cellText(value)
  const className = numeric.test(field.type) ? 'text-right tabular-nums' : ''
  if (value === null)
    return <TableCell className={`${className} text-muted-foreground italic`}>null</TableCell>
  if (text.length <= longText && !text.includes('\n'))
    return (
      <TableCell className={`${className} font-mono text-[13px] whitespace-pre`}>{text}</TableCell>
    )
  return (
    <TableCell className="max-w-96 font-mono text-[13px]">
      <button
        type="button"
        className="block min-h-6 max-w-full truncate rounded-sm text-left underline decoration-dotted underline-offset-4 outline-none hover:decoration-solid focus-visible:ring-2 focus-visible:ring-ring"
        aria-label={`Show the whole ${field.name}`}
        onClick={onOpen}
      >
        {cutText(text, 200)}
      </button>
    </TableCell>
  )
}

/**
 * The rows of an answer, a hundred at a time, with the name and type of each column; long values
 * open beside the table.
 */
export function ResultTable({ fields, rows }: Props) {
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<{ name: string; value: unknown } | null>(null)
  const first = page * perPage
  const shown = rows.slice(first, first + perPage)
  const last = first + shown.length
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
          {shown.map((row, number) => (
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
      {rows.length > perPage ? (
        <nav
          className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground"
          aria-label="Pages of the result"
        >
          <Button
            variant="outline"
            size="sm"
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeftIcon aria-hidden /> Previous
          </Button>
          <span aria-live="polite" className="tabular-nums">
            {(first + 1).toLocaleString()}–{last.toLocaleString()} of {rows.length.toLocaleString()}
          </span>
          <Button
            variant="outline"
            size="sm"
            disabled={last >= rows.length}
            onClick={() => setPage(page + 1)}
          >
            Next <ChevronRightIcon aria-hidden />
          </Button>
        </nav>
      ) : null}
      <Dialog open={open !== null} onOpenChange={() => setOpen(null)}>
        <DialogContent className="sm:max-w-2xl">
          <DialogHeader>
            <DialogTitle>{open?.name}</DialogTitle>
            <DialogDescription>The whole value.</DialogDescription>
          </DialogHeader>
          <pre
            className="max-h-[60vh] overflow-auto rounded-md border bg-muted/40 p-3 font-mono text-[13px] whitespace-pre-wrap [overflow-wrap:anywhere]"
            tabIndex={0}
            aria-label={open?.name}
          >
            {open ? pretty(open.value) : ''}
          </pre>
        </DialogContent>
      </Dialog>
    </div>
  )
}
