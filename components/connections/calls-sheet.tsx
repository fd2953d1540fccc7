'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCircle2Icon, HistoryIcon, RefreshCwIcon, XCircleIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { PagedList } from '#components/shared/loading/paged-list'
import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { pagesOf } from '#components/shared/loading/queries'
import {
  listConnectionCallsContract,
  type ConnectionCall,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { formatDuration } from '#components/shared/display/format'

function Caller({ by }: { by: ConnectionCall['by'] }) {
  if (by.kind === 'service') return <>Rounds, by itself</>
  if (by.kind === 'request')
    return (
      <>
        API request <code className="text-xs break-all">{by.requestId}</code>
      </>
    )
  if (by.runId === null) return <>A task of a run</>
  return (
    <Link
      className="inline-block min-h-6 underline underline-offset-2"
      href={`/runs/${by.runId}${by.taskId ? `?task=${by.taskId}` : ''}`}
    >
      A task of a run
    </Link>
  )
}

function Outcome({ call: { ok, error, providerStatus, providerCode } }: { call: ConnectionCall }) {
  if (ok)
    return (
      <span className="inline-flex items-center gap-1 text-emerald-800 dark:text-emerald-300">
        <CheckCircle2Icon className="size-4" aria-hidden />
        ok
      </span>
    )
  const provider = [providerStatus === null ? '' : `status ${providerStatus}`, providerCode ?? '']
    .filter(Boolean)
    .join(', ')
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1 text-destructive">
      <XCircleIcon className="size-4" aria-hidden />
      <code className="text-xs break-all">{error}</code>
      {provider ? <span className="text-muted-foreground">provider: {provider}</span> : null}
    </span>
  )
}

function Calls({ id }: { id: string }) {
  const query = useInfiniteQuery({
    ...pagesOf(listConnectionCallsContract, {
      params: { id },
    }),
    // A person who opens it wants to see what just happened.
    staleTime: 0,
  })
  const refresh = (
    <Button
      variant="outline"
      size="sm"
      disabled={query.isFetching}
      onClick={() => void query.refetch()}
    >
      <RefreshCwIcon aria-hidden /> Refresh
    </Button>
  )
  return (
    <PagedList
      query={query}
      what="The last calls"
      skeletons={{ rows: 5, height: 'h-14' }}
      empty={<NoCalls>{refresh}</NoCalls>}
    >
      {(calls) => (
        <>
          <div>{refresh}</div>
          <CallList calls={calls} />
        </>
      )}
    </PagedList>
  )
}

const noCallsHelp =
  'Test the connection, or use it in a workflow or over the API; its calls appear here.'

function NoCalls({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={HistoryIcon} title="Nothing has called it yet" description={noCallsHelp}>
      {children}
    </EmptyState>
  )
}

function CallList({ calls }: { calls: ConnectionCall[] }) {
  return (
    <ol className="divide-y rounded-lg border text-sm" aria-label="Last calls, newest first">
      {calls.map((each) => (
        <li key={each.id} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[1fr_auto]">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3">
            <code className="text-xs font-medium">{each.operation}</code>
            <Outcome call={each} />
          </p>
          <p className="text-muted-foreground tabular-nums sm:text-right">
            <Age at={each.at} /> · {formatDuration(each.durationMs)}
          </p>
          <p className="min-w-0 text-muted-foreground sm:col-span-2">
            <Caller by={each.by} />
          </p>
        </li>
      ))}
    </ol>
  )
}

type Props = { connection: ConnectionView; open: boolean; onOpenChange(open: boolean): void }

/** The last calls of a connection at the side: when, what, by whom, and with which outcome. */
export function CallsSheet({ connection, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent className="sm:max-w-xl">
        <SheetHeader>
          <SheetTitle>Last calls of “{connection.name}”</SheetTitle>
          <SheetDescription>
            The last 100 at most. What was sent and answered is not stored.
          </SheetDescription>
        </SheetHeader>
        {open ? <Calls id={connection.id} /> : null}
      </SheetContent>
    </Sheet>
  )
}
