'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { UnknownOutcomes } from '#components/runs/unknown-outcomes'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { PageHeader } from '#components/ui/page-header'
import { Segmented } from '#components/ui/segmented'
import { Skeleton } from '#components/ui/skeleton'
import { pagesOf } from '#components/shared/queries'
import { listScreensContract } from '#lib/contracts/screens'
import { pollEvery } from '#components/shared/poll-every'
import { InboxRow } from './inbox-row.tsx'

const claims = { any: 'All', mine: 'Mine', unclaimed: 'Nobody’s' } as const
type ClaimFilter = keyof typeof claims

/**
 * The screens that a person may do now: highest priority first, then oldest. Looks again every five
 * seconds.
 */
export function InboxPage({ canControl }: { canControl: boolean }) {
  const [claim, setClaim] = useState<ClaimFilter>('any')
  const query = useInfiniteQuery({
    ...pagesOf(listScreensContract, {
      query: { claim },
    }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="mx-auto w-full max-w-4xl space-y-6">
      <PageHeader
        title="Inbox"
        description="Screens that wait for a person, the most urgent first."
      />
      {canControl ? <UnknownOutcomes /> : null}
      <Segmented<ClaimFilter>
        label="Whose screens"
        value={claim}
        options={claims}
        onChange={setClaim}
      />
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the inbox">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      ) : query.isError && items.length === 0 ? (
        <Alert variant="destructive">
          <AlertTitle>The inbox could not be loaded</AlertTitle>
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
      ) : items.length === 0 ? (
        <EmptyState
          icon={InboxIcon}
          title={claim === 'any' ? 'No screen waits for you' : 'Nothing here'}
          description={
            claim === 'any'
              ? 'When a workflow needs a person, its screen appears here by itself.'
              : 'Choose “All” to see every open screen.'
          }
        />
      ) : (
        <>
          <ul className="space-y-2" aria-label="Open screens">
            {items.map((item) => (
              <InboxRow key={item.taskId} item={item} />
            ))}
          </ul>
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
