'use client'

import { lazy, Suspense } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Markdown } from '#components/shared/display/markdown'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { filesShown } from '#lib/domain/form/multi-file'
import { isRow, PlainValue, ValueTable } from './plain-value.tsx'
import type { Schema } from './words-of-schema.ts'

type Format = 'text' | 'markdown' | 'table' | 'json' | 'answer'

/** A text that long has lines of its own. */
const mostShort = 80

/** Whether a shown value takes one line: words, a number, a file, or nothing. */
export function isShort({ value, format }: { value?: unknown; format?: Format | undefined }) {
  if (format !== undefined && format !== 'text') return false
  if (typeof value === 'string') return value.length <= mostShort && !value.includes('\n')
  return typeof value !== 'object' || value === null || filesShown(value).length === 1
}

/** Loaded only by screens that show an answer. */
const AnswerOfValue = lazy(async () => ({
  default: (await loadCode(() => import('#components/documents/answer-of-value'))).AnswerOfValue,
}))

type Props = {
  value: unknown
  format?: Format | undefined
  /** What the start form says about it. */
  schema?: Schema | undefined
}

/**
 * One value that a screen shows: rows as a table, an object as facts, files as links, text as it
 * is.
 */
export function ShowValue({ value, format, schema }: Props) {
  if (format === 'json')
    return (
      <pre className="overflow-x-auto rounded-md bg-muted p-3 text-xs" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    )
  if (format === 'answer' && isRow(value))
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <AnswerOfValue value={value} otherwise={<ShowValue value={value} />} />
      </Suspense>
    )
  if (format === 'markdown' && typeof value === 'string')
    return (
      <div
        className="max-h-96 overflow-y-auto rounded-md border bg-card p-4 print:max-h-none print:overflow-visible"
        tabIndex={0}
        role="region"
        aria-label="Document"
      >
        <Markdown text={value} />
      </div>
    )
  if (format === 'table' && isRow(value)) return <ValueTable rows={[value]} schema={schema} />
  return <PlainValue value={value} schema={schema} />
}
