'use client'

import { useState } from 'react'
import { formatDate, formatTime } from '#components/shared/display/format'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { filesShown } from '#lib/domain/form/multi-file'
import { FileLinks } from './file-links.tsx'
import { entryOf, fieldsOf, inFormOrder, titleOf, wordsOf, type Schema } from './words-of-schema.ts'

export const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const dayOnly = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** Dates as people read them; other text as it is. */
function textWords(text: string): string {
  if (dayOnly.test(text) && isTime(text)) return formatDate(text)
  return moment.test(text) && isTime(text) ? formatTime(text) : text
}

/** Numbers, also with a currency, stand one below the other. */
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^[-+]?[$€£]?\d[\d.,]*\s?%?$/.test(value))

/** A value in one line of words. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None'
    return value.every((one) => typeof one !== 'object')
      ? value.map(plain).join(', ')
      : JSON.stringify(value)
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return textWords(String(value))
  return isRow(value) && Object.keys(value).length === 0 ? 'None' : JSON.stringify(value)
}

const isFilled = (value: unknown): boolean => isRow(value) && Object.keys(value).length > 0

/** Values within values are drawn so deep; what is deeper is JSON. */
const mostDepth = 4

type EntryProps = { value: unknown; depth: number; schema?: Schema | undefined }

/** Files as links, what consists of parts as these parts, everything else in words. */
function Entry({ value, depth, schema }: EntryProps) {
  const files = filesShown(value)
  if (files.length > 0) return <FileLinks files={files} />
  const words = wordsOf(schema, value)
  if (words !== undefined) return words
  if (depth >= mostDepth) return plain(value)
  if (isProse(value)) return <FoldedText text={String(value)} />
  if (isRow(value) && isFilled(value))
    return <Facts value={value} depth={depth + 1} schema={schema} />
  if (!Array.isArray(value) || !value.some(isFilled)) return plain(value)
  return (
    <ol className="space-y-1">
      {value.map((one, index) => (
        <li key={index} className={index === 0 ? undefined : 'border-t pt-1'}>
          <Entry value={one} depth={depth + 1} schema={entryOf(schema)} />
        </li>
      ))}
    </ol>
  )
}

type Row = Record<string, unknown>

type ShownColumn = { name: string; title: string; schema: Schema | undefined; isNumeric: boolean }

/** The columns of rows, and which of them have only numbers. */
function columnsOf(rows: Row[], schema: Schema | undefined): ShownColumn[] {
  const ordered = rows.flatMap((row) => inFormOrder(schema, row).map(([name]) => name))
  const names = [...new Set(ordered)].slice(0, 12)
  const fields = fieldsOf(schema, {})
  return names.map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== '')
    const given = values.filter((value) => value !== undefined)
    const known = { name, title: titleOf(name, fields[name]), schema: fields[name] }
    return { ...known, isNumeric: given.length > 0 && given.every(isNumeric) }
  })
}

const cellClass = (numeric: boolean) =>
  cn('px-3 py-1.5', numeric ? 'text-right tabular-nums' : 'text-left')

type TableProps = { rows: Row[]; schema?: Schema | undefined }

export function ValueTable({ rows, schema }: TableProps) {
  const columns = columnsOf(rows, schema)
  return (
    <div
      className="max-h-[32rem] overflow-auto rounded-md border print:max-h-none print:overflow-visible"
      tabIndex={0}
      role="region"
      aria-label="Table, scrolls sideways"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-muted">
          <tr>
            {columns.map(({ name, title, isNumeric: numeric }) => (
              <th
                key={name}
                scope="col"
                className={cn(cellClass(numeric), 'font-medium whitespace-nowrap')}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t">
              {columns.map(({ name, schema: field, isNumeric: numeric }) => (
                <td
                  key={name}
                  className={cn(cellClass(numeric), 'max-w-80 align-top wrap-break-word')}
                >
                  <Entry value={row[name]} depth={1} schema={field} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Longer text is folded. */
const longText = 600

/** Text; what is long shows its beginning, until a person wants all of it. */
function FoldedText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = text.length > longText && !isOpen
  return (
    <div className="space-y-1">
      <p
        className={cn(
          'text-sm whitespace-pre-wrap wrap-anywhere',
          isFolded ? 'line-clamp-6 print:line-clamp-none' : '',
        )}
      >
        {text}
      </p>
      {text.length > longText ? (
        <Button
          type="button"
          variant="link"
          size="sm"
          className="h-6 px-0 print:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </div>
  )
}

const factsClass =
  'grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm wrap-anywhere'

/** Text that would be a narrow column of many lines beside its name. */
const isProse = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 160 && filesShown(value).length === 0

/** What has parts of its own, or is long, stands below its name, where there is room for it. */
const hasParts = (value: unknown): boolean =>
  isProse(value) ||
  (filesShown(value).length === 0 &&
    (isFilled(value) || (Array.isArray(value) && value.some(isFilled))))

type FactsProps = { value: Row; depth?: number; schema?: Schema | undefined }

function Facts({ value, depth = 0, schema }: FactsProps) {
  const fields = fieldsOf(schema, value)
  return (
    <dl className={factsClass}>
      {inFormOrder(schema, value).map(([name, entry]) => {
        const field = fields[name]
        const isBelow = depth < mostDepth && hasParts(entry)
        return (
          <div key={name} className={isBelow ? 'col-span-2 space-y-1' : 'contents'}>
            <dt className="text-muted-foreground">{titleOf(name, field)}</dt>
            <dd className={isBelow ? 'min-w-0 border-l pl-3' : 'min-w-0'}>
              <Entry value={entry} depth={depth} schema={field} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type ValueProps = { value: unknown; schema?: Schema | undefined }

/**
 * A value in words: rows as a table, an object as facts, files as links, text as it is. By the
 * `schema` of its form, fields have their titles and order, choices what the person read.
 */
export function PlainValue({ value, schema }: ValueProps) {
  const files = filesShown(value)
  if (files.length > 0) return <FileLinks files={files} />
  if (Array.isArray(value)) {
    if (value.length === 0)
      return <p className="text-sm text-muted-foreground">Nothing was found.</p>
    if (value.every(isRow)) return <ValueTable rows={value} schema={entryOf(schema)} />
    return (
      <ul className="list-disc pl-5 text-sm wrap-anywhere">
        {value.map((entry, index) => (
          <li key={index}>
            <Entry value={entry} depth={0} schema={entryOf(schema)} />
          </li>
        ))}
      </ul>
    )
  }
  return isFilled(value) ? (
    <Facts value={value as Row} schema={schema} />
  ) : (
    <FoldedText text={wordsOf(schema, value) ?? plain(value)} />
  )
}
