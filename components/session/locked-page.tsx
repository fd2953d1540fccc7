'use client'

import { useEffect } from 'react'
import { leaveFor } from './leave.ts'
import { LockedCard } from './lock-cover.tsx'
import { hearTabs, tellTabs } from './session-channel.ts'

/** Unlocks the session and goes on at `next`, one of our own paths; also when another tab did. */
export function LockedPage({
  personId,
  name,
  next,
}: {
  personId: string
  name: string
  next: string
}) {
  useEffect(
    () =>
      hearTabs(({ kind }) => {
        if (kind === 'unlocked' || kind === 'here') leaveFor(next)
      }),
    [next],
  )
  const goOn = (): void => {
    tellTabs({ kind: 'unlocked', personId })
    leaveFor(next)
  }
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-4">
      <LockedCard personId={personId} name={name} onUnlocked={goOn} />
    </main>
  )
}
