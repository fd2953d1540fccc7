'use client'

import { ChevronRightIcon, RefreshCwIcon } from 'lucide-react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { Skeleton } from '#components/ui/feedback/skeleton'
import type { SqlSchema } from '#lib/contracts/data/sql'
import { useSqlSchema, type Place } from './use-sql.ts'

type Props = { place: Place; enabled: boolean; onInsert(text: string): void }
type TableView = SqlSchema['tables'][number]

/** A name as a statement writes it: in quotes where Postgres asks for them. */
const written = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** The short name of a type, which fits beside the name of a column. */
const short = (type: string): string =>
  type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('timestamp without time zone', 'timestamp')
    .replace('character varying', 'varchar')
    .replace('double precision', 'float8')

type EntryProps = {
  table: TableView
  /** The organization's own schema, whose tables are named without it. */
  own: string | null
  onInsert(text: string): void
}

const summaryClass = cn(
  'flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-md px-1.5 text-sm',
  'outline-none hover:bg-accent/60 focus-visible:ring-2 focus-visible:ring-ring',
  '[&::-webkit-details-marker]:hidden',
)
const chevronClass = cn(
  'size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90',
  'motion-reduce:transition-none',
)

function Entry({ table, own, onInsert }: EntryProps) {
  const { schema, kind, description, columns } = table
  const isOwn = schema === own
  const name = isOwn ? written(table.name) : `${written(schema)}.${written(table.name)}`
  return (
    <details className="group rounded-md">
      <summary className={summaryClass}>
        <ChevronRightIcon aria-hidden className={chevronClass} />
        <span className="truncate font-mono text-[13px]" title={name}>
          {name}
        </span>
        <span className="ml-auto shrink-0 text-xs text-muted-foreground tabular-nums">
          {kind === 'view' ? 'view · ' : ''}
          {columns.length}
          <span className="sr-only"> columns</span>
        </span>
      </summary>
      <div className="mb-2 ml-3.5 border-l pl-2">
        {description ? (
          <p className="px-1.5 py-1 text-xs text-muted-foreground">{description}</p>
        ) : null}
        <ul>
          {columns.map((column) => (
            <li key={column.name}>
              <ColumnButton column={column} onInsert={onInsert} />
              {column.description && kind === 'service' ? (
                <p className="px-1.5 pb-1 text-xs text-muted-foreground">{column.description}</p>
              ) : null}
            </li>
          ))}
        </ul>
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 h-7 px-1.5 text-xs"
          onClick={() => onInsert(`select * from ${name} limit 100`)}
        >
          Insert a SELECT<span className="sr-only"> of {name}</span>
        </Button>
      </div>
    </details>
  )
}

const columnClass = cn(
  'flex min-h-6 w-full items-baseline gap-2 rounded-sm px-1.5 text-left outline-none',
  'hover:bg-accent/60 focus-visible:ring-2 focus-visible:ring-ring',
)

type ColumnProps = { column: TableView['columns'][number]; onInsert(text: string): void }

function ColumnButton({ column: { name, type, description }, onInsert }: ColumnProps) {
  return (
    <button
      type="button"
      title={description ?? undefined}
      onClick={() => onInsert(written(name))}
      className={columnClass}
    >
      <span className="truncate font-mono text-[13px]">{name}</span>
      <span className="ml-auto shrink-0 text-xs text-muted-foreground">{short(type)}</span>
      <span className="sr-only">: put it into the statement</span>
    </button>
  )
}

type GroupProps = {
  title: string
  tables: TableView[]
  own: string | null
  /** The text of an empty group; a group without one is hidden while it is empty. */
  empty?: string
  onInsert(text: string): void
}

function Group({ title, tables, own, empty, onInsert }: GroupProps) {
  if (tables.length === 0 && !empty) return null
  return (
    <section className="space-y-1">
      <h3 className="px-1.5 text-xs font-medium text-muted-foreground">{title}</h3>
      {tables.length === 0 ? (
        <p className="px-1.5 text-sm text-muted-foreground">{empty}</p>
      ) : (
        tables.map((table) => (
          <Entry
            key={`${table.schema}.${table.name}`}
            table={table}
            own={own}
            onInsert={onInsert}
          />
        ))
      )}
    </section>
  )
}

/** The tables and columns that a statement can name. */
export function SchemaBrowser({ place, enabled, onInsert }: Props) {
  const query = useSqlSchema(place, enabled)
  const tables = query.data?.tables ?? []
  const own = query.data?.schema ?? null
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">
          Tables
          {own ? (
            <>
              {' '}
              <code className="ml-1 rounded bg-muted px-1 py-0.5 text-xs font-normal">{own}</code>
            </>
          ) : null}
        </h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Look for tables again"
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          <RefreshCwIcon aria-hidden />
        </Button>
      </div>
      {query.isPending && enabled ? <LoadingTables /> : null}
      {query.isError ? (
        <LoadFailure what="The tables" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isError || (query.isPending && enabled) ? null : (
        <>
          <Group
            title="Yours"
            tables={tables.filter(({ kind }) => kind !== 'service')}
            own={own}
            empty="None yet. Create one with CREATE TABLE."
            onInsert={onInsert}
          />
          <Group
            title="From Rounds, read-only"
            tables={tables.filter(({ kind }) => kind === 'service')}
            own={own}
            onInsert={onInsert}
          />
        </>
      )}
    </div>
  )
}

function LoadingTables() {
  return (
    <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the tables">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-7 w-full" />
      ))}
    </div>
  )
}
