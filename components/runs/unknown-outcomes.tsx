'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleHelpIcon } from 'lucide-react'
import Link from 'next/link'
import { LoadFailure } from '#components/forms/load-failure'
import { Button } from '#components/ui/button'
import { listUnknownOutcomesContract, type UnknownOutcome } from '#lib/contracts/tasks'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'
import { pollEvery } from '../shell/poll-every.ts'
import { Age } from './age.tsx'

function Row({ task }: { task: UnknownOutcome }) {
  return (
    <li>
      <Link href={`/runs/${task.runId}?task=${task.taskId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-amber-500/60 bg-card px-4 py-3 outline-none hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring">
        <CircleHelpIcon className="size-4 shrink-0 text-amber-700 dark:text-amber-400" aria-hidden />
        <span className="min-w-0 flex-1 basis-60">
          <span className="block truncate font-medium">{task.title}</span>
          <span className="block truncate text-sm text-muted-foreground">{task.workflow.name} · {task.reason}</span>
        </span>
        <Age at={task.calledAt} className="text-sm text-muted-foreground tabular-nums sm:w-24 sm:text-right" />
      </Link>
    </li>
  )
}

/** Calls of which nobody knows whether they happened, for those who may say so; nothing while there are none. Looks again every ten seconds. */
export function UnknownOutcomes() {
  const query = useInfiniteQuery({
    queryKey: ['unknown-outcomes'],
    queryFn: ({ pageParam, signal }) => call<Page<UnknownOutcome>>(listUnknownOutcomesContract, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: pollEvery(10_000),
  })
  const tasks = query.data?.pages.flatMap((page) => page.items) ?? []
  if (query.isError && tasks.length === 0) return <LoadFailure what="The calls whose outcome is not known" error={query.error} onRetry={() => void query.refetch()} />
  if (tasks.length === 0) return null
  return (
    <section className="space-y-2" aria-labelledby="unknown-outcomes">
      <h2 id="unknown-outcomes" className="font-semibold">{tasks.length === 1 ? 'Did this call happen?' : 'Did these calls happen?'}</h2>
      <p className="text-sm text-muted-foreground">They were under way when something broke, and repeating them might do them twice. Their runs wait until somebody looks in the other system and says.</p>
      <ul className="space-y-2" aria-label="Calls whose outcome is not known">{tasks.map((task) => <Row key={task.taskId} task={task} />)}</ul>
      {query.hasNextPage ? <Button variant="outline" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>Show more</Button> : null}
    </section>
  )
}
