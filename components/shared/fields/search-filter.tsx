'use client'

import { SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'

const searchAfterMs = 400

type Props = {
  /** For screen readers; what can be typed is said by the placeholder. */
  label: string
  placeholder: string
  value: string
  onChange(text: string): void
  inputMode?: 'tel' | 'email'
  className?: string
}

/** Narrows a list to what contains a text; the list follows shortly after the typing. */
export function SearchFilter({ label, value, onChange, className, ...input }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed elsewhere, such as by a button that shows all again.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), searchAfterMs)
    return () => clearTimeout(timer)
  })
  return (
    <label className={cn('relative min-w-0 flex-1 basis-52 text-sm max-sm:basis-full', className)}>
      <span className="sr-only">{label}</span>
      <SearchIcon
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        aria-hidden
      />
      <Input
        className="pl-8"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...input}
      />
    </label>
  )
}
