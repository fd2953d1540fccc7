'use client'

import { useMemo, useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'
import { FileLinks } from '#components/inbox/file-links'
import { filesWithin } from './files-within.ts'

const boxClass =
  'max-h-80 overflow-auto rounded-md bg-muted p-3 pr-10 text-xs leading-relaxed ' +
  'print:max-h-none print:overflow-visible print:whitespace-pre-wrap print:wrap-anywhere'

/** A JSON value to read and to copy, and the files that it names. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const shown = useRef<HTMLPreElement>(null)
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'null', [value])
  const files = useMemo(() => filesWithin(value), [value])
  return (
    <div className="space-y-1">
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
      {files.length > 0 ? <FileLinks files={files} /> : null}
    </div>
  )
}
