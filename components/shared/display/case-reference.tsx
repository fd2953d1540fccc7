'use client'

import { useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'
import { referenceOf } from '#lib/domain/run/reference'

/** What people quote of a case, to be copied. */
export function CaseReference({ runId }: { runId: string }) {
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
