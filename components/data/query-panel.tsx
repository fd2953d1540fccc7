'use client'

import { PlayIcon, SquareIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { CodeFieldAtFocus } from '#components/code/code-field-at-focus'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { Spinner } from '#components/ui/feedback/spinner'
import type { SqlSchema } from '#lib/contracts/data/sql'
import { parseTypedJson } from '#lib/domain/exact-json'
import type { CompletionItem } from '../code/code-help.ts'
import { placeInStatement } from './place-in-statement.ts'
import { Result, outcomeOf } from './result.tsx'
import { riskOf } from './risk-of.ts'
import { Starters } from './starters.tsx'
import type { Entry } from './use-history.ts'
import { useRunSql, useSqlSchema, type Place, type Ran } from './use-sql.ts'

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
 * Where a statement is written and run, and its answer. Ctrl+Enter (⌘ Enter) runs it from any field
 * of the panel.
 */
export function QueryPanel(props: Props) {
  const { place, enabled, canReadAudit, query, onQuery } = props
  const [params, setParams] = useState('')
  const values = readParams(params)
  const statement = useStatement(props, values)
  const canRun = enabled && query.trim() !== '' && values !== undefined
  return (
    <div
      className="min-w-0 space-y-4"
      // In the capture phase, before the editor inserts a new line.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        if (canRun) statement.ask()
      }}
    >
      <div className="space-y-2">
        <StatementEditor {...props} ran={statement.run.data} />
        {/\$\d/.test(query) || params !== '' ? (
          <ParamsField text={params} valid={values !== undefined} onChange={setParams} />
        ) : null}
        <RunLine
          running={statement.run.isPending}
          disabled={!canRun}
          onRun={statement.ask}
          onStop={statement.stop}
        />
      </div>
      <Answer
        statement={statement}
        before={<Starters place={place} canReadAudit={canReadAudit} onChoose={onQuery} />}
      />
      <RiskDialog
        risk={statement.risk}
        query={query}
        onCancel={statement.forget}
        onConfirm={statement.start}
      />
    </div>
  )
}

type StatementRun = ReturnType<typeof useStatement>

/** Runs the statement, one at a time: `ask` a risky one only after `start`, until `stop`. */
function useStatement({ place, query, onRan }: Props, values: unknown[] | undefined) {
  const run = useRunSql()
  const [risk, setRisk] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = () => {
    setRisk(null)
    if (!values) return
    abort.current = new AbortController()
    run.mutate(
      { query, params: values, place, signal: abort.current.signal },
      {
        onSuccess: (ran) =>
          onRan({ query, at: ran.at, outcome: outcomeOf(ran), failed: 'error' in ran.answer }),
      },
    )
  }
  const ask = () => {
    if (run.isPending) return
    const found = riskOf(query)
    if (found === null) start()
    else setRisk(found)
  }
  return {
    run,
    /** What the statement would destroy, while the person is asked about it. */
    risk,
    start,
    ask,
    forget: () => setRisk(null),
    stop: () => abort.current?.abort(),
    wasStopped: () => abort.current?.signal.aborted === true,
  }
}

/** The names of tables and columns, the latter also without their table. */
function completionsOf(tables: SqlSchema['tables']): CompletionItem[] {
  const named = tables.flatMap(({ name, columns }) => [
    { path: name, detail: 'table' },
    ...columns.map((column) => ({ path: `${name}.${column.name}`, detail: column.type })),
  ])
  const bare = tables.flatMap(({ name, columns }) =>
    columns.map((column) => ({ path: column.name, detail: `${column.type} · ${name}` })),
  )
  return [...named, ...bare]
}

function StatementEditor(props: Props & { ran: Ran | undefined }) {
  const { place, enabled, query, onQuery, onReady, ran } = props
  const schema = useSqlSchema(place, enabled)
  const completions = useMemo(() => completionsOf(schema.data?.tables ?? []), [schema.data])
  const error = ran && ran.query === query && 'error' in ran.answer ? ran.answer.error : null
  const marks = error?.position
    ? [{ message: error.message, line: placeInStatement(query, error.position).line }]
    : []
  return (
    <CodeFieldAtFocus
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
  )
}

type ParamsProps = { text: string; valid: boolean; onChange(text: string): void }

function ParamsField({ text, valid, onChange }: ParamsProps) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor="params">Values of $1, $2 …</Label>
      <Input
        id="params"
        className="font-mono text-[13px]"
        value={text}
        placeholder={'["EMR-1001", 5]'}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!valid}
        aria-describedby="params-help"
        onChange={(event) => onChange(event.target.value)}
      />
      <p
        id="params-help"
        className={`text-xs ${valid ? 'text-muted-foreground' : 'text-destructive'}`}
      >
        {valid
          ? 'A JSON list; texts in double quotes.'
          : 'This is not a JSON list like ["EMR-1001", 5].'}
      </p>
    </div>
  )
}

type RunLineProps = { running: boolean; disabled: boolean; onRun(): void; onStop(): void }

const keyClass = 'rounded border bg-muted px-1 py-0.5 font-mono text-[11px]'

function RunLine({ running, disabled, onRun, onStop }: RunLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {running ? (
        <Button variant="outline" onClick={onStop}>
          <SquareIcon aria-hidden /> Stop
        </Button>
      ) : (
        <Button onClick={onRun} disabled={disabled}>
          <PlayIcon aria-hidden /> Run
        </Button>
      )}
      <p id="statement-help" className="text-xs text-muted-foreground">
        <kbd className={keyClass}>Ctrl</kbd> <kbd className={keyClass}>Enter</kbd> runs it. One
        statement, 30 seconds, 10,000 rows at most.
      </p>
    </div>
  )
}

/** The state of the statement: `before` its first run, running, stopped, not run, or its result. */
function Answer({ statement, before }: { statement: StatementRun; before: ReactNode }) {
  const { run, ask, wasStopped } = statement
  if (run.isPending)
    return (
      <p className="flex items-center gap-2 text-sm text-muted-foreground">
        <Spinner label="Running" /> Running…
      </p>
    )
  if (run.isError && wasStopped())
    return (
      <p className="text-sm text-muted-foreground" role="status">
        Stopped.
      </p>
    )
  if (run.isError)
    return (
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
  return run.data ? <Result ran={run.data} /> : before
}

type RiskProps = { risk: string | null; query: string; onCancel(): void; onConfirm(): void }

const statementClass = cn(
  'max-h-40 overflow-auto rounded-md border bg-muted/40 p-2 font-mono text-xs',
  'whitespace-pre-wrap',
)

/** Asks before a statement that would destroy something. */
function RiskDialog({ risk, query, onCancel, onConfirm }: RiskProps) {
  return (
    <AlertDialog
      open={risk !== null}
      onOpenChange={(open) => {
        if (!open) onCancel()
      }}
    >
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Run this statement?</AlertDialogTitle>
          <AlertDialogDescription>{risk}</AlertDialogDescription>
        </AlertDialogHeader>
        <pre className={statementClass} tabIndex={0} aria-label="The statement">
          {query}
        </pre>
        <AlertDialogFooter>
          <AlertDialogCancel>Do not run it</AlertDialogCancel>
          <AlertDialogAction onClick={onConfirm}>Run it</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
