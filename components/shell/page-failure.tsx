'use client'

import { TriangleAlertIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EmptyState } from '#components/ui/empty-state'
import { Button } from '#components/ui/button'
import { readReadinessContract } from '#lib/contracts/service'
import { call } from '#lib/http/client'
import { shortageSentence } from './shortage-sentence.ts'

type Props = { digest: string | undefined; onRetry(): void }

/** What keeps every page from being shown at the moment; undefined when nothing is known to. */
function useShortage(): string | undefined {
  const [shortage, setShortage] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    call(readReadinessContract, { signal: control.signal }).catch((error: unknown) => {
      if (!control.signal.aborted) setShortage(shortageSentence(error))
    })
    return () => control.abort()
  }, [])
  return shortage
}

/** What stands in place of a page that broke; `digest` finds the error in the server's log. */
export function PageFailure({ digest, onRetry }: Props) {
  const shortage = useShortage()
  const report = digest ? ` If it stays, report the code ${digest}.` : ''
  const title = shortage ? 'Rounds is not available now' : 'This page could not be shown'
  const description = shortage
    ? `${shortage} Nothing is lost; try again in a few seconds.`
    : `Something went wrong on our side; nothing was changed.${report}`
  return (
    <div role="alert" className="mx-auto max-w-xl py-10">
      <h1 className="sr-only">Error</h1>
      <EmptyState icon={TriangleAlertIcon} title={title} description={description}>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  )
}
