'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#components/ui/input/button'
import { useCopy } from './use-copy.ts'

type Props = {
  text: string
  /** What the button does, with what it copies: "Copy the link". */
  label: string
  /** Shows the text; it is selected when the browser forbids copying. */
  shown: RefObject<HTMLElement | null>
  variant?: 'ghost' | 'outline'
  className?: string
}

/** Copies a text that is shown beside it, and says so, also to a screen reader. */
export function CopyButton({ text, label, shown, variant = 'ghost', className }: Props) {
  const { copied, copy } = useCopy(text, shown)
  return (
    <>
      <Button
        type="button"
        variant={variant}
        size="icon-sm"
        className={className}
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
