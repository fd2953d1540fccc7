'use client'

import type { ScreenView } from '#lib/contracts/runs/screens'
import { LockBanner, lockOf } from './screen-lock.tsx'
import { TypedHere } from './typed-here-later.tsx'

/** A screen that was completed or cancelled before it was opened, with the person's input. */
export function ClosedScreen({ view }: { view: ScreenView }) {
  const lock = lockOf(view)
  return (
    <div className="max-w-3xl space-y-6">
      {lock ? <LockBanner lock={lock} /> : null}
      <TypedHere view={view} />
    </div>
  )
}
