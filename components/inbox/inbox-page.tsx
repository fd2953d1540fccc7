'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpIcon, InboxIcon, PencilLineIcon, UserIcon } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { Tabs, TabsList, TabsTrigger } from '#components/ui/tabs'
import { formatAge, formatInstant } from '#components/runs/format'
import { listScreensContract, type InboxItem } from '#lib/contracts/screens'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'

const claims = { any: 'All', mine: 'Mine', unclaimed: 'Nobody’s' } as const
type ClaimFilter = keyof typeof claims

function Row({ item }: { item: InboxItem }) {
  return (
    <li>
      <Link href={`/inbox/${item.taskId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border bg-card px-4 py-3 outline-none hover:border-primary/50 hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring">
        <span className="min-w-0 flex-1 basis-60">
          <span className="block truncate font-medium">{item.title}</span>
          <span className="block truncate text-sm text-muted-foreground">{item.workflow.name}</span>
        </span>
        {item.priority !== 0 ? <Badge variant="secondary"><ArrowUpIcon aria-hidden /> Priority {item.priority}</Badge> : null}
        {item.hasDraft ? <Badge variant="outline"><PencilLineIcon aria-hidden /> Begun</Badge> : null}
        {item.claim ? <Badge variant="outline"><UserIcon aria-hidden /> {item.claim.mine ? 'You' : item.claim.name}</Badge> : null}
        <time className="w-24 text-right text-sm text-muted-foreground tabular-nums" dateTime={item.openedAt} title={formatInstant(item.openedAt)}>
          {formatAge(item.openedAt)}
        </time>
      </Link>
    </li>
  )
}

/** The screens that a person may do now: highest priority first, then oldest. Looks again every five seconds. */
export function InboxPage() {
  const [claim, setClaim] = useState<ClaimFilter>('any')
  const query = useInfiniteQuery({
    queryKey: ['screens', claim],
    queryFn: ({ pageParam, signal }) =>
      call<Page<InboxItem>>(listScreensContract, { query: { claim, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="mx-auto w-full max-w-4xl space-y-6">
      <PageHeader title="Inbox" description="Screens that wait for a person, the most urgent first." />
      <Tabs value={claim} onValueChange={(value) => setClaim(value as ClaimFilter)}>
        <TabsList aria-label="Whose screens">
          {Object.entries(claims).map(([value, label]) => <TabsTrigger key={value} value={value}>{label}</TabsTrigger>)}
        </TabsList>
      </Tabs>
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the inbox">
          {[0, 1, 2].map((row) => <Skeleton key={row} className="h-16 w-full" />)}
        </div>
      ) : query.isError && items.length === 0 ? (
        <Alert variant="destructive">
          <AlertTitle>The inbox could not be loaded</AlertTitle>
          <AlertDescription>
            {query.error.message}
            <Button variant="outline" size="sm" className="mt-2" onClick={() => void query.refetch()}>Try again</Button>
          </AlertDescription>
        </Alert>
      ) : items.length === 0 ? (
        <EmptyState icon={InboxIcon} title={claim === 'any' ? 'Nothing waits for you' : 'Nothing here'}
          description={claim === 'any' ? 'When a workflow needs a person, its screen appears here by itself.' : 'Choose “All” to see every open screen.'} />
      ) : (
        <>
          <ul className="space-y-2" aria-label="Open screens">{items.map((item) => <Row key={item.taskId} item={item} />)}</ul>
          {query.hasNextPage ? (
            <Button variant="outline" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>Show more</Button>
          ) : null}
        </>
      )}
    </div>
  )
}
