'use client'

import { useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'

/** Recovery codes, shown once, to copy or to print. */
export function RecoveryCodesList({ codes }: { codes: readonly string[] }) {
  const shown = useRef<HTMLOListElement>(null)
  return (
    <div className="relative">
      <ol
        ref={shown}
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))] gap-x-6 gap-y-1 rounded-lg bg-muted p-4 pr-12 font-mono text-sm whitespace-nowrap"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <CopyButton
        text={codes.join('\n')}
        label="Copy the recovery codes"
        shown={shown}
        className="absolute top-2 right-2"
      />
    </div>
  )
}
