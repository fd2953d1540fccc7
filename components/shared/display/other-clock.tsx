'use client'

import { useSyncExternalStore } from 'react'
import { otherClock } from './times.ts'

const never = () => () => undefined

/**
 * Behind a time without a zone: which clock it is told by, for people whose device has another. The
 * server draws nothing, because it does not know their device.
 */
export function OtherClock({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  const name = useSyncExternalStore(
    never,
    () => otherClock(at, timeZone),
    () => undefined,
  )
  return name === undefined ? null : <span className="text-xs text-muted-foreground"> {name}</span>
}
