'use client'

import { CircleAlertIcon, TriangleAlertIcon } from 'lucide-react'
import { Age } from '#components/shared/display/age'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { usePageNow } from '#components/shared/display/use-page-now'

/** A refusal is shown for a day: until then somebody has looked into it. */
const shownMs = 24 * 3_600_000

/** What goes wrong between a directory and us, and what to do about it. */
export function Trouble({ directory }: { directory: DirectoryView }) {
  const now = usePageNow()
  const { lastSyncOk, lastSyncMessage, lastRefusal, read } = directory
  if (read && lastSyncOk === false)
    return (
      <Alert variant="destructive">
        <CircleAlertIcon aria-hidden />
        <AlertTitle>{directory.name} could not be read</AlertTitle>
        <AlertDescription>
          <p>{lastSyncMessage}</p>
          <p>Everybody keeps the access that they have. The next try is within a minute.</p>
        </AlertDescription>
      </Alert>
    )
  if (!lastRefusal || now - Date.parse(lastRefusal.at) > shownMs) return null
  return (
    <Alert variant="warning">
      <TriangleAlertIcon aria-hidden />
      <AlertTitle>
        A request of {directory.name} was refused <Age at={lastRefusal.at} />
      </AlertTitle>
      <AlertDescription>
        <p>{lastRefusal.message}</p>
        <p>Nothing was changed by it. Most directories send it again by themselves.</p>
      </AlertDescription>
    </Alert>
  )
}
