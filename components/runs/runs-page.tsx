'use client'

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { BanIcon, PlayIcon, SearchIcon } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { Input } from '#components/ui/input'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { pagesOf, refresh } from '#components/shared/queries'
import { cancelRunContract, listRunsContract } from '#lib/contracts/runs'
import type { RunSummary } from '#lib/domain/run/run'
import { isTerminalRun, runStatuses, runTriggers } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { pollEvery } from '#components/shared/poll-every'
import { ConfirmButton } from '#components/shared/confirm-button'
import { FieldFilter } from './field-filter.tsx'
import { formatDuration, formatInstant } from '#components/shared/format'
import { humanName } from '#components/shared/human-name'
import { RetryFailed } from './retry-failed.tsx'
import { RunStatusBadge, runStatusLabel } from '#components/shared/status'

type Filters = {
  status: string
  workflow: string
  trigger: string
  q: string
  field: string
  value: string
  from: string
  to: string
}
type WorkflowChoice = { slug: string; name: string }

const dayStart = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const dayEnd = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()
const selectClass =
  'h-9 rounded-md border border-input bg-background px-2 text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring'

function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const search = useSearchParams()
  const router = useRouter()
  const path = usePathname()
  const get = (name: keyof Filters) => search.get(name) ?? ''
  const filters = {
    status: get('status'),
    workflow: get('workflow'),
    trigger: get('trigger'),
    q: get('q'),
    field: get('field'),
    value: get('value'),
    from: get('from'),
    to: get('to'),
  }
  const change = (next: Partial<Filters>) => {
    const params = new URLSearchParams(
      Object.entries({ ...filters, ...next }).filter(([, value]) => value !== ''),
    )
    router.replace(`${path}${params.size > 0 ? `?${params.toString()}` : ''}`, { scroll: false })
  }
  return [filters, change]
}

