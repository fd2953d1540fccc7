'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import { useRef } from 'react'
import { useCopy } from '#components/copy/use-copy'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'

/** A text that is shown only once, with a button that copies it. */
export function CopyField({ value, label }: { value: string; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(value, field)
  return (
    <div className="flex gap-2">
      <Input
        ref={field}
        readOnly
        value={value}
        aria-label={label}
        className="font-mono text-xs leading-6"
        onFocus={(event) => event.target.select()}
      />
      <Button type="button" variant="outline" onClick={() => void copy()}>
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
