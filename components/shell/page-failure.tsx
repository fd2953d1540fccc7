'use client'

import { TriangleAlertIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { untilNextTry } from '#components/forms/connection-failure'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { readReadinessContract } from '#lib/contracts/service/service'
import { call } from '#lib/http/client'
import { healPage } from './heal-page.ts'
import { shortageSentence } from './shortage-sentence.ts'

type Props = {
  error: Error & { digest?: string }
  /** Asks the server for the page again. */
  onRetry(): void
}

async function findShortage(signal: AbortSignal): Promise<string | undefined> {
  try {
    await call(readReadinessContract, { signal })
    return undefined
  } catch (error) {
    return shortageSentence(error)
  }
}

/** What stops all pages now, as a sentence; the page is reloaded when it is over. */
function useShortage({ error, onRetry }: Props): string | undefined {
  const [shortage, setShortage] = useState<string>()
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    void healPage({ findShortage, wait: untilNextTry, show: setShortage, retry, signal })
    return () => control.abort()
  }, [error])
  return shortage
}

/** The replacement of a broken page; the error's digest finds it in the server's log. */
export function PageFailure({ error, onRetry }: Props) {
  const shortage = useShortage({ error, onRetry })
  const report = error.digest ? ` If it stays, report the code ${error.digest}.` : ''
  const title = shortage ? 'Rounds is not available now' : 'This page could not be shown'
  const description = shortage
    ? `${shortage} Nothing is lost. This page tries again by itself.`
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
