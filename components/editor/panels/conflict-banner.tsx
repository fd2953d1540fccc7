'use client'

import { UsersIcon } from 'lucide-react'
import { formatTime } from '#components/shared/display/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { Conflict } from '../sync/autosave.ts'

/**
 * Another person saved this draft meanwhile: who, when, and the two ways on. Neither loses
 * anything.
 */
export function ConflictBanner({
  conflict,
  busy,
  onTheirs,
  onMine,
}: {
  conflict: Conflict
  busy: boolean
  onTheirs(): void
  onMine(): void
}) {
  const when = conflict.updatedAt ? formatTime(conflict.updatedAt) : null
  return (
    <Alert variant="destructive" className="rounded-none border-x-0 border-t-0">
      <UsersIcon aria-hidden />
      <AlertTitle>
        {conflict.updatedBy ?? 'Somebody else'} changed this draft{when ? ` at ${when}` : ''}
      </AlertTitle>
      <AlertDescription>
        <p>
          Your last changes are not saved yet. Load theirs: yours can be saved as a file. Keep
          yours: theirs are overwritten.
        </p>
        <div className="flex flex-wrap gap-2 pt-1">
          <Button type="button" size="sm" variant="outline" disabled={busy} onClick={onTheirs}>
            Load theirs
          </Button>
          <Button type="button" size="sm" variant="destructive" disabled={busy} onClick={onMine}>
            Keep mine and overwrite
          </Button>
        </div>
      </AlertDescription>
    </Alert>
  )
}
