'use client'

import { useRef } from 'react'
import { cn } from '#components/ui/cn'
import { CopyButton } from '../copy/copy-button.tsx'

const textClass = cn(
  'max-h-96 overflow-auto rounded-lg border bg-muted p-3 pr-10 font-mono text-xs whitespace-pre',
  'outline-none focus-visible:ring-2 focus-visible:ring-ring',
)

/** Preformatted text with a button that copies it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <div className="relative">
      <pre ref={shown} tabIndex={0} aria-label={label} className={textClass}>
        {text}
      </pre>
      <div className="absolute top-px right-px rounded-tr-lg rounded-bl-lg bg-muted p-[5px]">
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} shown={shown} />
      </div>
    </div>
  )
}
