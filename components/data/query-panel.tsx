'use client'

import { PlayIcon, SquareIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CodeField } from '#components/code/code-field'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/alert-dialog'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Spinner } from '#components/ui/spinner'
import { parseTypedJson } from '#lib/domain/exact-json'
import type { CompletionItem } from '../code/code-help.ts'
import { placeInStatement } from './place-in-statement.ts'
import { Result, outcomeOf } from './result.tsx'
import { riskOf } from './risk-of.ts'
import { Starters } from './starters.tsx'
import type { Entry } from './use-history.ts'
import { useRunSql, useSqlSchema, type Place } from './use-sql.ts'

type Props = {
  place: Place
  enabled: boolean
  canReadAudit: boolean
  query: string
  onQuery(query: string): void
  onRan(entry: Entry): void
  onReady(insert: (text: string) => void): void
}

/** The values for $1, $2 …; undefined when they cannot be read. */
function readParams(text: string): unknown[] | undefined {
  if (text.trim() === '') return []
  try {
    const value = parseTypedJson(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Where a statement is written and run, and its answer. Ctrl+Enter (⌘ Enter) runs it from anywhere
 * in here.
 */
export function QueryPanel(props: Props) {
  const { place, enabled, canReadAudit, query, onQuery, onRan, onReady } = props
  const run = useRunSql()
  const [params, setParams] = useState('')
  const [asking, setAsking] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  const schema = useSqlSchema(place, enabled)
  const values = readParams(params)
  const hasParams = /\$\d/.test(query) || params !== ''

  const completions = useMemo<CompletionItem[]>(() => {
    const tables = schema.data?.tables ?? []
    const named = tables.flatMap(({ name, columns }) => [
      { path: name, detail: 'table' },
      ...columns.map((column) => ({ path: `${name}.${column.name}`, detail: column.type })),
    ])
    return [
      ...named,
      ...tables.flatMap(({ name, columns }) =>
        columns.map((column) => ({ path: column.name, detail: `${column.type} · ${name}` })),
      ),
    ]
  }, [schema.data])

  const { mutate } = run
  const begin = () => {
    setAsking(null)
    if (!values) return
    abort.current = new AbortController()
    mutate(
      { query, params: values, place, signal: abort.current.signal },
      {
        onSuccess: (ran) =>
          onRan({ query, at: ran.at, outcome: outcomeOf(ran), failed: 'error' in ran.answer }),
      },
    )
  }
  const ask = () => {
    if (run.isPending || !enabled || query.trim() === '' || !values) return
    const risk = riskOf(query)
    if (risk === null) begin()
    else setAsking(risk)
  }
  useEffect(() => () => abort.current?.abort(), [])

  const ran = run.data
  const error = ran && ran.query === query && 'error' in ran.answer ? ran.answer.error : null
  const marks = error?.position
    ? [{ message: error.message, line: placeInStatement(query, error.position).line }]
    : []

  return (
    <div
      className="min-w-0 space-y-4"
      // Before the editor takes it for a new line.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        ask()
      }}
    >
      <div className="space-y-2">
        <CodeField
          id="statement"
          label="SQL statement"
          language="sql"
          value={query}
          onChange={onQuery}
          minLines={8}
          maxLines={24}
          completions={completions}
          marks={marks}
          invalid={error !== null}
          describedBy="statement-help"
          onReady={onReady}
        />
        {hasParams ? (
          <div className="space-y-1.5">
            <Label htmlFor="params">Values of $1, $2 …</Label>
            <Input
              id="params"
              className="font-mono text-[13px]"
              value={params}
              placeholder={'["EMR-1001", 5]'}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={values === undefined}
              aria-describedby="params-help"
              onChange={(event) => setParams(event.target.value)}
            />
            <p
              id="params-help"
              className={`text-xs ${values ? 'text-muted-foreground' : 'text-destructive'}`}
            >
              {values
                ? 'A JSON list; texts in double quotes.'
                : 'This is not a JSON list like ["EMR-1001", 5].'}
            </p>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          {run.isPending ? (
            <Button variant="outline" onClick={() => abort.current?.abort()}>
              <SquareIcon aria-hidden /> Stop
            </Button>
          ) : (
            <Button onClick={ask} disabled={!enabled || query.trim() === '' || !values}>
              <PlayIcon aria-hidden /> Run
            </Button>
          )}
          <p id="statement-help" className="text-xs text-muted-foreground">
            <kbd className="rounded border bg-muted px-1 py-0.5 font-mono text-[11px]">Ctrl</kbd>{' '}
            <kbd className="rounded border bg-muted px-1 py-0.5 font-mono text-[11px]">Enter</kbd>{' '}
            runs it. One statement, 30 seconds, 10,000 rows at most.
          </p>
        </div>
      </div>
      {run.isPending ? (
        <p className="flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner label="Running" /> Running…
        </p>
      ) : run.isError ? (
        abort.current?.signal.aborted ? (
          <p className="text-sm text-muted-foreground" role="status">
            Stopped.
          </p>
        ) : (
          <Alert variant="destructive">
            <AlertTitle>The statement was not run</AlertTitle>
            <AlertDescription>
              {run.error.message}
              <Button variant="outline" size="sm" className="mt-2" onClick={ask}>
                Try again
              </Button>
            </AlertDescription>
          </Alert>
        )
      ) : ran ? (
        <Result ran={ran} />
      ) : (
        <Starters place={place} canReadAudit={canReadAudit} onChoose={onQuery} />
      )}
      <AlertDialog
        open={asking !== null}
        onOpenChange={(open) => {
          if (!open) setAsking(null)
        }}
      >
        <AlertDialogContent>
          <AlertDialogHeader>
            <AlertDialogTitle>Run this statement?</AlertDialogTitle>
            <AlertDialogDescription>{asking}</AlertDialogDescription>
          </AlertDialogHeader>
          <pre
            className="max-h-40 overflow-auto rounded-md border bg-muted/40 p-2 font-mono text-xs whitespace-pre-wrap"
            tabIndex={0}
            aria-label="The statement"
          >
            {query}
          </pre>
          <AlertDialogFooter>
            <AlertDialogCancel>Do not run it</AlertDialogCancel>
            <AlertDialogAction onClick={begin}>Run it</AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </div>
  )
}
