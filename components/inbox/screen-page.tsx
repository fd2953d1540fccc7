'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftIcon } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { LoadFailure } from '#components/shared/load-failure'
import { Age } from '#components/shared/age'
import { queryOf, refresh } from '#components/shared/queries'
import { FoundElsewhere } from '../shell/found-elsewhere.tsx'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import { getScreenContract } from '#lib/contracts/screens'
import { ClaimBar } from './claim-bar.tsx'
import { ClosedScreen } from './closed-screen.tsx'
import { OpenScreen } from './open-screen.tsx'

/**
 * A screen: what was found, what is asked, and the answer. What is typed is saved as a draft all
 * the time.
 */
export function ScreenPage({ taskId }: { taskId: string }) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getScreenContract, { params: { taskId } }),
    refetchOnWindowFocus: false,
  })
  // Outlives the answer, which goes when somebody else closes the screen.
  const [typed, setTyped] = useState<string>()
  const view = query.data
  const changed = () => void refresh(client, getScreenContract)
  return (
    <div className="mx-auto w-full max-w-6xl space-y-6">
      <Button variant="ghost" size="sm" className="-ml-3" asChild>
        <Link href="/inbox">
          <ArrowLeftIcon aria-hidden /> Inbox
        </Link>
      </Button>
      {view ? (
        <>
          <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-72 space-y-1">
              <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
                {view.screen?.title ?? view.title}
              </h1>
              <p className="text-sm text-muted-foreground">
                {view.workflow.name} · opened <Age at={view.openedAt} /> ·{' '}
                <Link
                  className="whitespace-nowrap underline underline-offset-2 hover:text-foreground"
                  href={`/runs/${view.runId}`}
                >
                  see the run
                </Link>
              </p>
            </div>
            {view.screen ? <ClaimBar screen={view} onChanged={changed} /> : null}
          </header>
          {view.screen ? (
            <OpenScreen key={view.taskId} view={view} screen={view.screen} onTyped={setTyped} />
          ) : (
            <ClosedScreen view={view} typed={typed} />
          )}
        </>
      ) : query.isError ? (
        <>
          <LoadFailure
            what="This screen"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
          <FoundElsewhere kind="screen" id={taskId} error={query.error} />
        </>
      ) : (
        <div className="space-y-4" role="status" aria-busy="true" aria-label="Loading the screen">
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </div>
  )
}
