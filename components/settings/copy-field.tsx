'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'

/** A text that is shown this once, with a button that copies it. */
export function CopyField({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // No clipboard: the browser forbids it, or the page came over plain HTTP.
      field.current?.focus()
      toast.error('The browser does not let this page copy. It is selected: press Ctrl+C or ⌘C.')
    }
  }
  return (
    <div className="flex gap-2">
      <Input ref={field} readOnly value={value} aria-label={label} className="font-mono text-xs"
        onFocus={(event) => event.target.select()} />
      <Button type="button" variant="outline" onClick={() => void copy()}>
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
