'use client'

import { useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'

const boxClass = 'max-h-80 overflow-auto rounded-md bg-muted p-3 pr-10 text-xs leading-relaxed'

/** A JSON value to read and to copy. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const shown = useRef<HTMLPreElement>(null)
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return (
    <div className="relative">
      <pre ref={shown} className={boxClass} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton
        className="absolute top-1 right-1"
        text={text}
        label={`Copy ${label}`}
        shown={shown}
      />
    </div>
  )
}
