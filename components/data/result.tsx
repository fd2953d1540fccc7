'use client'

import { CircleAlertIcon, CircleCheckIcon, DownloadIcon } from 'lucide-react'
import { saveCsv } from '#components/shared/actions/save-csv'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { SqlAnswer } from '#lib/contracts/data/sql'
import { countOf } from '#lib/domain/count-of'
import { placeInStatement } from './place-in-statement.ts'
import { ResultTable } from './result-table.tsx'
import { toCsv } from './to-csv.ts'
import type { Ran } from './use-sql.ts'

/** How a statement ended, in a few words; for the line above the table and for the history. */
export function outcomeOf({ answer, ms }: Ran): string {
  if ('error' in answer) return `refused (${answer.error.code})`
  return `${describeEffect(answer)} in ${ms.toLocaleString('en-US')} ms`
}

/** How many rows a statement returned or changed. */
function describeEffect({
  fields,
  rows,
  rowCount,
}: Exclude<SqlAnswer, { error: unknown }>): string {
  if (fields.length > 0) return countOf(rows.length, 'row')
  return rowCount === null ? 'done' : `${countOf(rowCount, 'row')} changed`
}

const doneIconClass = 'size-4 text-emerald-700 dark:text-emerald-400'

/** The answer to a statement: its rows, what it changed, or why it was refused. */
export function Result({ ran }: { ran: Ran }) {
  const { answer, query } = ran
  if ('error' in answer) {
    const { message, code, position, hint } = answer.error
    const place = position === null ? null : placeInStatement(query, position)
    return (
      <Alert variant="destructive">
        <CircleAlertIcon aria-hidden />
        <AlertTitle className="[overflow-wrap:anywhere]">{message}</AlertTitle>
        <AlertDescription>
          {hint ? <p>{hint}</p> : null}
          <p className="text-sm text-muted-foreground">
            {place ? `Line ${place.line}, character ${place.column} · ` : ''}
            <code>{code}</code>
          </p>
        </AlertDescription>
      </Alert>
    )
  }
  const rows = answer.rows as unknown[][]
  const columns = answer.fields.map(({ name }) => name)
  return (
    <section aria-label="Answer" className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex flex-1 items-center gap-2 text-sm text-muted-foreground" role="status">
          <CircleCheckIcon aria-hidden className={doneIconClass} /> {outcomeOf(ran)}
        </p>
        {rows.length > 0 ? (
          <Button
            variant="outline"
            size="sm"
            onClick={() => saveCsv('result', toCsv(columns, rows))}
          >
            <DownloadIcon aria-hidden /> CSV
          </Button>
        ) : null}
      </div>
      {answer.fields.length > 0 ? (
        <ResultTable key={ran.at} fields={answer.fields} rows={rows} />
      ) : null}
    </section>
  )
}