function FilterBar({
  filters,
  change,
  workflows,
}: {
  filters: Filters
  change(next: Partial<Filters>): void
  workflows: WorkflowChoice[]
}) {
  const [q, setQ] = useState(filters.q)
  useEffect(() => {
    if (q === filters.q) return
    const timer = setTimeout(() => change({ q }), 400)
    return () => clearTimeout(timer)
  })
  return (
    <search className="flex flex-wrap items-end gap-3">
      <label className="relative basis-full text-sm">
        <span className="sr-only">Search in the start data</span>
        <SearchIcon
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
          aria-hidden
        />
        <Input
          className="pl-8"
          placeholder="Patient, id or any start data"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </label>
      <label className="grid gap-1 text-sm">
        Workflow
        <select
          className={selectClass}
          value={filters.workflow}
          onChange={(event) => change({ workflow: event.target.value })}
        >
          <option value="">All</option>
          {workflows.map((workflow) => (
            <option key={workflow.slug} value={workflow.slug}>
              {workflow.name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-sm">
        Status
        <select
          className={selectClass}
          value={filters.status}
          onChange={(event) => change({ status: event.target.value })}
        >
          <option value="">All</option>
          {runStatuses.map((status) => (
            <option key={status} value={status}>
              {runStatusLabel(status)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-sm">
        Started by
        <select
          className={selectClass}
          value={filters.trigger}
          onChange={(event) => change({ trigger: event.target.value })}
        >
          <option value="">Anything</option>
          {runTriggers.map((trigger) => (
            <option key={trigger} value={trigger}>
              {humanName(trigger)}
            </option>
          ))}
        </select>
      </label>
      <FieldFilter filters={filters} change={change} />
      <label className="grid gap-1 text-sm">
        From
        <Input
          type="date"
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => change({ from: event.target.value })}
        />
      </label>
      <label className="grid gap-1 text-sm">
        To
        <Input
          type="date"
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => change({ to: event.target.value })}
        />
      </label>
    </search>
  )
}

/** Failed runs can be retried, live ones cancelled; nothing is done to the others together. */
const canBeChosen = ({ status }: RunSummary): boolean =>
  status === 'failed' || !isTerminalRun(status)

function Row({
  run,
  checked,
  onCheck,
}: {
  run: RunSummary
  checked: boolean
  onCheck: ((checked: boolean) => void) | null
}) {
  const ms = run.finishedAt
    ? new Date(run.finishedAt).getTime() - new Date(run.createdAt).getTime()
    : null
  return (
    <tr className="border-t hover:bg-accent/40">
      <td className="w-10 px-3 py-2">
        {onCheck && canBeChosen(run) ? (
          <label className="-my-1 flex size-6 items-center justify-center">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              aria-label={`Choose the run ${run.title ?? `of ${run.workflow.name}`} from ${formatInstant(run.createdAt)}`}
              checked={checked}
              onChange={(event) => onCheck(event.target.checked)}
            />
          </label>
        ) : null}
      </td>
      <td className="min-w-40 px-3 py-2">
        <Link
          href={`/runs/${run.id}`}
          className="font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
        >
          {run.title ?? run.workflow.name}
        </Link>
        {run.title === null ? null : (
          <span className="block text-xs text-muted-foreground">{run.workflow.name}</span>
        )}
      </td>
      <td className="px-3 py-2">
        <RunStatusBadge status={run.status} />
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-muted-foreground">
        {formatInstant(run.createdAt)}
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-muted-foreground tabular-nums">
        {ms === null ? '—' : formatDuration(ms)}
      </td>
      <td className="px-3 py-2 text-muted-foreground">{run.startedBy ?? run.trigger}</td>
      <td className="px-3 py-2 text-muted-foreground">{run.version ?? 'draft'}</td>
    </tr>
  )
}

/**
 * The runs of the organization, newest first, with filters that live in the address; looks again
 * every five seconds.
 */
export function RunsPage({
  workflows,
  canControl,
}: {
  workflows: WorkflowChoice[]
  canControl: boolean
}) {
  const client = useQueryClient()
  const [filters, change] = useFilters()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const filtered = Object.values(filters).some((value) => value !== '')
  const query = useInfiniteQuery({
    ...pagesOf(listRunsContract, {
      query: {
        status: (filters.status || undefined) as RunSummary['status'] | undefined,
        workflow: filters.workflow,
        trigger: (filters.trigger || undefined) as RunSummary['trigger'] | undefined,
        q: filters.q,
        ...(filters.field && filters.value
          ? { [`startData.${filters.field}`]: filters.value }
          : {}),
        from: filters.from ? dayStart(filters.from) : undefined,
        to: filters.to ? dayEnd(filters.to) : undefined,
      },
    }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  const cancel = useMutation({
    mutationFn: async (ids: string[]) =>
      await Promise.allSettled(
        ids.map((id) => call(cancelRunContract, { params: { id }, body: {} })),
      ),
    onSuccess: (results) => {
      const failed = results.filter((result) => result.status === 'rejected').length
      if (failed > 0) toast.error(`${failed} of ${results.length} runs could not be cancelled.`)
      else toast.success(`${results.length} cancelled.`)
      setChosen(new Set())
    },
    onSettled: () => void refresh(client, listRunsContract),
  })
  const runs = query.data?.pages.flatMap((page) => page.items) ?? []
  const failed = runs.filter((run) => chosen.has(run.id) && run.status === 'failed')
  const live = runs
    .filter((run) => chosen.has(run.id) && !isTerminalRun(run.status))
    .map((run) => run.id)
  const choosable = runs.filter(canBeChosen).map(({ id }) => id)
  const allChosen = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  const check = (id: string) => (checked: boolean) =>
    setChosen((old) => new Set(checked ? [...old, id] : [...old].filter((entry) => entry !== id)))

  return (
    <div className="mx-auto w-full max-w-6xl space-y-6">
      <PageHeader title="Runs" description="Every run of every workflow, newest first." />
      <FilterBar filters={filters} change={change} workflows={workflows} />
      <RetryFailed runs={failed} onDone={() => setChosen(new Set())} />
      {live.length > 0 ? (
        <div className="flex items-center gap-3 text-sm">
          <span role="status">{live.length} chosen</span>
          <ConfirmButton
            icon={BanIcon}
            label="Cancel them"
            title={`Cancel ${live.length} runs?`}
            confirm="Cancel them"
            keep="Keep them"
            description="Every task that is not finished is cancelled. What was already done outside is not undone."
            onConfirm={() => cancel.mutate(live)}
          />
        </div>
      ) : null}
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the runs">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      ) : query.isError && runs.length === 0 ? (
        <Alert variant="destructive">
          <AlertTitle>The runs could not be loaded</AlertTitle>
          <AlertDescription>
            {query.error.message}
            <Button
              variant="outline"
              size="sm"
              className="mt-2"
              onClick={() => void query.refetch()}
            >
              Try again
            </Button>
          </AlertDescription>
        </Alert>
      ) : runs.length === 0 ? (
        <EmptyState
          icon={PlayIcon}
          title={filtered ? 'No run matches' : 'Nothing has run yet'}
          description={
            filtered
              ? 'Widen the filters to see more.'
              : 'Open a workflow and start it, fill in a form, or call the API: the runs appear here.'
          }
        />
      ) : (
        <>
          <div
            className="overflow-x-auto rounded-lg border bg-card"
            tabIndex={0}
            role="region"
            aria-label="Runs, scrolls sideways"
          >
            <table className="w-full text-left text-sm">
              <thead className="text-muted-foreground">
                <tr>
                  <th scope="col" className="w-10 px-3 py-2">
                    {canControl && choosable.length > 0 ? (
                      <label className="-my-1 flex size-6 items-center justify-center">
                        <input
                          type="checkbox"
                          className="size-4 accent-primary"
                          aria-label="Choose all that can be retried or cancelled"
                          checked={allChosen}
                          ref={(box) => {
                            if (box)
                              box.indeterminate =
                                !allChosen && choosable.some((id) => chosen.has(id))
                          }}
                          onChange={(event) =>
                            setChosen(new Set(event.target.checked ? choosable : []))
                          }
                        />
                      </label>
                    ) : (
                      <span className="sr-only">Choose</span>
                    )}
                  </th>
                  {['Run', 'Status', 'Started', 'Took', 'By', 'Version'].map((name) => (
                    <th key={name} scope="col" className="px-3 py-2 font-medium">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <Row
                    key={run.id}
                    run={run}
                    checked={chosen.has(run.id)}
                    onCheck={canControl ? check(run.id) : null}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {query.hasNextPage ? (
            <Button
              variant="outline"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
