'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button'

/** A JSON value to read and to copy. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const [copied, setCopied] = useState(false)
  const text = JSON.stringify(value, null, 2) ?? 'null'
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    } catch {
      toast.error('The browser does not allow copying here. Select the text instead.')
    }
  }
  return (
    <div className="relative">
      <pre className="max-h-80 overflow-auto rounded-md bg-muted p-3 pr-10 text-xs leading-relaxed" tabIndex={0} role="region" aria-label={label}>{text}</pre>
      <Button type="button" variant="ghost" size="icon-sm" className="absolute top-1 right-1" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
      </Button>
      <span role="status" className="sr-only">{copied ? 'Copied.' : ''}</span>
    </div>
  )
}
