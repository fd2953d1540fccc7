'use client'

import { lazy, Suspense } from 'react'
import { Markdown } from '#components/shared/display/markdown'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { documentAnswerOf } from '#lib/domain/ask/answer'
import { filesShown } from '#lib/domain/form/multi-file'
import { humanName } from '#components/shared/display/human-name'
import { FileLinks } from './file-links.tsx'

type Format = 'text' | 'markdown' | 'table' | 'json' | 'answer'

/** Loaded only by screens that show an answer. */
const AnswerWithPlaces = lazy(async () => ({
  default: (await import('#components/documents/answer-with-places')).AnswerWithPlaces,
}))

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value in one line of words. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None'
    return value.every((one) => typeof one !== 'object') ? value.join(', ') : JSON.stringify(value)
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Files as links, everything else in words. */
function Entry({ value }: { value: unknown }) {
  const files = filesShown(value)
  return files.length > 0 ? <FileLinks files={files} /> : plain(value)
}

function Table({ rows }: { rows: Record<string, unknown>[] }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 12)
  return (
    <div
      className="overflow-x-auto rounded-md border"
      tabIndex={0}
      role="region"
      aria-label="Table, scrolls sideways"
    >
      <table className="w-full text-sm">
        <thead className="bg-muted/60 text-left">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                {humanName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t">
              {columns.map((column) => (
                <td key={column} className="max-w-80 px-3 py-1.5 align-top wrap-break-word">
                  <Entry value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const factsClass =
  'grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm wrap-anywhere'

function Facts({ value }: { value: Record<string, unknown> }) {
  return (
    <dl className={factsClass}>
      {Object.entries(value).map(([name, entry]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{humanName(name)}</dt>
          <dd className="min-w-0">
            <Entry value={entry} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * One value that a screen shows: rows as a table, an object as facts, files as links, text as it
 * is.
 */
export function ShowValue({ value, format }: { value: unknown; format?: Format | undefined }) {
  if (format === 'json')
    return (
      <pre className="overflow-x-auto rounded-md bg-muted p-3 text-xs" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    )
  const answer = format === 'answer' ? documentAnswerOf(value) : undefined
  if (answer)
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <AnswerWithPlaces answer={answer} />
      </Suspense>
    )
  if (format === 'markdown' && typeof value === 'string')
    return (
      <div
        className="max-h-96 overflow-y-auto rounded-md border bg-card p-4"
        tabIndex={0}
        role="region"
        aria-label="Document"
      >
        <Markdown text={value} />
      </div>
    )
  const files = filesShown(value)
  if (files.length > 0) return <FileLinks files={files} />
  if (Array.isArray(value)) {
    if (value.length === 0)
      return <p className="text-sm text-muted-foreground">Nothing was found.</p>
    if (value.every(isRow)) return <Table rows={value} />
    return (
      <ul className="list-disc pl-5 text-sm wrap-anywhere">
        {value.map((entry, index) => (
          <li key={index}>{plain(entry)}</li>
        ))}
      </ul>
    )
  }
  if (isRow(value)) return format === 'table' ? <Table rows={[value]} /> : <Facts value={value} />
  const text = plain(value)
  const isLong = text.length > 600
  const long = isLong ? 'max-h-80 overflow-y-auto rounded-md border p-3' : ''
  const words = `text-sm whitespace-pre-wrap wrap-anywhere ${long}`
  return (
    <p className={words} {...(isLong ? { tabIndex: 0 } : {})}>
      {text}
    </p>
  )
}
