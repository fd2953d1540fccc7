'use client'

import { TypedText } from '#components/copy/typed-text'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { LockBanner, lockOf } from './screen-lock.tsx'
import { useTypedHere } from './use-typed-here.ts'

/** A screen that was completed or cancelled before it was opened, with the person's input. */
export function ClosedScreen({ view }: { view: ScreenView }) {
  const text = useTypedHere(view, undefined)
  const lock = lockOf(view)
  return (
    <div className="max-w-3xl space-y-6">
      {lock ? <LockBanner lock={lock} /> : null}
      {text ? <TypedText text={text} /> : null}
    </div>
  )
}
