'use client'

import { TriangleAlertIcon } from 'lucide-react'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'

/** What stands in place of a page that broke; `digest` finds the error in the server's log. */
export function PageFailure({ digest, onRetry }: { digest: string | undefined; onRetry(): void }) {
  return (
    <div role="alert" className="mx-auto max-w-xl py-10">
      <h1 className="sr-only">Error</h1>
      <EmptyState icon={TriangleAlertIcon} title="This page could not be shown" description={`Something went wrong on our side; nothing was changed.${digest ? ` If it stays, report the code ${digest}.` : ''}`}>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  )
}
