'use client'

import { ChevronRightIcon, RefreshCwIcon } from 'lucide-react'
import { LoadFailure } from '#components/shared/load-failure'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import type { SqlSchema } from '#lib/contracts/sql'
import { useSqlSchema, type Place } from './use-sql.ts'

type Props = { place: Place; enabled: boolean; onInsert(text: string): void }
type TableView = SqlSchema['tables'][number]

/** A name as it can be written into a statement. */
const written = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** The everyday names of types, which fit beside a column's. */
const short = (type: string): string =>
  type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('timestamp without time zone', 'timestamp')
    .replace('character varying', 'varchar')
    .replace('double precision', 'float8')

function Entry({
  table,
  own,
  onInsert,
}: {
  table: TableView
  own: string | null
  onInsert(text: string): void
}) {
  const name =
    table.schema === own ? written(table.name) : `${written(table.schema)}.${written(table.name)}`
  return (
    <details className="group rounded-md">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-md px-1.5 text-sm outline-none hover:bg-accent/60 focus-visible:ring-2 focus-visible:ring-ring [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon
          aria-hidden
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="truncate font-mono text-[13px]" title={name}>
          {name}
        </span>
        <span className="ml-auto shrink-0 text-xs text-muted-foreground tabular-nums">
          {table.kind === 'view' ? 'view · ' : ''}
          {table.columns.length}
          <span className="sr-only"> columns</span>
        </span>
      </summary>
      <div className="mb-2 ml-3.5 border-l pl-2">
        {table.description ? (
          <p className="px-1.5 py-1 text-xs text-muted-foreground">{table.description}</p>
        ) : null}
        <ul>
          {table.columns.map((column) => (
            <li key={column.name}>
              <button
                type="button"
                title={column.description ?? undefined}
                onClick={() => onInsert(written(column.name))}
                className="flex min-h-6 w-full items-baseline gap-2 rounded-sm px-1.5 text-left outline-none hover:bg-accent/60 focus-visible:ring-2 focus-visible:ring-ring"
              >
                <span className="truncate font-mono text-[13px]">{column.name}</span>
                <span className="ml-auto shrink-0 text-xs text-muted-foreground">
                  {short(column.type)}
                </span>
                <span className="sr-only">: put it into the statement</span>
              </button>
              {column.description && table.kind === 'service' ? (
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

function Group({
  title,
  tables,
  own,
  empty,
  onInsert,
}: {
  title: string
  tables: TableView[]
  own: string | null
  empty?: string
  onInsert(text: string): void
}) {
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
      {query.isPending && enabled ? (
        <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the tables">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-7 w-full" />
          ))}
        </div>
      ) : query.isError ? (
        <LoadFailure what="The tables" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Group
            title="Yours"
            tables={tables.filter(({ kind }) => kind !== 'service')}
            own={own}
            empty="None yet. Make one with CREATE TABLE."
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
