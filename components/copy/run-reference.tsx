'use client'

import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { referenceOf } from '#lib/domain/run/reference'

/** What people quote of a run, to be copied. */
export function RunReference({ runId }: { runId: string }) {
  const shown = useRef<HTMLElement>(null)
  const reference = referenceOf(runId)
  return (
    <p className="flex items-center gap-1 text-sm text-muted-foreground">
      Reference
      <code ref={shown} className="text-foreground tabular-nums">
        {reference}
      </code>
      <CopyButton
        text={reference}
        label="Copy the reference"
        shown={shown}
        className="print:hidden"
      />
    </p>
  )
}
